"""What every endpoint of the JSON API shares: problems, pages, public ids."""

from league.shared.api.pages import PublicCursorPagination
from league.shared.api.problems import problem_for
from league.shared.api.views import PublicRows

__all__ = ["PublicCursorPagination", "PublicRows", "problem_for"]
