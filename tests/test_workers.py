"""Tests that run in workers: none is left out, none twice, and nobody's end goes unnoticed."""

import pytest

pytest_plugins = ["pytester"]


@pytest.fixture
def made(pytester: pytest.Pytester) -> pytest.Pytester:
    """Thirty tests, of which the last fails where one is asked to."""
    pytester.makepyfile(
        test_made="""
        import os
        import pytest

        @pytest.fixture(scope="session")
        def folder(tmp_path_factory):
            folder = tmp_path_factory.getbasetemp()
            yield folder
            (folder.parent.parent / f"ended-{folder.name}").touch()

        @pytest.mark.parametrize("n", range(30))
        def test_it(n, folder):
            print("told of", n)
            (folder.parent.parent / f"ran-{n}-{folder.name}").touch(exist_ok=False)
            if n == 29 and "FAILS" in os.environ:
                raise ValueError("as it should")
            if n == 29 and "DIES" in os.environ:
                os._exit(7)
        """
    )
    return pytester


def run(made: pytest.Pytester, *options: str) -> pytest.RunResult:
    """What came of them in three workers."""
    base = made.path / "base"
    return made.runpytest_inprocess(
        *("-p", "tests.workers", "--workers", "3", f"--basetemp={base}", *options)
    )


def test_each_test_runs_once_in_a_folder_of_its_worker_which_ends_what_it_began(
    made: pytest.Pytester,
) -> None:
    run(made).assert_outcomes(passed=30)
    ran = sorted(each.name.split("-", 2)[1:] for each in made.path.glob("ran-*"))
    assert sorted(int(n) for n, _ in ran) == [*range(30)]
    workers = {worker for _, worker in ran}
    assert workers <= {"worker-0", "worker-1", "worker-2"}
    assert {each.name for each in made.path.glob("ended-*")} == {f"ended-{w}" for w in workers}


def test_a_failure_is_told_with_what_the_test_printed_and_no_other(
    made: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAILS", "1")
    found = run(made)
    found.assert_outcomes(passed=29, failed=1)
    assert found.ret == pytest.ExitCode.TESTS_FAILED
    found.stdout.fnmatch_lines(["*ValueError: as it should", "*Captured stdout*", "told of 29"])
    found.stdout.no_fnmatch_line("told of 28")


def test_after_as_many_failures_as_are_asked_for_no_more_is_taken(
    made: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAILS", "1")
    found = run(made, "--maxfail=1")
    assert found.ret == pytest.ExitCode.TESTS_FAILED
    found.stdout.fnmatch_lines(["*stopping after 1 failures*"])


def test_a_worker_that_ends_by_itself_fails_the_run_with_the_test_it_was_at(
    made: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DIES", "1")
    found = run(made)
    assert found.ret == pytest.ExitCode.TESTS_FAILED
    found.stdout.fnmatch_lines(["*a worker ended with 7: test_made.py::test_it*29*"])
