"""What nobody uses is found, and nothing is there."""

from pathlib import Path

import pytest

from tests.architecture.unused import PROGRAM, dependencies, unused_names

ROOT = Path(__file__).parents[2]


def test_nothing_is_declared_that_nobody_uses() -> None:
    assert unused_names(ROOT) == []
    assert dependencies(ROOT) == []


@pytest.mark.parametrize(
    "declared",
    [
        "def forgotten() -> None: ...",
        "FORGOTTEN = 7",
        "class Kept:\n    def forgotten(self) -> None: ...\nKept",
        "@property\ndef forgotten() -> None: ...",
    ],
)
def test_a_name_that_only_tests_use_is_found(tmp_path: Path, declared: str) -> None:
    for top in PROGRAM:
        (tmp_path / top).mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "ledger/new.py").write_text(f"{declared}\n", encoding="utf-8")
    (tmp_path / "tests/test_new.py").write_text("print(forgotten, FORGOTTEN)", encoding="utf-8")
    (found,) = unused_names(tmp_path)
    assert found.lower() == "ledger/new.py: nothing uses forgotten"


def test_a_package_that_nothing_imports_is_found(tmp_path: Path) -> None:
    for top in (*PROGRAM, "benchmarks", "tests"):
        (tmp_path / top).mkdir()
    (tmp_path / "ledger/new.py").write_text("import sqlalchemy", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "pit-ledger"\ndependencies = ["click>=8"]\n'
        '[project.optional-dependencies]\ndev = ["pytest"]\n',
        encoding="utf-8",
    )
    assert sorted(dependencies(tmp_path)) == [
        "click is declared and not used",
        "pytest is declared and not used",
        "sqlalchemy is used and not declared",
        "sqlalchemy is used by tests and not declared",
    ]
