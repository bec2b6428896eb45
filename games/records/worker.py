"""How a worker checks a record: claim, check outside any transaction, finish by the token."""

import traceback
from collections.abc import Callable
from functools import partial

from structlog.contextvars import bind_contextvars

from games.matches.patience import patiently
from games.records.checking import check_in_a_cell
from games.records.services.claims import claim_record, give_record_back
from games.records.services.finishing import finish_check
from games.records.terms import Terms
from games.records.verdicts import Verdict

Check = Callable[[str, Terms], Verdict]


def check_record(record: int, *, terms: Terms, check: Check = check_in_a_cell) -> bool:
    """Check the record if it is free, and return whether a verdict is stored."""
    claim = patiently(partial(claim_record, record_id=record, terms=terms), patience=terms.patience)
    if claim is None:
        return False
    bind_contextvars(record=claim.public_id)
    try:
        verdict = check(claim.text, terms)
    except Exception:  # the machine's fault, or ours, never the record's: an operator reads it in its log
        giving_back = partial(give_record_back, claim=claim, reason=traceback.format_exc(), terms=terms)
        patiently(giving_back, patience=terms.patience)
        return False
    return patiently(partial(finish_check, claim=claim, verdict=dict(verdict)), patience=terms.patience)
