"""What the code of a table, a link, a series or an operator may look like."""

import re
from typing import Final

CODE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}")
