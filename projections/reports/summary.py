"""The lines of a gaming day's summary, as the workbook and the page list them."""

from typing import Final

from projections.figures.render import Column, Kind

LINES: Final = (
    Column("status", "Books"),
    Column("tables", "Tables", Kind.COUNT),
    Column("rounds", "Rounds settled", Kind.COUNT),
    Column("voids", "Rounds void", Kind.COUNT),
    Column("drop", "Drop", Kind.MONEY),
    Column("win_tray", "Win from the tray", Kind.MONEY),
    Column("hold_bps", "Hold", Kind.SHARE),
    Column("win_hands", "Win from the hands", Kind.MONEY),
    Column("tray_variance", "Tray variance", Kind.MONEY),
    Column("drop_variance", "Drop variance", Kind.MONEY),
    Column("form_variance", "Form variance", Kind.MONEY),
    Column("fills", "Fills", Kind.MONEY),
    Column("credits", "Credits", Kind.MONEY),
    Column("buy_ins", "Buy-ins", Kind.MONEY),
    Column("vig_brought_forward", "Vigorish brought forward", Kind.MONEY),
    Column("vig_assessed", "Vigorish assessed", Kind.MONEY),
    Column("vig_collected", "Vigorish collected", Kind.MONEY),
    Column("vig_documented", "Vigorish documented", Kind.MONEY),
    Column("vig_uncollected", "Vigorish uncollected", Kind.MONEY),
    Column("vig_outstanding", "Vigorish outstanding", Kind.MONEY),
    Column("progressive_contributions", "Into progressive meters", Kind.MONEY),
    Column("progressive_awards", "Awards paid from trays", Kind.MONEY),
    Column("win_after_progressives", "Win after progressives", Kind.MONEY),
    Column("progressive_seeds", "Seeds put into meters by the house", Kind.MONEY),
    Column("win_after_seeds", "Win after seeds", Kind.MONEY),
    Column("exceptions", "Exceptions", Kind.COUNT),
    Column("without_closer", "Closer to be counted"),
    Column("uncounted", "Drop to be counted"),
    Column("not_reconciled", "Variance to be explained"),
)
