"""What every endpoint of the JSON API shares: problems, pages, public ids, addresses, what may be asked."""

from league.shared.api.fields import Points, address_in
from league.shared.api.pages import PublicCursorPagination, WholeList
from league.shared.api.problems import problem_for
from league.shared.api.views import PublicAnswers, PublicList, PublicRows

__all__ = [
    "Points",
    "PublicAnswers",
    "PublicCursorPagination",
    "PublicList",
    "PublicRows",
    "WholeList",
    "address_in",
    "problem_for",
]
