"""Why a store could not be reached or do what was asked, in our words: a driver's and a server's come in any language.

What they said is lost to nobody: PIT_DEBUG=1 prints it.
"""

import re
from typing import Final

UNKNOWN: Final = "none that this program knows; PIT_DEBUG=1 shows what was said"

_CAUSES: Final = (
    ("resolve host|translate host name|not known", "no host of that name is known"),
    ("connection refused", "nothing takes connections there"),
    ("failed: permission denied", "this user of the machine may not use the socket"),
    ("on that socket", "no server has that socket"),
    ("no route to host|network is unreachable", "no way leads to that host"),
    ("password authentication failed", "the password is not that user's"),
    ("no password supplied", "a password is asked for, and none is given"),
    (
        "(peer|ident|gssapi|certificate|ldap|pam|radius) authentication failed",
        "the server does not take that user",
    ),
    ("database .* does not exist", "the server has no such database"),
    ("role .* does not exist", "the server has no such user"),
    ("not permitted to log in", "that user may not log in"),
    (
        "permission denied for database|no connect privilege",
        "that user may not connect to the database",
    ),
    ("pg_hba.conf", "the server lets nobody in who comes from here so (pg_hba.conf)"),
    ("too many (clients|connections)|connection slots", "the server takes no more connections"),
    ("is starting up|not yet accepting|in recovery mode", "the server is starting"),
    ("is shutting down|administrator command", "the server is shutting down"),
    (
        "session is read-only|in hot standby|is not in hot standby|not read-only",
        "the server is not of the kind asked for",
    ),
    ("definition of service", "no such service is defined"),
    ("invalid port number", "that is no port"),
    ("timeout expired|timed out", "no answer came in time"),
    ("does not support ssl", "the server takes no TLS, which is asked for"),
    ("root certificate file", "the file of root certificates is not there, or cannot be read"),
    ("does not match host name|verify failed", "the server's certificate is not one to be trusted"),
    (
        "private key file|certificate file|could not load",
        "the client's certificate or key cannot be used",
    ),
    (r"\b(ssl|tls)\b|certificate", "no TLS came about"),
    (
        "server closed the connection|connection (is )?(lost|closed)|connection reset|broken pipe|unexpected eof",
        "the connection was lost",
    ),
    ("disk i/o error", "the disk, or what stands in its place, fails"),
)
"""What is found in what a driver said, in small letters, and what it means; the first that fits."""

_FACTS: Final = {
    "host": r'server at "([^"]+)"|resolve host \'([^\']+)\'|translate host name "([^"]+)"|host name "([^"]+)"',
    "port": r"port:? \"?(\d+)",
    "socket": r'on socket "([^"]+)"',
    "user": r'(?:user|role) "([^"]+)"',
    "database": r'database "([^"]+)"',
    "service": r'service "([^"]+)"',
}

_NAMES: Final = r"""("|')[^"']*\1"""


def facts_of(error: BaseException) -> dict[str, str]:
    """Why, as `reason`, and what of the address is told with it. error: with those that it came of."""
    while (beneath := getattr(error, "orig", None) or error.__cause__) is not None:
        error = beneath
    if type(error).__module__ == "sqlalchemy.exc":  # Its pool waited in vain.
        return {"reason": "every connection to it is in use"}
    said = str(error)
    facts = {"reason": _reason(error, re.sub(_NAMES, "", said).lower())}
    for name, written in _FACTS.items():
        if found := re.search(written, said):
            facts[name] = next(filter(None, found.groups()))
    return facts


def _reason(error: BaseException, said: str) -> str:
    for text, words in _CAUSES:
        if re.search(text, said):
            return words
    code = getattr(error, "sqlstate", None) or getattr(error, "sqlite_errorname", None)
    return f"what its code {code} stands for; PIT_DEBUG=1 shows what was said" if code else UNKNOWN
