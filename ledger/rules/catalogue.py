"""The rules submissions that can be named: those that ship, and a licensee's own."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.values.errors import NotFound, Refused

if TYPE_CHECKING:
    from ledger.rules.submission import Submission


class Catalogue:
    """Submissions by id. directory: where a licensee keeps its own, each as `ID.toml`."""

    def __init__(self, directory: Path | None = None) -> None:
        self._directory = directory
        self._files: dict[str, Path] = {}

    def ids(self) -> list[str]:
        """The ids of all submissions. Raises NotFound `rules_directory_missing`."""
        from ledger.rules.loader import list_ids  # noqa: PLC0415  most commands read none

        return sorted({*list_ids(), *self._own()})

    def load(self, rules_id: str, options: Mapping[str, str] | None = None) -> "Submission":
        """The submission of this id, with options set.

        Raises NotFound `rules_unknown`, Refused `rules_id_taken` or `rules_id_differs`, or as
        `load_file`.
        """
        from ledger.rules.loader import list_ids, load, unknown_rules  # noqa: PLC0415  most commands read none

        path = self._own().get(rules_id)
        if path is None and rules_id in list_ids():
            return load(rules_id, options)
        if path is None:
            raise unknown_rules(rules_id, self.ids())
        return _load_own(path, rules_id, options)

    def text(self, rules_id: str) -> str:
        """The TOML of the submission of this id, as it is written. Raises as `load`."""
        from ledger.rules.loader import read_text  # noqa: PLC0415  most commands read none
        from ledger.rules.source import packaged_text  # noqa: PLC0415  most commands read none

        self.load(rules_id)
        path = self._own().get(rules_id)
        return read_text(path) if path else packaged_text(f"submissions/{rules_id}.toml")

    def is_added(self, rules_id: str) -> bool:
        """Whether a file of this id was named by itself."""
        return rules_id in self._files

    def add(self, path: Path) -> str:
        """Let one more file be named by the id in it, and return that id. Raises as `load`."""
        from ledger.rules.loader import load_file  # noqa: PLC0415  most commands read none

        rules_id = load_file(path).id
        _load_own(path, rules_id)
        self._files[rules_id] = path
        return rules_id

    def _own(self) -> dict[str, Path]:
        if self._directory is None:
            return self._files
        if not self._directory.is_dir():
            raise NotFound(
                "rules_directory_missing",
                f"There is no directory {self._directory} of rules submissions.",
                "Make it, or correct PIT_RULES or the config file.",
                directory=str(self._directory),
            )
        return {path.stem: path for path in self._directory.glob("*.toml")} | self._files


def _load_own(path: Path, rules_id: str, options: Mapping[str, str] | None = None) -> "Submission":
    from ledger.rules.loader import list_ids, load_file  # noqa: PLC0415  most commands read none

    if rules_id in list_ids():
        raise Refused(
            "rules_id_taken",
            f"{path} has the id of a submission that ships, {rules_id}.",
            "Give it an id of its own; two documents under one name cannot be told apart.",
            path=str(path),
            rules=rules_id,
        )
    found = load_file(path, options)
    if found.id != rules_id:
        raise Refused(
            "rules_id_differs",
            f"{path} holds the submission {found.id}.",
            "Name the file for its id.",
            path=str(path),
            rules=found.id,
        )
    return found
