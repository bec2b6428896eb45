"""What every endpoint of the JSON API shares: problems, pages, public ids."""

from league.shared.api.pages import PublicCursorPagination
from league.shared.api.problems import problem_for

__all__ = ["PublicCursorPagination", "problem_for"]
