"""A past moment begins at a milestone up to which all counts, and takes what came late (U2)."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.events.base import Recorded
from ledger.events.undoing import happened_at
from ledger.store.recorders import SqlApplicationRecorder
from projections.engine.engine import catch_up
from projections.engine.rebuild import rebuild
from projections.figures import win
from projections.models import instants
from projections.models.registry import PROJECTIONS
from projections.queries.moment import Moment
from projections.queries.past import in_turn, rebuilt, stood
from projections.queries.reached import reached
from tests.projections.conftest import Fresh
from tests.projections.engine.test_looking_back import LOOKED_BACK_ON, books, milestones_every
from tests.projections.history import make_up, store
from tests.projections.log import AT, DAY, Story


def held_back(recorded: Sequence[Recorded], stream: str, by: int) -> list[Recorded]:
    """The same log, where a stream comes later by so many events of others."""
    others = [each for each in recorded if each.originator_id != stream]
    places = {id(each): n for n, each in enumerate(others)}
    came, seen = [], 0
    for each in recorded:
        if each.originator_id == stream:
            came.append((seen + by, 0, each))
        else:
            seen = places[id(each)] + 1
            came.append((seen, 1, each))
    return [each for *_, each in sorted(came, key=lambda each: each[:2])]


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32), spacing=st.integers(50, 150), data=st.data())
def test_u2_a_past_moment_is_as_if_the_whole_log_had_been_folded(
    fresh: Fresh, seed: int, spacing: int, data: st.DataObject
) -> None:
    made = make_up(Random(seed), rounds=6).recorded
    streams = sorted({each.originator_id for each in made if each.originator_id[:6] == "table:"})
    late = data.draw(st.sampled_from(streams))
    recorded = held_back(made, late, data.draw(st.integers(0, 2 * spacing)))
    counted = data.draw(st.integers(0, len(recorded)))
    asked = data.draw(st.sampled_from(recorded)).event
    ends = st.one_of(st.none(), st.integers(1, len(recorded)))
    moments = [
        Moment(happened_by=happened_at(asked)),
        Moment(known_at=asked.recorded_at, position=data.draw(ends)),
        Moment(known_at=asked.recorded_at, happened_by=happened_at(asked)),
    ]
    with fresh() as engine, milestones_every(spacing):
        recorder = SqlApplicationRecorder(engine)
        store(recorder, recorded)
        catch_up(PROJECTIONS, recorder, engine, counted)
        url = engine.url.render_as_string(hide_password=False)
        with Ledger(url) as ledger:
            for moment in moments:
                with stood(ledger, moment, LOOKED_BACK_ON) as connection:
                    found = books(connection, LOOKED_BACK_ON)
                with rebuilt(ledger, moment, LOOKED_BACK_ON) as connection:
                    assert found == books(connection, LOOKED_BACK_ON)


def test_only_spans_with_something_of_the_moment_are_read(
    url: str, recorder: SqlApplicationRecorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = Story()
    for minute in (1, 2, 3, 4, 5, 6, 2, 7, 8, 9):
        story.tell(e.BoughtIn, seat=1, cents=100, at=AT + minute, recorded_at=AT + 100)
    store(recorder, story.recorded)
    with milestones_every(2), Ledger(url) as ledger:
        assert reached(ledger, Moment(happened_by=AT + 4))[:2] == (4, ((6, 8), (10, 10)))
        assert reached(ledger, Moment(happened_by=AT + 9))[:2] == (10, ((10, 10),))
        assert reached(ledger, Moment(happened_by=AT + 9, position=7))[:2] == (7, ((7, 7),))
        assert reached(ledger, Moment(known_at=AT + 99))[:2] == (0, ((10, 10),))
        monkeypatch.setattr("projections.queries.reached.read_only", lambda _: True)
        rebuild([instants.PROJECTION], recorder, ledger.journal.engine)
        story.tell(e.BoughtIn, seat=1, cents=100, at=AT, recorded_at=AT)
        store(recorder, story.recorded[-1:])
        assert reached(ledger, Moment(happened_by=AT + 4))[:2] == (4, ((6, 8), (10, 11)))


@pytest.mark.parametrize("places", [(9, 11), (8, 9), (5, 11), (11, 9), (2, 3)])
def test_u2_moments_in_turn_are_told_as_each_by_itself(
    url: str, recorder: SqlApplicationRecorder, places: tuple[int, int]
) -> None:
    story = Story()
    for n in range(11):
        story.tell(e.BoughtIn, seat=1, cents=10**n)
    store(recorder, story.recorded)
    moments = [Moment(position=place) for place in places]
    with milestones_every(4), Ledger(url) as ledger:
        told = [win.win(each, DAY) for each in in_turn(ledger, moments, win.NEEDS)]
        for moment, rows in zip(moments, told, strict=True):
            with stood(ledger, moment, win.NEEDS) as connection:
                assert rows == win.win(connection, DAY) != []
    assert told[0] != told[1]
