"""Checks of a result before it is saved."""

from collections.abc import Sequence
from datetime import datetime
from itertools import permutations

from django.utils.translation import gettext as _

from engine.core.game import places_by
from league.common.validators import EARLIEST
from league.results.drafts import LARGEST_TABLE, SMALLEST_TABLE, ResultDraft, SeatResult
from league.results.errors import PlayerTwice, WrongEnding, WrongEntry, WrongPlaces, WrongTable, WrongTime
from league.results.models import Ending, Result


def check_draft(draft: ResultDraft, seats: int | None) -> None:
    """Raise the `RefusedResult` that says what is wrong; `seats` is how many the pool's tables have, None for any."""
    _check_table(draft, seats)
    if not _is_double_forfeit(draft):
        _check_places(draft.seats)
    _check_ending(draft)
    if draft.how == Result.How.PLAYED:
        _check_points(draft)
    if draft.how == Result.How.WITHDRAWN:
        raise WrongEntry(_("There is no result to withdraw yet. Enter a played game, a forfeit or a decision."))


def _check_table(draft: ResultDraft, seats: int | None) -> None:
    size = len(draft.seats)
    if not SMALLEST_TABLE <= size <= LARGEST_TABLE:
        raise WrongTable(_("A table has 2 to 5 seats, not %(size)d.") % {"size": size})
    if seats is not None and size != seats:
        sentence = _(
            "This leaderboard is for tables of %(wanted)d, but this game had %(size)d seats. Choose "
            "another leaderboard."
        )
        raise WrongTable(sentence % {"wanted": seats, "size": size})
    if len({seat.player_id for seat in draft.seats}) < size:
        raise PlayerTwice(_("A player has two seats. Enter each player once."))


def _is_double_forfeit(draft: ResultDraft) -> bool:
    """Whether all players forfeited: all share the last place, without points."""
    return draft.how == Result.How.FORFEIT and {seat.place for seat in draft.seats} == {len(draft.seats)}


def _check_places(seats: Sequence[SeatResult]) -> None:
    places = [seat.place for seat in seats]
    if sorted(places) == sorted(places_by([-place for place in places])):
        return
    listed = ", ".join(str(place) for place in places)
    raise WrongPlaces(
        _("The places %(places)s are not possible. With a tie they are, for example, 1, 2, 2, 4.") % {"places": listed}
    )


def _check_ending(draft: ResultDraft) -> None:
    if draft.ending and draft.ending not in Ending.values:
        raise WrongEnding(_("A game ends early because time ran out, a player left, or it was abandoned."))
    if draft.ending and draft.how != Result.How.PLAYED:
        raise WrongEnding(_("A forfeit or a decision cannot end early. Remove the reason."))


def _check_points(draft: ResultDraft) -> None:
    checked = [(number, seat) for number, seat in enumerate(draft.seats, 1) if number - 1 not in draft.may_be_last]
    for (number, seat), (other_number, other) in permutations(checked, 2):
        if seat.points > other.points and seat.place > other.place:
            sentence = _(
                "Seat %(one)d has more points than seat %(two)d but a worse place. Correct the scores or places."
            )
            raise WrongPlaces(sentence % {"one": number, "two": other_number}, seat=number - 1)


def check_time(played_at: datetime | None, now: datetime) -> None:
    """Raise `WrongTime` for a game of the future, or one before there were players."""
    if played_at is not None and played_at > now:
        raise WrongTime(_("This date is in the future. Enter the date of the game."))
    if played_at is not None and played_at.date() < EARLIEST:
        raise WrongTime(_("This date is too early for these players. Enter the date of the game."))
