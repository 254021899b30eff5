"""A pit clerk with a series of forms, for tests."""

from datetime import datetime
from typing import Any

import pytest

from ledger.day.acts import TakeBackDuplicates
from ledger.desks.ledger import Ledger
from ledger.events.base import Event
from ledger.events.day import DuplicateReceived, OriginalFound
from ledger.form import acts as form_acts
from ledger.values.calendar import from_micros
from ledger.values.errors import PitError
from projections.engine import engine as projection_engine
from projections.figures import comps, vig, win
from projections.figures import forms as form_figures
from projections.figures.forms_in_hand import InHand, in_hand
from projections.models.forms import PROJECTION
from projections.models.vigorish import PROJECTION as VIGORISH
from tests.clerk import AsItHappens, Clerk, count_drop, receive_duplicates

DAY = "2026-07-11"

BANKER_WINS = ("7d Qh", "9c Kh")

NEXT_DAY = datetime.fromisoformat("2026-07-12T20:00:00-04:00")

AT = datetime.fromisoformat("2026-07-11T18:01:00-04:00")

COUNTED_AT = 1_783_900_000_000_000

SIGNED_VOID = {"pit_boss": "B-2", "clerk": "PC-1"}

ORIGINAL = OriginalFound("CVF-1001", 100)
SIGNERS = {"dealer": "D-7", "pit_boss": "B-2", "clerk": "PC-1"}


class Desk:
    """A pit clerk with the series CVF, 1001 to 1005, at the table of a div-mini game."""

    def __init__(self, clerk: Clerk) -> None:
        self.clerk = clerk
        self.ledger: Ledger = clerk.ledger

    def says(self, kind: type[form_acts.FormAct], **facts: Any) -> list[Event]:
        act = kind(**{"series": "CVF", "by": "PC-1", "at": AT, **facts})
        return [recorded.event for recorded in self.ledger.do(act).events]

    def is_refused(self, kind: type[form_acts.FormAct], **facts: Any) -> str:
        before = self.clerk.everything()
        with pytest.raises(PitError) as caught:
            self.says(kind, **facts)
        assert self.clerk.everything() == before, "a refused act left a trace"
        refusal = caught.value.refusal
        assert "Ames" not in f"{refusal} {caught.value}"
        return refusal.code

    def owes(self, seat: int = 3, cents: int = 2_000, **fields: Any) -> "Desk":
        """The seat owes 5% of this."""
        self.clerk.plays(*BANKER_WINS, (seat, "banker", cents), **fields)
        return self

    def issues(self, number: int, seat: int = 3, **facts: Any) -> list[Event]:
        return self.says(form_acts.IssueForm, **form(number, seat, **facts))

    def drops(self, number: int, **facts: Any) -> list[Event]:
        return self.says(form_acts.DropOriginal, number=number, **{**SIGNERS, **facts})

    def hands_on(self, number: int, at: datetime = AT) -> None:
        """The original is dropped, and all copies are forwarded."""
        self.drops(number, at=at)
        self.says(form_acts.ForwardCopies, clerk="PC-1", at=at)

    def takes_back(self, serial: str) -> None:
        said: dict[str, Any] = {"day": DAY, "serials": [serial], "reason": "of another form"}
        self.ledger.do(TakeBackDuplicates(by="A-1", at=from_micros(COUNTED_AT), **said))

    def in_hand(self, day: str = DAY) -> list[InHand]:
        projection_engine.catch_up((PROJECTION,), self.ledger.journal, self.ledger.journal.engine)
        with self.ledger.journal.engine.connect() as connection:
            return in_hand(connection, day)

    def counts(
        self, *originals: OriginalFound, cash: int = 0, day: str = DAY, **facts: Any
    ) -> None:
        count_drop(
            self.ledger,
            day,
            "MB-01",
            cash_cents=cash,
            cash={},
            originals=list(originals),
            by="A-1",
            at=COUNTED_AT,
            **facts,
        )

    def receives(self, *forms: DuplicateReceived, day: str = DAY, **facts: Any) -> None:
        receive_duplicates(self.ledger, day, forms, by="A-1", at=COUNTED_AT, **facts)

    def read(self, name: str, *args: Any) -> list[Any]:
        needs = form_figures.NEEDS
        projection_engine.catch_up(needs, self.ledger.journal, self.ledger.journal.engine)
        with self.ledger.journal.engine.connect() as connection:
            of = comps if name == "comps" else form_figures
            rows: list[Any] = getattr(of, name)(connection, *args)
            return rows

    def read_marks(self) -> list[Any]:
        projection_engine.catch_up([VIGORISH], self.ledger.journal, self.ledger.journal.engine)
        with self.ledger.journal.engine.connect() as connection:
            return vig.outstanding(connection)

    def win(self) -> list[win.Win]:
        projection_engine.catch_up(win.NEEDS, self.ledger.journal, self.ledger.journal.engine)
        with self.ledger.journal.engine.connect() as connection:
            return win.win(connection, DAY)

    def findings(self, day: str = DAY) -> dict[str, str | None]:
        return {row.serial: row.finding for row in self.read("forms", day)}


def ready(url: str) -> None:
    """A store in which the table was opened, a shoe started, and the series received and issued to two clerks."""
    with AsItHappens(url) as ledger:
        desk = Desk(Clerk(ledger).opens("div-mini").starts_shoe())
        desk.says(form_acts.ReceiveSeries, first=1001, last=1005)
        desk.says(form_acts.IssueSeries, pit="P-1", clerks=["PC-1", "PC-2"])


def form(number: int, seat: Any = 3, **facts: Any) -> dict[str, Any]:
    signed = {"patron": "R. Ames", "patron_signed": True, **SIGNERS}
    return {"number": number, "table": "MB-01", "seat": seat, **signed, **facts}


VOID: dict[str, Any] = {"reason": "wrong patron", **SIGNED_VOID}


def corrected(desk: Desk, cents: int, document: str) -> None:
    """What was documented of seat 3 in the first round is put right by so much."""
    said = {"of_day": DAY, "original": f"MB-01:{DAY}:1", "seat": 3, "document": document}
    signed = {"reason": "paid in cash", "approved_by": "S-2"}
    desk.clerk.says("correct", figure="vig_documented", cents=cents, **said, **signed)


def figures(desk: Desk, day: str = DAY) -> Any:
    projection_engine.catch_up(win.NEEDS, desk.ledger.journal, desk.ledger.journal.engine)
    with desk.ledger.journal.engine.connect() as connection:
        (row,) = win.win(connection, day)
    return row
