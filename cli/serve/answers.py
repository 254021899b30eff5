"""What a request is answered with, as bytes: those that the command prints which answers the same; errors too."""

import io
from typing import Any, Final

import msgspec
from starlette.responses import Response

from cli.frame import failing
from ledger.values.errors import PitError, Refusal
from projections.figures.render import Form, write
from projections.queries.report import Rows

STATUS: Final = {1: 403, 2: 400, 3: 404, 4: 409, 5: 500, 7: 503}
"""The status of an error by the exit code of a command that ends with it."""

FAULT: Final = 500

TITLES: Final = {
    400: "That cannot be read",
    403: "Refused",
    404: "Not found",
    405: "Only to be read",
    409: "Not now",
    503: "The store cannot be used",
}
"""What stands above an error, by its status."""

WRONG: Final = "Something is wrong"
"""What stands above any other."""

JSON: Final = "application/json"


def status_of(error: PitError) -> int:
    """The status with which an error is answered."""
    return STATUS.get(error.exit_code, FAULT)


def encoded(answer: Any) -> bytes:
    """An answer as its command prints it with --json: a report row by row, anything else on one line."""
    if not isinstance(answer, Rows):
        return msgspec.json.encode(answer) + b"\n"
    written = io.StringIO()
    write(answer.view, answer.rows, Form.JSON, written)
    return written.getvalue().encode()


def refused(refusal: Refusal, status: int) -> Response:
    """An error as a command prints it with --json."""
    return Response(f"{failing.in_json(refusal)}\n", status, media_type=JSON)
