"""Every write of records: drafts are written, sent, checked by workers, swept; what was sent may be withdrawn."""

from games.records.services.claims import claim_record, give_record_back
from games.records.services.drafting import (
    begin_draft,
    discard_draft,
    discard_parcel,
    hold_parcel,
    withdraw_record,
    write_draft,
)
from games.records.services.finishing import finish_check
from games.records.services.sending import Sending, send_record
from games.records.services.sweeping import queue_records_again, sweep_records

__all__ = [
    "Sending",
    "begin_draft",
    "claim_record",
    "discard_draft",
    "discard_parcel",
    "finish_check",
    "give_record_back",
    "hold_parcel",
    "queue_records_again",
    "send_record",
    "sweep_records",
    "withdraw_record",
    "write_draft",
]
