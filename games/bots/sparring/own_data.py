"""What is kept of somebody's test matches, for themselves."""

from collections.abc import Sequence
from typing import Any

from games.bots.models import Bout
from league.members.models import Player


def tests_told(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Every match of the tests that they ordered, with its record and its log."""
    accounts = [player.account_id for player in players if player.account_id]
    bouts = Bout.objects.filter(sparring__version__bot__player__owner__in=accounts).defer("attempt_log")
    return [
        {
            "bot": bout.sparring.version.bot.player.name,
            "version": bout.sparring.version.number,
            "ordered": bout.sparring.created_at,
            "game": bout.sparring.game,
            "against": bout.sparring.names[1:],
            "seed": bout.sparring.word or bout.sparring.seed,
            "match": bout.rotation + 1,
            "places": bout.places,
            "points": bout.points,
            "record": bout.record,
            "log": bout.log,
        }
        for bout in bouts.select_related("sparring__version__bot__player").order_by("pk").iterator()
    ]
