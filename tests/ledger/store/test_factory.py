"""The library's application runs on the store by its environment alone."""

import pytest
from eventsourcing.application import Application

from ledger.events.base import Recorded
from ledger.events.property import PropertyEstablished
from ledger.store.codec import EventMapper
from ledger.store.factory import SqlFactory


def test_an_application_stores_and_reads_events(url: str) -> None:
    event = PropertyEstablished(
        by="C-1", at=1, recorded_at=2, day="2026-07-11", name="x", zone="UTC", cutoff="06:00"
    )
    recorded = Recorded("property", 1, event)
    env = {"PERSISTENCE_MODULE": "ledger.store.factory", "PIT_DB_URL": url}
    with Application[str](env) as application:
        assert isinstance(application.mapper, EventMapper)
        (recording,) = application.save(recorded)
        assert list(application.events.get("property")) == [recorded]
    assert recording.notification.id == 1
    assert recording.notification.topic == "property.established"


def test_without_an_address_there_is_no_store() -> None:
    with pytest.raises(OSError, match="PIT_DB_URL"):
        SqlFactory({})


def test_what_is_closed_is_closed_once(url: str) -> None:
    left = SqlFactory({"PIT_DB_URL": url})
    with left.engine.connect():
        pass
    left.close()
    again = SqlFactory({"PIT_DB_URL": url})
    assert again.engine is left.engine, "an engine of tests goes on"
    with again.engine.connect():
        with again.engine.connect():
            pass
        left.close()
    assert again.engine.pool.checkedin() == 2  # type: ignore[attr-defined]  # it counts its connections
    again.close()
    assert again.engine.pool.checkedin() == 0  # type: ignore[attr-defined]  # likewise
