"""What sharing keeps of somebody, for themselves."""

from collections.abc import Sequence
from typing import Any

from league.members.models import Player
from league.sharing.models import CalendarKey
from league.sharing.selectors.hooks import webhooks_made_by


def calendars_told(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Since when their calendars can be read; the key itself opens them, and stands on the page of the account."""
    accounts = [player.account_id for player in players if player.account_id]
    return [{"since": one.created_at} for one in CalendarKey.objects.filter(account__in=accounts)]


def webhooks_told(players: Sequence[Player]) -> list[dict[str, Any]]:
    """The webhooks that they set up for clubs; what signs them is shown to nobody a second time."""
    rows = webhooks_made_by(players)
    return [
        {"club": one.club.name, "address": one.address, "is_on": one.is_on, "since": one.created_at} for one in rows
    ]
