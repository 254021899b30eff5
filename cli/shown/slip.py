"""The slip of a fill or a credit as it is on paper."""

from zoneinfo import ZoneInfo

from projections.pages.slip import copies, facts, signatures
from projections.queries.slips import SlipPaper


def lines(paper: SlipPaper, property_name: str, zone: ZoneInfo) -> list[str]:
    """The slip as it is on paper. zone: in which times are written."""
    slip, rule = paper.slip, "-" * 60
    void = "VOID" if slip.void else ""
    told = [
        rule,
        f"{property_name:<36}{f'No. {slip.slip}':>24}",
        f"{f'{slip.kind} slip'.upper():<36}{void:>24}",
        rule,
        *(f"{each.label:<17}{each.text}" for each in facts(slip, paper.day, zone)),
        rule,
        *(f"{x.label:<17}{x.text:<8} {x.known}" for x in signatures(slip, paper.known)),
        *(f"{each.name:<17}{each.kept}" for each in copies(slip)),
        rule,
    ]
    return [line.rstrip() for line in told]
