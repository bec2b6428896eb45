"""Remote bots that miss matches of a final: their owners get a mail; later matches wait for them only briefly."""

from __future__ import annotations

from typing import Final

from django.db.models import Count, F

from games.contests.models import Contest
from games.contests.services import write_to_owners
from games.matches.models import SeatReport

MISSED_BEFORE_MAIL: Final = 3  # matches of a final; on a ladder so many pause a bot
MOST_MISSED: Final = 20  # matches of a final, which wait a minute each


def absent_players(contest: Contest, missed: int = 0) -> set[int]:
    """Return those whose remote bot lost so many matches of the final, or `MOST_MISSED`, by not being connected."""
    reports = SeatReport.objects.filter(
        kind="away", match__block__of_a_final__contest=contest, match__seats__seat=F("seat")
    )
    counted = reports.order_by().values_list("match__seats__player").annotate(number=Count("pk"))
    return {player for player, number in counted if player is not None and number >= (missed or MOST_MISSED)}


def write_to_absent(pk: int) -> int:
    """Write once to the owners whose remote bots miss matches of the final; return how many do. Idempotent."""
    contest = Contest.objects.get(pk=pk)
    absent = absent_players(contest, MISSED_BEFORE_MAIL)
    if absent:
        write_to_owners(contest, "absent", contest.entries.filter(player__in=absent))
    return len(absent)
