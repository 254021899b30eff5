"""What is known of each kind of finding. It stands with the figures, since the list of exceptions says the same of them
that a reconciliation does.
"""

from typing import Final, NamedTuple

from ledger.events.finding import Finding


class Kind(NamedTuple):
    """A kind of finding: its sentence, what usually causes it, whether the day can be closed with it.

    no_event: why it may rest on none. informs: it is for information, and the day is closed without a reason for it.
    """

    message: str
    usual_cause: str
    blocks: bool = False
    no_event: str = ""
    informs: bool = False


KINDS: Final = {
    "tray_variance": Kind(
        "The counted tray is not what it should hold.",
        "A count written wrongly, a fill, credit or buy-in not recorded, or a hand paid wrongly.",
    ),
    "drop_variance": Kind(
        "The cash in the drop box is not what was bought in for.",
        "A buy-in not recorded or recorded twice, a note counted wrongly, a box of another table.",
    ),
    "form_variance": Kind(
        "The forms in the drop box are not the vigorish that was documented.",
        "An original not dropped, left in another box, or read wrongly.",
    ),
    "table_not_closed": Kind(
        "The day ended without a closer, so its tray is unknown.",
        "The table played on over the cut-off, or its closer was not entered.",
        no_event="Nobody opened the table on this day: it was open when the day began.",
    ),
    "opener_unknown": Kind(
        "The day began without an opener, so its tray is unknown.",
        "The table played on over the cut-off from the day before.",
        no_event="Nobody counted the tray: the table was open when the day began.",
    ),
    "hands_not_recorded": Kind(
        "The table's hands are not recorded, so nothing holds its tray to account.",
        "It was opened to be run on its tray alone.",
        no_event="The table was open on its tray alone when the day began.",
    ),
    "drop_not_counted": Kind(
        "The drop box has not been counted.",
        "The soft count is not entered yet.",
        blocks=True,
        no_event="A count that nobody entered has left no event.",
    ),
    "round_unsettled": Kind(
        "The round was never settled or voided.",
        "The last records of the table have not come in, or play stopped in the middle.",
        blocks=True,
    ),
    "round_not_entered_again": Kind(
        "The round is reversed, and no other is in its place.",
        "It was never played, or is not entered yet: pit round play --instead-of, until the day is closed.",
    ),
    "form_undecided": Kind(
        "The form has not been compared with both its copies.",
        "The drop box or the duplicates of the day are not entered yet.",
        blocks=True,
    ),
    "vigorish_outstanding": Kind(
        "Vigorish is marked and not settled.",
        "A player is still seated over the cut-off; the mark is carried into the next day.",
    ),
    "vigorish_owed_back": Kind(
        "Vigorish that was collected of reversed rounds has not been handed back.",
        "The player has gone; hand it back when the player returns.",
    ),
    "opener_differs": Kind(
        "The opener is not what the table last closed with.",
        "Chips moved between closing and opening without a slip, or one of the counts is wrong.",
    ),
    "record_refused": Kind(
        "A record of the feed was refused and set aside.",
        "A record out of order or typed wrongly; feed the corrected record under a new number.",
    ),
    "drop_recounted": Kind(
        "The drop was counted again.", "The first count was wrong; both are on record."
    ),
    "drop_counts_differ": Kind(
        "The drop box was counted by machine and by hand, and not alike; the count by hand stands.",
        "Notes that stick together or are worn, a note counted twice, or one of another box.",
    ),
    "counts_differ": Kind(
        "Two people counted it, each alone, and not alike; the second count stands.",
        "A stack or a note that one of them counted wrongly, or another box or tray.",
    ),
    "second_count_missing": Kind(
        "One person counted it blind, and nobody a second time; that count is in no figure.",
        "Chips moved at the table before the second, so that both were to count anew; or who was to count did not.",
    ),
    "slip_missing": Kind(
        "Numbers of a series of slips were passed over.", "A slip void, lost, or not entered yet."
    ),
    "slip_used_again": Kind(
        "A slip's number was used before.", "A slip entered twice, or a number misread."
    ),
    "slip_not_received": Kind(
        "A slip was used that is not on record as received.",
        "A delivery that was not entered (pit chips stock), a number misread, or a slip of another printer.",
    ),
    "slip_lost_and_used": Kind(
        "A slip that is recorded as lost was used.",
        "It was found again, or one of the two numbers was misread; who had it is to be asked.",
    ),
    "slips_not_counted": Kind(
        "The unused slips of the series were not counted.",
        "Those in hand at the day's end are not entered yet: pit chips unused.",
        no_event="A count that nobody entered has left no event.",
    ),
    "slips_in_hand_differ": Kind(
        "The unused slips in hand are not those on record.",
        "A slip used, or lost, without being entered; or a number misread.",
    ),
    "slips_lost": Kind(
        "Unused slips were recorded as lost or destroyed.",
        "They have a reason, and who authorised it.",
    ),
    "slip_on_its_way": Kind(
        "A fill or a credit was neither received nor void at the day's end.",
        "It was carried over the cut-off, or its receipt or void is not entered: pit chips receive, pit chips void.",
    ),
    "slip_not_as_requested": Kind(
        "The cage prepared other chips than were requested.", "It had no others, or a misreading."
    ),
    "slip_amount_differs": Kind(
        "What was prepared, what was received and the parts of the slip are not of one amount.",
        "Chips counted wrongly or gone on the way, an amount misread or altered.",
    ),
    "slip_chips_differ": Kind(
        "The amount agrees, the denominations do not.", "A line of the slip misread or altered."
    ),
    "slip_table_differs": Kind(
        "A part of the slip names another table.", "Brought to another table, or a table misread."
    ),
    "slip_void_differs": Kind(
        "The slip is void on one part or on record only.", "One part was not marked VOID."
    ),
    "slip_missing_cage_part": Kind(
        "The cage's part of the slip did not come with the others.",
        "The cage has it still, or lost it.",
    ),
    "slip_missing_table_part": Kind(
        "The table's part of the slip was not among the others.",
        "Not dropped, or in the box of another table.",
    ),
    "slip_not_on_record": Kind(
        "Nothing of the day is on record of the slip.",
        "A fill or credit that was not entered, or a number misread.",
    ),
    "meter_contributions_differ": Kind(
        "A meter did not take what the round's wagers come to.",
        "An event of the link or the round was altered.",
    ),
    "meter_returns_differ": Kind(
        "A meter did not give back what the void round had put in.",
        "An event of the link or the round was altered.",
    ),
    "meter_reading_differs": Kind(
        "The sign of a meter does not show what the ledger does.",
        "A round that the controller or the ledger lacks, a counter that rolled over, a number misread.",
    ),
    "meter_not_read": Kind(
        "Meters in service have no closing reading.",
        "Nobody has read the sign, or the controller has not sent what it shows.",
        no_event="A reading that nobody entered has left no event.",
    ),
    "meter_at_maximum": Kind(
        "A must-hit meter is at its maximum, and nobody has won it.",
        "The controller's result is not entered, or the controller and the ledger did not agree.",
    ),
    "award_differs": Kind(
        "An award is not what its meter came to when it was won.",
        "An event of the link was altered, or the controller and the ledger did not agree.",
    ),
    "award_payment_differs": Kind(
        "What was handed over, or went back into the meter, is not the award.",
        "An event of the link or the table was altered.",
    ),
    "award_held": Kind(
        "A meter's award is held for a ruling.",
        "Its round does not count, or the meter was won or has fallen since.",
    ),
    "award_unpaid": Kind("A meter's award is not paid.", "It waits for a supervisor or the cage."),
    "coupons_kept": Kind(
        "Match play coupons were kept, and are to be counted by hand.",
        "Coupons that won or lost lie in the drop box; they are not part of the drop.",
    ),
    "dispute_open": Kind(
        "The round is disputed and not decided.", "The ruling is not entered yet."
    ),
    "form_missing_original": Kind(
        "The original was not in the drop box of its table.", "Not dropped, or in another box."
    ),
    "form_missing_duplicate": Kind(
        "The duplicate did not come to accounting.", "The pit clerk has not forwarded it."
    ),
    "form_not_dropped": Kind(
        "Nobody recorded that the original was dropped before those who signed it.",
        "Dropped without a record, or not at all: pit form drop.",
    ),
    "form_dropped_late": Kind(
        "The original was dropped on a later gaming day.", "Kept over the cut-off by the pit clerk."
    ),
    "form_not_forwarded": Kind(
        "Nobody recorded that the clerk forwarded its copies.",
        "Sent to accounting without a record: pit form forward.",
    ),
    "form_forwarded_late": Kind(
        "Its copies were forwarded on a later gaming day.",
        "Kept over the cut-off by the pit clerk.",
    ),
    "form_not_the_player": Kind(
        "The form names another patron than the one who was seated there.",
        "A form of another seat, a name misread, or a seat taken without being entered.",
    ),
    "form_lost": Kind(
        "An unused form was recorded as lost or destroyed.",
        "It has a reason, and who authorised it.",
    ),
    "forms_not_counted": Kind(
        "The unused forms of the series were not counted.",
        "The clerk has not counted those in hand at the day's end: pit form count.",
        no_event="A count that nobody entered has left no event.",
    ),
    "forms_in_hand_differ": Kind(
        "The unused forms in hand are not those on record.",
        "A form used, or lost, without being entered; or a number misread.",
    ),
    "form_amount_differs": Kind(
        "Original, duplicate and record do not have one amount.", "An amount misread or altered."
    ),
    "form_table_differs": Kind(
        "Original, duplicate and record do not have one table.", "Dropped into another table's box."
    ),
    "form_day_differs": Kind(
        "Original, duplicate and record do not have one gaming day.",
        "Issued before and dropped after the cut-off.",
    ),
    "form_patron_differs": Kind(
        "Duplicate and record do not name one patron.", "A name misread, or another patron's form."
    ),
    "form_void_differs": Kind(
        "It is void on one copy or on record only.", "One copy was not marked VOID."
    ),
    "form_found_twice": Kind(
        "Two copies of one kind were entered.", "One copy entered twice, or a number misread."
    ),
    "form_out_of_sequence": Kind(
        "The number was used, or a copy of it found, when it was not its turn.",
        "A form used before its turn.",
    ),
    "form_unaccounted": Kind(
        "Nothing is on record of this number.",
        "A form lost, or used without being entered.",
        no_event="The number was passed over: a later one was found, and this one nowhere.",
    ),
    "hold_outside_band": Kind(
        "The table's win is farther from theory than chance takes it most days.",
        "Chance, about once in twenty days; a wager or a payment entered wrongly; play to be looked at.",
        no_event="It rests on all hands of the day: pit report performance --by table.",
        informs=True,
    ),
    "hold_off_base": Kind(
        "The table's hold of the month is not what it was in the months before.",
        "Other players or limits than before, payments entered wrongly, or play to be looked at.",
        no_event="It rests on all hands of the month: pit report performance --by table --period month.",
        informs=True,
    ),
}
"""Every kind of finding. What is not listed here is no finding."""


def informs(finding: Finding) -> bool:
    """Whether a finding is for information only."""
    return KINDS[finding.code].informs


CORRECTED: Final = Kind(
    "What was corrected on this day makes the difference; its counts and records agree.",
    "A correction of a day before, or of one figure without the other; it is explained by its document.",
)
"""What a variance says that comes of corrections alone: nothing is to be looked for in the tray or the box."""
