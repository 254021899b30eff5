"""What a command does not need is imported when something of it is asked for."""

import colorsys as imported
import importlib
import sys
from wsgiref import headers

import pytest

from cli.frame import lazy


def test_a_module_is_imported_when_something_of_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("colorsys", "wsgiref.headers"):
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys.modules["wsgiref"], "headers", headers)
    monkeypatch.setattr(lazy, "LATE", {"colorsys": ("rgb_to_hls",), "wsgiref.headers": ()})
    lazy.put_off()
    module = importlib.import_module("colorsys")
    taken = module.rgb_to_hls
    assert sys.modules["colorsys"] is module
    assert vars(module).keys().isdisjoint({"ONE_THIRD"}), "taken, it is not called yet"
    assert taken(0.2, 0.4, 0.4) == imported.rgb_to_hls(0.2, 0.4, 0.4)
    assert (module.ONE_THIRD, sys.modules["colorsys"].__file__) == (
        imported.ONE_THIRD,
        imported.__file__,
    )
    assert sys.modules["wsgiref"].headers is sys.modules["wsgiref.headers"] is not headers
    assert sys.modules["wsgiref"].headers.Headers([("a", "b")])["a"] == "b"
    lazy.put_off()
    assert sys.modules["colorsys"].__file__ == imported.__file__, "which it is already"
