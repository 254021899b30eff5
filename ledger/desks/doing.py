"""How acts are done for whoever is there: under which key, who is asked, and who is told of it."""

from collections.abc import Callable
from typing import NamedTuple

from ledger.desks.ledger import Ledger
from ledger.events.act import Act
from ledger.transaction.unit import Done
from ledger.values.errors import Doubtful


class Doing(NamedTuple):
    """key, dry_run, meant: as of `Ledger.do`. told: of what was done, before anything else comes of it."""

    key: str
    dry_run: bool
    meant: Callable[[Doubtful], bool]
    told: Callable[[Done], None]

    def do(self, ledger: Ledger, *acts: Act) -> Done:
        """Decide acts and save what they come to. Raises as `Ledger.do`."""
        done = ledger.do(*acts, key=self.key, dry_run=self.dry_run, meant=self.meant)
        self.told(done)
        return done
