"""Every write of the ledger: pools are made, results are entered and superseded, nothing is changed."""

from league.results.claims import Claim
from league.results.entries import NewResult, SeatResult
from league.results.services.correcting import correct_result, withdraw_result
from league.results.services.deciding import decide_reports, enter_over_reports
from league.results.services.entering import enter_results
from league.results.services.locking import lock_company
from league.results.services.pools import pool_for
from league.results.services.reporting import answer_report, file_report, take_back_report
from league.results.services.settling import settle_due

__all__ = [
    "Claim",
    "NewResult",
    "SeatResult",
    "answer_report",
    "correct_result",
    "decide_reports",
    "enter_over_reports",
    "enter_results",
    "file_report",
    "lock_company",
    "pool_for",
    "settle_due",
    "take_back_report",
    "withdraw_result",
]
