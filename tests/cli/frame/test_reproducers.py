"""Where the reproducers of errors stand (tests/cli/frame/reproducers)."""

import shlex

from tests.cli.frame.reproducers import BY_NOUN, CASES


def _noun(command: str) -> str:
    words = shlex.split(command)
    while words[0].startswith("--"):
        del words[:2]
    return words[0]


def test_a_case_stands_with_the_noun_of_its_command() -> None:
    elsewhere = {
        name: noun
        for module, cases in BY_NOUN.items()
        for name, (_, command) in cases.items()
        if module != (noun := _noun(command)) and (module != "others" or noun in BY_NOUN)
    }
    assert elsewhere == {}


def test_no_two_cases_have_one_name() -> None:
    assert len(CASES) == sum(map(len, BY_NOUN.values()))
