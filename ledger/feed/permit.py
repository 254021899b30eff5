"""What a token lets its bearer feed: as its source, the tables that it is bound to, as long as it is good."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ledger.equipment.tokens import FeedToken
from ledger.events.feed import TOKENS
from ledger.values.errors import Refused
from ledger.values.tokens import digest

if TYPE_CHECKING:
    from ledger.desks.ledger import Ledger


class Permit:
    """Of one token. Raises Refused where it is nobody's, or was revoked."""

    def __init__(self, ledger: "Ledger", token: str) -> None:
        self._load = ledger.loader.feed_tokens
        self._sha256 = digest(token)
        self._token, _ = self._read()

    @property
    def source(self) -> str:
        """As whom it feeds."""
        return self._token.source

    def renew(self, hold: Callable[[str, int], None]) -> None:
        """Look at it again for another transaction. Raises Refused.

        hold: lets that fail where a stream has an event after a version: nothing is saved by what is revoked.
        """
        self._token, version = self._read()
        hold(TOKENS, version)

    def verify(self, source: str) -> None:
        """Raise Refused for another source than its own."""
        if source != self.source:
            raise Refused(
                "token_of_another",
                f"The token is of {self.source}, and feeds nothing as {source}.",
                "Send it with a token of its own source, or under the name of this one.",
                source=source,
                token_of=self.source,
            )

    def verify_table(self, table: str) -> None:
        """Raise Refused for a table that it is not bound to; "" for a record that names none."""
        tables = self._token.tables
        if tables and table not in tables:
            raise Refused(
                "token_of_other_tables",
                f"The token of {self.source} is for {', '.join(tables)}, and feeds nothing of {table or 'no table'}.",
                "Have one issued that is for this table too: pit feed token new.",
                source=self.source,
                table=table,
                tables=list(tables),
            )

    def _read(self) -> tuple[FeedToken, int]:
        tokens = self._load()
        found = tokens.find(self._sha256)
        if found is None:
            raise Refused(
                "token_unknown",
                "That is nobody's token.",
                "A registrar issues one: pit feed token new SOURCE.",
            )
        found.verify_good()
        return found, tokens.version
