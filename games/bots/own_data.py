"""What is kept of somebody's bots, for themselves."""

from collections.abc import Sequence
from typing import Any

from games.bots.models import RemoteBot, Version
from league.members.models import Player


def bots_told(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Every version that they uploaded, as they sent it."""
    accounts = [player.account_id for player in players if player.account_id]
    versions = Version.objects.filter(bot__player__owner__in=accounts).select_related("bot__player").order_by("pk")
    return [
        {
            "bot": version.bot.player.name,
            "version": version.number,
            "sent": version.created_at,
            "games": version.games,
            "verdict": version.verdict,
            "reason": version.reason,
            "source": version.source,
            "log": version.log,
        }
        for version in versions.iterator()
    ]


def remote_bots_told(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Every bot of theirs that runs elsewhere."""
    accounts = [player.account_id for player in players if player.account_id]
    bots = RemoteBot.objects.filter(player__owner__in=accounts).select_related("player").order_by("pk")
    return [
        {"bot": bot.player.name, "made": bot.created_at, "games": bot.games, "retired": bot.retired_at} for bot in bots
    ]
