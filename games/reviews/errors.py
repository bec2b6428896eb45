"""Errors of reviews."""

from typing import ClassVar

from league.common.errors import NotFound, Refusal


class NoSuchReview(NotFound):
    """This review was not requested, or the user may not see the game."""


class CannotReview(Refusal):
    """The cards of this game are not all known, or its rules are not played here."""


class TooManyReviews(Refusal):
    """The account has requested all reviews of a day."""

    status: ClassVar[int] = 429
