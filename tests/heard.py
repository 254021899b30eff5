"""What a connection is asked, as its driver takes it."""

import sqlalchemy as sa

from ledger.store.driver import SAID


def heard(connection: sa.Connection) -> list[str]:
    """Every question from here on."""
    asked: list[str] = []

    def said(question: str) -> str:
        asked.append(question)
        return question

    connection.execution_options(**{SAID: said})
    return asked
