"""The way in and out, where operators sign in: the one form that is sent to the server."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import parse_qs

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from cli.frame import failing
from cli.serve import answers
from cli.serve.answering import error_page
from cli.serve.books import Books
from cli.serve.doors import COOKIE, from_elsewhere
from cli.serve.readers import WHOLE_SECONDS, Readers
from ledger.values.errors import Misused, PitError, Refused

LONGEST: Final = 4_096
"""Bytes of what is typed: an id and a passphrase."""

AT_ONCE: Final = 1
"""So many passphrases are looked at at once, as each takes much memory and time. Who reads waits for none of them."""

WAITING: Final = 64
"""So many wait for it; who comes then is told to come again."""

OF_ONE_ADDRESS: Final = 3
"""So many of them from one address: who repeats what is wrong keeps nobody out but themselves."""

STATUS: Final = {"too_many_sign_ins": 429}
"""Of what is about no operator."""

TITLE: Final = "Sign in"


class SigningIn:
    """Takes what is typed, and lets in who knows their passphrase."""

    def __init__(self, books: Books, readers: Readers) -> None:
        self._books = books
        self._readers = readers
        self._at_once = CapacityLimiter(AT_ONCE)
        self._here: Counter[str] = Counter()

    @property
    def routes(self) -> list[Route]:
        """Where it is done."""
        return [
            Route("/login", self.asked, methods=["GET"]),
            Route("/login", self.signed, methods=["POST"]),
            Route("/logout", self.out, methods=["GET"]),
        ]

    async def asked(self, request: Request) -> Response:
        """The form."""
        return error_page(
            "login.html", None, 200, title=TITLE, to=_within(request.query_params.get("to", ""))
        )

    async def signed(self, request: Request) -> Response:
        """Who typed it in, on their way to what they asked for; else the form again, and why."""
        to = ""
        try:
            typed = await _typed(request)
            to = _within(typed.get("to", ""))
            with self._room(request.client.host if request.client else ""):
                token = await to_thread.run_sync(
                    self._sign_in,
                    typed.get("operator", "").strip(),
                    typed.get("passphrase", ""),
                    limiter=self._at_once,
                )
        except Exception as error:  # noqa: BLE001  the last line of defence: nobody is shown a traceback
            known: PitError = failing.explain(error)
            status = STATUS.get(known.refusal.code, answers.status_of(known))
            return error_page("login.html", known.refusal, status, title=TITLE, to=to)
        answer = RedirectResponse(to, 303)
        answer.set_cookie(
            COOKIE,
            token,
            max_age=WHOLE_SECONDS,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return answer

    async def out(self, request: Request) -> Response:
        """The session is over."""
        self._readers.sign_out(request.cookies.get(COOKIE, ""))
        answer = RedirectResponse("/login", 303)
        answer.delete_cookie(COOKIE)
        return answer

    @contextmanager
    def _room(self, address: str) -> Iterator[None]:
        if self._here[address] >= OF_ONE_ADDRESS or self._here.total() >= AT_ONCE + WAITING:
            raise Refused(
                "too_many_sign_ins",
                "More sign in than can be looked at.",
                "Wait a moment, and sign in again.",
            )
        self._here[address] += 1
        try:
            yield
        finally:
            self._here[address] -= 1
            self._here += Counter()  # Those who have gone are forgotten.

    def _sign_in(self, operator: str, passphrase: str) -> str:
        with self._books.lent() as current:
            return self._readers.sign_in(current.ledger, operator, passphrase)


async def _typed(request: Request) -> dict[str, str]:
    """The fields of the form. Raises Refused where it was not this server's, Misused where it is no form."""
    if from_elsewhere(request):
        raise Refused(
            "not_our_form",
            "The form that was sent is not this server's.",
            "Load the page, and sign in there.",
        )
    body = b""
    async for some in request.stream():
        body += some
        if len(body) > LONGEST:
            raise Misused("form_too_long", "More was sent than a form holds.", "Type less.")
    try:
        found = parse_qs(body.decode(), max_num_fields=8)
    except ValueError:
        raise Misused("not_a_form", "What was sent is no form.", "Load the page.") from None
    return {name: values[0] for name, values in found.items()}


def _within(to: str) -> str:
    """Where somebody goes on to: an address here, and nowhere else."""
    safe = to.startswith("/") and not to.startswith(("//", "/\\", "/log"))
    return to if safe and to.isprintable() and "\\" not in to else "/"
