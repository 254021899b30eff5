"""What nobody uses is found, and nothing is there."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.architecture.unused import PROGRAM, dependencies, superfluous, unused_files, unused_names

ROOT = Path(__file__).parents[2]


def test_nothing_is_declared_that_nobody_uses() -> None:
    assert unused_names(ROOT) == []
    assert unused_files(ROOT) == []
    assert dependencies(ROOT) == []


def test_no_reason_is_given_for_what_is_read() -> None:
    assert superfluous(ROOT) == []


@pytest.mark.parametrize(
    "declared",
    [
        "def forgotten() -> None: ...",
        "FORGOTTEN = 7",
        "class Kept:\n    def forgotten(self) -> None: ...\nKept()",
        "class Kept:\n    @property\n    def forgotten(self) -> None: ...\nKept()",
        "@property\ndef forgotten() -> None: ...",
        "def forgotten() -> None:\n    forgotten()",
        "@lru_cache(maxsize=8)\ndef forgotten() -> None: ...",
        "async def forgotten() -> None: ...",
        "REMEMBERED, FORGOTTEN = 7, 8\nprint(REMEMBERED)",
        "class Kept:\n    forgotten: int\nKept()",
        "class Kept:\n    FORGOTTEN = 7\nKept()",
        "class Kept:\n    async def forgotten(self) -> None: ...\nKept()",
        "class Kept:\n    def __init__(self) -> None:\n        self.forgotten = 7\nKept()",
        "class Kept:\n    def forgotten(self) -> None:\n        self.forgotten()\nKept()",
    ],
)
def test_a_name_that_only_tests_use_is_found(tmp_path: Path, declared: str) -> None:
    files = {"ledger/new.py": declared, "tests/test_new.py": "print(forgotten, FORGOTTEN)"}
    (found,) = _unused(tmp_path, files)
    assert found.lower().replace("kept.", "") == "ledger.new: nothing uses forgotten"


def test_functions_that_only_call_each_other_are_found(tmp_path: Path) -> None:
    files = {
        "ledger/hands.py": (
            "def deal() -> None:\n    burn()\ndef burn() -> None:\n    deal()\n"
            "def cut() -> None: ...\nONCE = cut()\nprint(ONCE)"
        ),
    }
    assert _unused(tmp_path, files) == [
        "ledger.hands: nothing uses deal",
        "ledger.hands: nothing uses burn",
    ]


def test_a_module_that_only_tests_import_is_found(tmp_path: Path) -> None:
    files = {
        "cli/main.py": "def later() -> None:\n    from ledger import read\n    read.page()\nlater()",
        "ledger/read.py": "def page() -> None: ...",
        "ledger/attic.py": "from ledger import cellar\ncellar.dig()",
        "ledger/cellar.py": "def dig() -> None: ...",
        "tests/test_attic.py": "import ledger.attic",
    }
    assert _unused(tmp_path, files, entered=["cli.main"]) == [
        "ledger.attic: nothing imports it",
        "ledger.cellar: nothing imports it",
    ]


def test_a_name_that_is_another_s_too_is_found(tmp_path: Path) -> None:
    files = {
        "ledger/hands.py": "def deal() -> None: ...\ndef read() -> None: ...",
        "ledger/act.py": "class Act:\n    def deal(self) -> None: ...",
        "cli/word.py": "from ledger import act, hands\nact.Act().deal()\nhands.read()\nprint('deal')",
        "benchmarks/all.py": "from ledger import hands\nhands.deal()",
    }
    assert _unused(tmp_path, files) == ["ledger.hands: nothing uses deal"]


def test_a_column_that_is_written_and_never_read_is_found(tmp_path: Path) -> None:
    files = {
        "projections/models/forms.py": (
            "class Row:\n    day: str\n    cents: int\nrow = Row()\nrow.day, row.cents = '', 0"
        ),
        "projections/figures.py": "from projections.models import forms\nprint(forms.row.cents)",
    }
    assert _unused(tmp_path, files) == ["projections.models.forms: nothing uses Row.day"]


def test_what_is_loaded_by_its_name_is_used(tmp_path: Path) -> None:
    files = {
        "ledger/tables.py": "def show() -> None: ...\nNEEDS = ()",
        "cli/main.py": (
            "from importlib import import_module\n"
            "of = import_module('ledger.tables')\nprint(of.NEEDS, getattr(of, 'show'))"
        ),
    }
    assert _unused(tmp_path, files, entered=["cli.main"]) == []


def test_what_a_page_reads_or_a_question_or_a_pattern_is_used(tmp_path: Path) -> None:
    files = {
        "projections/pages/templates/page.html": "{{ row.cents }}",
        "projections/pages/rows.py": (
            "class Row:\n    cents: int\n    day: str\n    seat: int\nmatch Row():\n    case Row(day=d):\n"
            "        print(d, f'WHERE day = {d} AND seat > 1')"
        ),
    }
    assert _unused(tmp_path, files) == []


def test_a_page_that_nothing_names_is_found(tmp_path: Path) -> None:
    files = {
        "cli/serve/pages.py": "print('day.html', 'mark.svg')",
        "cli/serve/templates/day.html": "<div>",
        "cli/serve/templates/week.html": "{% extends 'day.html' %}",
        "cli/serve/static/mark.svg": "<svg/>",
        "cli/serve/static/sign.svg": "<svg/>",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert unused_files(tmp_path) == [
        "cli/serve/static/sign.svg: nothing names it",
        "cli/serve/templates/week.html: nothing names it",
    ]


def test_a_table_is_used_where_a_question_names_it(tmp_path: Path) -> None:
    files = {
        "ledger/store.py": "days = sa.Table('all_days')\nweeks = sa.Table('all_weeks')\nprint('FROM all_weeks')",
        "ledger/asked.py": "print('SELECT 1 FROM all_days')",
    }
    assert _unused(tmp_path, files) == ["ledger.store: nothing uses weeks"]


def _unused(root: Path, files: dict[str, str], entered: Sequence[str] = ()) -> list[str]:
    """entered: by scripts, modules of the files; else by all."""
    for top in PROGRAM:
        (root / top).mkdir()
    for name, source in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(source, encoding="utf-8")
    modules = entered or [
        name.removesuffix(".py").replace("/", ".") for name in files if name.startswith(PROGRAM)
    ]
    scripts = "\n".join(f'script-{n} = "{module}:main"' for n, module in enumerate(modules))
    (root / "pyproject.toml").write_text(
        f'[project]\nname = "x"\n[project.scripts]\n{scripts}\n', encoding="utf-8"
    )
    return unused_names(root)


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
