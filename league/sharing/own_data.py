"""What sharing keeps of somebody, for themselves."""

from collections.abc import Sequence
from typing import Any

from league.members.models import Player
from league.sharing.models import CalendarKey


def calendars_told(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Since when their calendars can be read; the key itself opens them, and stands on the page of the account."""
    accounts = [player.account_id for player in players if player.account_id]
    return [{"since": one.created_at} for one in CalendarKey.objects.filter(account__in=accounts)]
