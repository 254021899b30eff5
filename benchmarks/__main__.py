"""Every benchmark, one after the other: `make bench`."""

import runpy

PARTS = (
    "append",
    "settle",
    "backfill",
    "link",
    "catch_up",
    "outstanding",
    "day",
    "replay",
    "day_again",
    "seal",
    "looking_back",
    "keys",
)

if __name__ == "__main__":
    for part in PARTS:
        print(f"\n== {part}", flush=True)
        runpy.run_module(f"benchmarks.{part}", run_name="__main__")
