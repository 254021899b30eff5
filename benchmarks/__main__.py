"""Every benchmark, one after the other: `make bench`; those that take many minutes: `make bench-long`."""

import runpy
import sys
import time

PARTS = (
    ("append",),
    ("settle",),
    ("theory",),
    ("backfill",),
    ("link",),
    ("catch_up",),
    ("whole_log", "20000"),
    ("peers",),
    ("outstanding", "200000"),
    ("day",),
    ("replay", "200000", "50000"),
    ("day_again",),
    ("seal", "80000", "80000"),
    ("looking_back", "5"),
    ("cold", "0"),
    ("keys",),
    ("serve",),
    ("readers", "40"),
    ("group",),
)
LONG = (
    ("whole_log", "300000"),
    ("peers", "2000"),
    ("outstanding",),
    ("seal",),
    ("readers",),
    ("looking_back", "1", "10", "100"),
    ("cold", "0", "1000000"),
    ("day", "--events", "1000000"),
    ("day", "--history", "365"),
    ("years", "1", "10"),
    ("replay", "5000000"),
    ("group", "24"),
)
"""A benchmark and what it is told."""

if __name__ == "__main__":
    for part, *told in LONG if sys.argv[1:] == ["long"] else PARTS:
        print(f"\n== {' '.join((part, *told))}", flush=True)
        sys.argv[1:] = told
        started = time.perf_counter()
        runpy.run_module(f"benchmarks.{part}", run_name="__main__")
        print(f"-- {time.perf_counter() - started:.0f} s", flush=True)
