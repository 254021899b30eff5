"""What links do is tried under each text and under its copy: no rule hangs on a text's name."""

from tests.copies import copied, texts, url
from tests.copies import under_copies as pytest_generate_tests

__all__ = ["copied", "pytest_generate_tests", "texts", "url"]
