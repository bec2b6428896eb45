"""What ladders put on the pages of floors below them."""

from collections.abc import Mapping

from games.ladder.selectors import rungs_of
from league.clubs.rules import Asker
from league.members.models import Player


def ladders_of_player(player: Player, _asker: Asker) -> Mapping[str, object] | None:
    """The ladders on which a bot stands, which everybody may see; nothing of a person, and nothing is asked of one."""
    rungs = rungs_of(player) if player.is_bot else []
    return {"rungs": rungs, "player": player} if rungs else None
