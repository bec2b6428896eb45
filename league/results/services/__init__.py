"""Every write of the ledger: pools are made, results are entered, nothing is changed."""

from league.results.entries import NewResult, SeatResult
from league.results.services.entering import enter_results
from league.results.services.pools import pool_for

__all__ = ["NewResult", "SeatResult", "enter_results", "pool_for"]
