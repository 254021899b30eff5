"""Twenty tables on one progressive link against twenty without: rounds a second.

The same rounds, with a Royal 9 wager where there is a link and another side wager where there is none. `gathered`: one
process saves a hundred rounds of all tables in a transaction, as a feed does. `at once`: a thread for each table,
every round a transaction of its own, decided again when another table came first. Run with `python -m benchmarks.link`.
"""

import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from ledger.desks.ledger import Ledger
from ledger.desks.tables import take
from ledger.store.engine import make_engine
from ledger.table.acts import Act
from migrations.run import upgrade
from tests.clerk import Clerk, establish
from tests.ledger.link.floor import NOTHING, install
from tests.postgres import server

TABLES = [f"MB-{n:02}" for n in range(1, 21)]
ROUNDS_A_TABLE = 8
SHOES = 5
GATHERED = 100
MAIN = (3, "player", 1_000)
SIDE = (3, "dragon_bonus_banker", 500)
ROYAL = (3, "royal_9", 500)


def act_of(clerk: Clerk, *, linked: bool) -> Act:
    """A whole round in one act."""
    wagers = [
        {"seat": seat, "bet": bet, "cents": cents}
        for seat, bet, cents in (MAIN, ROYAL if linked else SIDE)
    ]
    player, banker = (hand.split() for hand in NOTHING)
    return clerk.act("round", player=player, banker=banker, wagers=wagers)


def new_shoes(clerks: list[Clerk], n: int) -> None:
    """A fresh shoe at each table; the same cards come eight times out of one."""
    for clerk in clerks:
        if n > 1:
            clerk.says("end_shoe", reason="benchmark")
        clerk.starts_shoe(n)


def gathered(ledger: Ledger, clerks: list[Clerk], *, linked: bool) -> None:
    """One process, many rounds a transaction."""
    unit = ledger.begin()
    for n in range(ROUNDS_A_TABLE * len(clerks)):
        take(unit, act_of(clerks[n % len(clerks)], linked=linked))
        if n % GATHERED == GATHERED - 1:
            unit.commit()
    unit.commit()


def at_once(ledger: Ledger, clerks: list[Clerk], *, linked: bool) -> None:
    """A thread a table, a transaction a round."""
    failures: list[Exception] = []

    def play(clerk: Clerk) -> None:
        try:
            for _ in range(ROUNDS_A_TABLE):
                ledger.do(act_of(clerk, linked=linked))
        except Exception as error:  # noqa: BLE001  told below
            failures.append(error)

    threads = [threading.Thread(target=play, args=(clerk,)) for clerk in clerks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures


def measure(url: str, play: Callable[..., None], *, linked: bool) -> float:
    """Rounds a second on a fresh store."""
    engine = make_engine(url)
    upgrade(engine)
    engine.dispose()
    seconds = 0.0
    with Ledger(url) as ledger:
        establish(ledger)
        clerks = [Clerk(ledger, code).opens() for code in TABLES]
        if linked:
            install(*clerks)
        for n in range(1, SHOES + 1):
            new_shoes(clerks, n)
            started = time.perf_counter()
            play(ledger, clerks, linked=linked)
            seconds += time.perf_counter() - started
    return SHOES * ROUNDS_A_TABLE * len(TABLES) / seconds


def main() -> None:
    """Measure and print."""
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        running = stack.enter_context(server(durable=True))
        for database in ("sqlite", "postgresql"):
            for play in (gathered, at_once):
                rates = []
                for linked in (False, True):
                    if database == "sqlite":
                        url = f"sqlite:///{home / f'{play.__name__}-{linked}.db'}"
                    else:
                        url = stack.enter_context(running.database())
                    rates.append(measure(url, play, linked=linked))
                without, on_link = rates
                print(
                    f"{database:<12}{play.__name__.replace('_', ' '):<10}"
                    f"{without:>8,.0f} rounds/s without a link{on_link:>8,.0f} on one link"
                    f"   ratio {on_link / without:.2f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
