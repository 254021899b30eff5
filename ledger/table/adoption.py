"""The rules submission of a table: adopted with its first opening, changed later with notice (R4)."""

from collections.abc import Callable, Mapping
from typing import Final

from ledger.events import table as e
from ledger.rules.loader import list_ids, load
from ledger.rules.submission import Submission
from ledger.table import acts as table_acts
from ledger.table.draft import Draft, require_no_round
from ledger.table.state import Table
from ledger.table.vigorish import require_nothing_owed
from ledger.values.calendar import to_micros
from ledger.values.errors import Refused

MINUTE = 60_000_000

NOTICED = ("game", "vigorish", "payment_order", "shuffle", "chairs")
"""Fields of a submission that change with notice (div (c)(5), (e)(2), (j)(3); ma-midi 5(a)(2)); so do the combinations
posted at the chairs, by which players choose where they sit (ma-midi 12(i), ma-big 13(i)).
"""


def adopt_at_opening(draft: Draft, act: table_acts.Open) -> None:
    """The first opening adopts the submission it names; a later one must name the one in force.

    What a submission that ships says as it is written was filed before; another choice is first used here, with its
    notice.
    """
    table = draft.table
    if not table.rules:
        new = draft.catalogue.load(act.rules, act.options)
        used = first_used(new)
        if used:
            minutes = {field: new.notice_minutes.get(field, 0) for field in used}
            _require_notice(draft, act, "First use", minutes)
        _record(draft, new, act.options, _notice(act), act.authorised_by)
    elif (
        act.rules != table.rules
        or (act.options and act.options != table.options)
        or _reads_otherwise(draft, act.rules)
    ):
        raise Refused(
            "rules_differ",
            f"Table {table.code} runs under {table.rules}; opening it cannot change that.",
            "A change of rules is adopted with its notice first (pit rules adopt).",
            table=table.code,
            in_force=table.rules,
            options=table.options,
            asked=act.rules,
        )


def _reads_otherwise(draft: Draft, rules: str) -> bool:
    """Whether a file was named with the opening that is not the document in force."""
    table = draft.table
    if not draft.catalogue.is_added(rules):
        return False
    return draft.catalogue.load(rules, table.options).sha256 != table.rules_sha256


def change(draft: Draft, act: table_acts.Adopt) -> None:
    """Change the table's submission or its options, from the next round on. Earlier rounds keep theirs.

    Refused without somebody who authorised it, and without the notice that the regulator's text asks for. Refused too
    while a seat owes vigorish: type and rate hold for every player at the table (div (c)(5)), and a button does not say
    under which rules it was put down. So whatever stands on a layout stands there under the rules in force.
    """
    table = draft.table
    require_no_round(draft, "a change of rules")
    require_nothing_owed(draft, "other rules cannot be adopted")
    new = draft.catalogue.load(act.rules, act.options)
    if new.sha256 == table.rules_sha256:
        raise Refused(
            "rules_in_force",
            f"Table {table.code} runs under exactly these rules.",
            "Nothing is to be changed.",
            rules=new.id,
        )
    _require_raised(act, table, new)
    old = table.submission
    required = {
        field: max(old.notice_minutes.get(field, 0), new.notice_minutes.get(field, 0))
        for field in changed_fields(old, new)
    }
    _require_notice(draft, act, "A change", required)
    _require_fits(table, new)
    _record(draft, new, act.options, _notice(act), act.authorised_by)


def changed_fields(old: Submission, new: Submission) -> list[str]:
    """Which of the fields that change with notice differ between two submissions."""
    return [field for field in NOTICED if getattr(old, field) != getattr(new, field)]


def first_used(new: Submission) -> list[str]:
    """Fields that a table which was never open cannot use without notice: what the submission says, by an option or in
    a licensee's own document, and none that was filed does.

    The type of vigorish, its rate and when it is collected are noticed (div (c)(5)), not how it is rounded; a payment
    procedure before it is implemented (div (j)(3)(ii)); reshuffling before it is initiated, even where it was filed
    (ma-midi 5(a)(2); ma-big 5(a)(1)(ii); div (e)(2)(ii)(B)).
    """
    filed, named = _filed(new), new.text.noticed_use
    return [
        field
        for field, said in _FIRST_USE.items()
        if said(new) not in [said(each) for each in filed]
        or getattr(new, field) in named.get(field, ())
    ]


def _filed(new: Submission) -> list[Submission]:
    """What was filed before it: the submission that ships as it is written; of a licensee's own document, those that
    ship of its game under its text.
    """
    if new.id in list_ids():
        return [load(new.id)]
    shipped = [load(each) for each in list_ids()]
    return [each for each in shipped if (each.source, each.game) == (new.source, new.game)]


def _type_of_vigorish(submission: Submission) -> tuple[object, ...]:
    vigorish = submission.vigorish
    return () if vigorish is None else (vigorish.rate_bps, vigorish.collect)


_FIRST_USE: Final[Mapping[str, Callable[[Submission], object]]] = {
    "vigorish": _type_of_vigorish,
    "payment_order": lambda submission: submission.payment_order,
    "shuffle": lambda submission: submission.shuffle,
}
"""Fields whose first use takes notice, and what of each."""


def _require_raised(act: table_acts.Adopt, table: Table, new: Submission) -> None:
    """A submission is immutable: another document is another version."""
    if (new.id, new.version, act.options) == (table.rules, table.rules_version, table.options):
        raise Refused(
            "version_not_raised",
            f"{new.id} version {new.version} is in force at {table.code}, and reads otherwise now.",
            "Raise its version.",
            rules=new.id,
            version=new.version,
        )


def _require_notice(
    draft: Draft, act: table_acts.Adopt | table_acts.Open, subject: str, minutes: Mapping[str, int]
) -> None:
    """Somebody authorised it, and notice was given of each field as long before as the text asks, in minutes.

    subject: what it is of, for the sentence.
    """
    if not act.authorised_by or (minutes and act.notice_at is None):
        raise Refused(
            "notice_missing",
            f"{subject} of {', '.join(minutes) or 'rules'} needs its notice and who authorised it.",
            "Give the time of the notice and the name.",
            changed=list(minutes),
            authorised_by=act.authorised_by,
        )
    given = (draft.stamp.at - _notice(act)) // MINUTE
    for field, required in minutes.items():
        if given < required or given < 0:
            raise Refused(
                "notice_too_short",
                f"{field} changes {given} minutes after its notice; {required} are required.",
                "Let the change take effect later.",
                field=field,
                minutes=given,
                required=required,
            )


def _require_fits(table: Table, new: Submission) -> None:
    beyond = [seat for seat in table.seats if seat > new.seats]
    if beyond:
        raise Refused(
            "seats_taken",
            f"Seat {beyond[0]} is taken; {new.id} has {new.seats} seats.",
            "Record the departures first.",
            seats=beyond,
        )
    shoe = table.shoe
    if shoe is not None and not shoe.over and shoe.decks != new.decks:
        raise Refused(
            "shoe_in_play",
            f"Shoe {shoe.shoe} has {shoe.decks} decks; {new.id} is played with {new.decks}.",
            "End the shoe first.",
            shoe=shoe.shoe,
            decks=new.decks,
        )


def _notice(act: table_acts.Adopt | table_acts.Open) -> int:
    return 0 if act.notice_at is None else to_micros(act.notice_at)


def _record(
    draft: Draft,
    submission: Submission,
    options: dict[str, str],
    notice_at: int = 0,
    authorised_by: str = "",
) -> None:
    draft.record(
        e.RulesAdopted,
        rules=submission.id,
        version=submission.version,
        sha256=submission.sha256,
        document=submission.document(),
        options=options,
        notice_at=notice_at,
        authorised_by=authorised_by,
        lacking=submission.lacks(draft.stamp.day),
    )
