"""Names of those at the tables of results, as the reader of a page or of a document reads them."""

from collections.abc import Sequence

from league.clubs.naming import any_short_by, show_names_by_club
from league.clubs.rules import Asker
from league.members.models import Player
from league.results.models import Result


def show_names_of_results(results: Sequence[Result], asker: Asker, *, alone: bool = False) -> None:
    """Name everybody who sat there, or typed it in, by the rule of the club in whose pool the result stands.

    With `alone`, for a page of one game, they are told apart also from namesakes of the club who did not sit there.

    Results are read with `pool__club`, and seats with their players and those who stand for them.
    """
    people = [
        (named, result.pool.club)
        for result in results
        for player in (result.entered_by, *(seat.player for seat in result.seats.all()))
        for named in with_standing(player)
    ]
    show_names_by_club(people, asker, any_short=any_short_by(results), alone=alone)


def with_standing(player: Player | None) -> list[Player]:
    """A player and whoever stands for them, for a page may write either; nobody is nobody."""
    if player is None:
        return []
    return [player, player.merged_into] if player.merged_into else [player]
