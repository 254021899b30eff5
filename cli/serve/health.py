"""How the server is: `/health` for whoever restarts it, `/metrics` for Prometheus. Neither names a person or a sum."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.frame.options import Session
from cli.serve import answers
from cli.serve.books import Books
from cli.serve.doors import is_from_here
from ledger.values.errors import PitError
from projections.queries import current, feeds


class Health:
    """books: those that are read. refused: how often equipment was refused something here, by code. only_here: whether
    it is told on this machine alone, as where whoever reads signs in.
    """

    def __init__(self, books: Books, refused: Mapping[str, int], *, only_here: bool) -> None:
        self._books = books
        self._only_here = only_here
        self._refused = refused
        self._registry = CollectorRegistry()
        self._registry.register(self)

    @property
    def routes(self) -> list[Route]:
        """Where it is told."""
        return [
            Route("/health", self._told(self.health), methods=["GET"]),
            Route("/metrics", self._told(self.metrics), methods=["GET"]),
        ]

    def _told(self, endpoint: Callable[[Request], Response]) -> Callable[[Request], Response]:
        def answer(request: Request) -> Response:
            if self._only_here and not is_from_here(request):
                raise HTTPException(404)
            return endpoint(request)

        return answer

    def health(self, _: Request) -> Response:
        """How far the read models are; 503 where the store cannot be reached."""
        try:
            stands = self._books.ask(lambda session: current.stands(session.ledger))
        except PitError as error:
            return answers.refused(error.refusal, 503)
        return Response(answers.encoded(stands), media_type=answers.JSON)

    def metrics(self, _: Request) -> Response:
        """In Prometheus' text form."""
        return Response(generate_latest(self._registry), media_type=CONTENT_TYPE_LATEST)

    def collect(self) -> Iterator[Metric]:
        """What is measured when it is asked for."""
        try:
            found = self._books.ask(_measured)
        except PitError:
            found = []
        yield _gauge("pit_store_reachable", "Whether the store can be read.", int(bool(found)))
        yield from found
        refused = CounterMetricFamily(
            "pit_feed_refused",
            "What equipment was refused here since the server started.",
            labels=("code",),
        )
        for code, times in sorted(self._refused.items()):
            refused.add_metric((code,), times)
        yield refused


def _measured(session: Session) -> list[Metric]:
    return [*_of_store(current.stands(session.ledger), feeds.feeds(session.ledger))]


def _of_store(stands: current.Standing, known: Iterable[feeds.Feed]) -> Iterator[Metric]:
    yield _gauge("pit_log_position", "Of the last event.", stands.head)
    yield _gauge(
        "pit_read_models_lag",
        "Positions of the log that the read models do not count yet.",
        stands.lag,
    )
    age = GaugeMetricFamily(
        "pit_feed_age_seconds",
        "Since the last record of a source was recorded.",
        labels=("source",),
    )
    aside = GaugeMetricFamily(
        "pit_feed_set_aside", "Records of a source that were set aside.", labels=("source",)
    )
    for each in known:
        age.add_metric((each.source,), each.age_seconds or 0)
        aside.add_metric((each.source,), each.set_aside)
    yield from (age, aside)


def _gauge(name: str, help_text: str, value: int) -> Metric:
    gauge = GaugeMetricFamily(name, help_text)
    gauge.add_metric((), value)
    return gauge
