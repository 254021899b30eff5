"""For every kind of event of forms an act that brings it about."""

from typing import Any, Final

from ledger.events import form as form_events
from ledger.events import table as e
from ledger.form import acts as form_acts
from ledger.transaction.unit import Done
from tests.ledger.operators.house import Place, Scene, Team, enters, facts


def _form(kind: type[form_acts.FormAct], place: Place, by: str, **fields: Any) -> Done:
    return enters(kind, place, by, series=_series(place), **fields)


def _series(place: Place) -> str:
    return f"CV{place.number}"


def _received(place: Place, _: list[Team]) -> None:
    _form(form_acts.ReceiveSeries, place, "C-1", first=1, last=99)


def _to_clerks(place: Place, teams: list[Team]) -> None:
    """Everybody who is tried has access to the forms, so that nothing but the role can refuse them."""
    _received(place, teams)
    clerks = sorted({team["clerk"] for team in teams if "clerk" in team})
    _form(form_acts.IssueSeries, place, "C-1", pit=f"P-{place.number}", clerks=clerks)


def _owing(place: Place, teams: list[Team]) -> None:
    place.deals("div-mini").plays("7d Qh", "9c Kh", (3, "banker", 100_000))
    _to_clerks(place, teams)


def _issued_by_each(place: Place, teams: list[Team]) -> None:
    """A form signed by each three people who are tried: those who signed it drop it."""
    _owing(place, teams)
    for team in teams:
        three = tuple(facts(team, "dealer", "pit_boss", "clerk").values())
        if three not in place.kept:
            place.kept[three] = len(place.kept) + 1
            _issue(place, {**team, "by": team["clerk"]}, place.kept[three], patron_signed=True)


def _issue(place: Place, team: Team, number: int, **fields: Any) -> Done:
    signed = facts(team, "dealer", "pit_boss", "clerk")
    given = {"table": place.table, "seat": 3, "cents": 5, "patron": "R. Ames", **fields}
    return _form(form_acts.IssueForm, place, team["by"], number=number, **signed, **given)


def _stated(place: Place, team: Team) -> Done:
    return _issue(place, team, 1, statement="left the table", stated_by=team["stated_by"])


def _dropped(place: Place, team: Team) -> Done:
    signed = facts(team, "dealer", "pit_boss", "clerk")
    number = place.kept[tuple(signed.values())]
    return _form(form_acts.DropOriginal, place, team["by"], number=number, **signed)


def _void(place: Place, team: Team) -> Done:
    signed = facts(team, "pit_boss", "clerk")
    return _form(form_acts.VoidForm, place, team["by"], number=1, reason="torn", **signed)


def _one_void(place: Place, teams: list[Team]) -> None:
    _to_clerks(place, teams)
    clerk = teams[0]["clerk"]
    _void(place, {"by": clerk, "clerk": clerk, "pit_boss": "B-2"})


def _one_issued(place: Place, teams: list[Team]) -> None:
    _owing(place, teams)
    clerk = teams[0]["clerk"]
    _issue(
        place,
        {**facts(teams[0], "pit_boss", "clerk"), "dealer": "D-7", "by": clerk},
        1,
        patron_signed=True,
    )


OF_FORMS: Final = (
    Scene(
        (form_events.SeriesReceived,),
        lambda place, team: _form(form_acts.ReceiveSeries, place, team["by"], first=1, last=99),
    ),
    Scene(
        (form_events.SeriesIssued,),
        lambda place, team: _form(
            form_acts.IssueSeries,
            place,
            team["by"],
            pit="P-1",
            clerks=["pit_clerk-4", team["clerks"]],
        ),
        _received,
        (("by",), ("clerks",)),
    ),
    Scene(
        (e.VigorishDocumented, form_events.FormIssued),
        _stated,
        _owing,
        (("by", "clerk"), ("dealer", "stated_by"), ("pit_boss",)),
    ),
    Scene(
        (e.VigorishDocumented, form_events.FormIssued),
        _stated,
        _owing,
        (("by", "clerk"), ("dealer",), ("pit_boss", "stated_by")),
    ),
    Scene((form_events.FormVoided,), _void, _to_clerks, (("by", "clerk"), ("pit_boss",))),
    Scene(
        (e.VigorishRestored, form_events.FormVoided),
        _void,
        _one_issued,
        (("by", "clerk"), ("pit_boss",)),
    ),
    Scene(
        (form_events.FormLost,),
        lambda place, team: _form(
            form_acts.LoseForm,
            place,
            team["by"],
            number=9,
            reason="burnt",
            authorised_by=team["authorised_by"],
        ),
        _received,
        (("by",), ("authorised_by",)),
    ),
    Scene(
        (form_events.FormsCounted,),
        lambda place, team: _form(
            form_acts.CountForms,
            place,
            team["by"],
            counted=[form_events.Run(1, 99)],
            clerk=team["clerk"],
        ),
        _to_clerks,
        (("by", "clerk"),),
    ),
    Scene(
        (form_events.OriginalDropped,),
        _dropped,
        _issued_by_each,
        (("by",), ("dealer",), ("pit_boss",), ("clerk",)),
    ),
    Scene(
        (form_events.CopiesForwarded,),
        lambda place, team: _form(form_acts.ForwardCopies, place, team["by"], clerk=team["clerk"]),
        _one_void,
        (("by", "clerk"),),
    ),
)
