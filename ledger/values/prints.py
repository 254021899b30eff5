"""How prints of a document are told apart."""


def print_told(print_no: int) -> str:
    """What stands on a print besides: nothing on the first, `REPRINT 2` on the third; `COPY` on what is only looked at,
    which is 0.
    """
    if print_no == 0:
        return "COPY"
    return f"REPRINT {print_no - 1}" if print_no > 1 else ""
