"""A Complimentary Vigorish Form as it is on paper."""

from datetime import datetime, tzinfo

from ledger.values.money import dollars
from projections.figures.forms import Form
from projections.queries.forms import Paper


def lines(paper: Paper, property_name: str, zone: tzinfo) -> list[str]:
    """The form as it is on paper. zone: in which times are written."""
    return [line.rstrip() for line in _paper(paper, property_name, zone)]


def _paper(paper: Paper, property_name: str, zone: tzinfo) -> list[str]:
    form, who, of_void = paper.form, paper.known, paper.known_void
    at = datetime.fromisoformat(form.issued_at).astimezone(zone)
    rule = "-" * 60
    head = [
        rule,
        f"{property_name:<36}{'No. ' + form.serial:>24}",
        f"COMPLIMENTARY VIGORISH FORM{'VOID' if form.void else '':>33}",
        rule,
        f"Gaming day       {form.gaming_day}    {at:%H:%M}",
    ]
    signed = [
        f"Pit boss         {form.pit_boss:<8} {who[form.pit_boss]}",
        f"Pit clerk        {form.clerk:<8} {who[form.clerk]}",
    ]
    if form.spoilt:
        return [*head, f"Void because     {form.reason}", *signed, *_where(form, zone), rule]
    void = (
        [
            f"Void because     {form.reason}",
            f"Void: pit boss   {form.void_pit_boss:<8} {of_void[form.void_pit_boss or '']}",
            f"Void: pit clerk  {form.void_clerk:<8} {of_void[form.void_clerk or '']}",
            rule,
        ]
        if form.void
        else []
    )
    consent = (
        ["Patron           signed"]
        if form.patron_signed
        else [
            f"Patron           not signed: {form.statement}",
            f"Stated by        {form.stated_by:<8} {who[form.stated_by or '']}",
        ]
    )
    return [
        *head,
        *void,
        f"Table, seat      {form.table}, {form.seat}",
        f"Patron's name    {form.patron}",
        *([f"Patron's number  {form.patron_id}"] if form.patron_id else []),
        f"Vigorish         {dollars(form.cents or 0)}",
        f"Of rounds        {', '.join(form.rounds)}",
        rule,
        *consent,
        f"Dealer           {form.dealer:<8} {who[form.dealer or '']}",
        *signed,
        *_where(form, zone),
        rule,
    ]


def _where(form: Form, zone: tzinfo) -> list[str]:
    def when(text: str | None) -> str:
        return f"{datetime.fromisoformat(text).astimezone(zone):%Y-%m-%d %H:%M}" if text else ""

    original = f"dropped {when(form.dropped_at)}" if form.dropped_at else "not dropped yet"
    if form.void:
        original = "VOID"
    kept = f"forwarded {when(form.forwarded_at)}" if form.forwarded_at else "kept by the pit clerk"
    return [f"Original         {original}", f"Duplicate        {kept}"]
