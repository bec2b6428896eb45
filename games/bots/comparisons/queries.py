"""Reads of comparisons, for the owner of the bot, and their figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from statistics import fmean
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine.core.comparison import BlockScores, Estimate, Sprt, seat_scores, seatings
from games.bots.errors import NoSuchTest
from games.bots.models import Comparison, UploadedBot
from games.bots.queries import prefetch_versions
from league.accounts.models import Account, Player
from league.common.models import first_or_refuse

DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What the finished deals of a comparison say. Without any there is no estimate."""

    deals: int
    games: int
    estimate: Estimate | None
    seats: Sequence[tuple[float, float]]  # by seat: the score of each bot, alone there
    failures: tuple[int, int]  # games in which each failed
    sprt: Sprt | None
    ratio: float = 0.0  # logarithm of the likelihood ratio
    accepted: float | None = None  # the Elo difference that the test decided for


def games_of_a_deal(comparison: Comparison) -> list[tuple[bool, ...]]:
    """Return the games of each deal: by seat whether the version has it."""
    return seatings(comparison.seats)


def figures_of(comparison: Comparison) -> Figures:
    """Return the figures of its finished deals: means of deals, never of single games."""
    size = len(games_of_a_deal(comparison))
    scores = [score for score, _failed in comparison.results]
    deals = [scores[start : start + size] for start in range(0, len(scores) - size + 1, size)]
    blocks = BlockScores()
    for deal in deals:
        blocks.add(fmean(deal))
    counted = comparison.results[: len(deals) * size]
    sprt = Sprt(0.0, float(comparison.elo_to_find)) if comparison.elo_to_find else None
    return Figures(
        deals=len(deals),
        games=len(counted),
        estimate=blocks.estimate() if deals else None,
        seats=seat_scores(deals, comparison.seats) if deals else (),
        failures=(sum("A" in failed for _, failed in counted), sum("B" in failed for _, failed in counted)),
        sprt=sprt,
        ratio=sprt.ratio(blocks) if sprt else 0.0,
        accepted=sprt.decision(blocks) if sprt and deals else None,
    )


def comparisons_of(bot: UploadedBot) -> list[Comparison]:
    """Return the bot's comparisons, newest first."""
    return list(_comparisons().filter(version__bot=bot).order_by("-pk"))


def own_comparison(bot: str, public_id: str, account: Account) -> Comparison:
    """Return the account's comparison of that bot. Raise `NoSuchTest`."""
    own = _comparisons().filter(version__bot__public_id=bot, version__bot__player__owner=account, public_id=public_id)
    sentence = _("You have no comparison at this address. Moothill keeps the last 50 of each bot.")
    return first_or_refuse(own, NoSuchTest(sentence))


def _comparisons() -> QuerySet[Comparison]:
    light = Comparison.objects.select_related("version__bot__player").defer(
        "attempt_log", "version__source", "version__files", "version__log", "version__attempt_log"
    )
    return light.prefetch_related(prefetch_versions("version__bot__versions"))


def export_comparisons(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return their comparisons with all results, for the data export."""
    return [
        {
            "bot": comparison.version.bot.player.name,
            "compared": comparison.names,
            "ordered": comparison.created_at,
            "game": comparison.game,
            "seats": comparison.seats,
            "deals": comparison.deals,
            "seed": comparison.seed,
            "results": comparison.results,
        }
        for comparison in _comparisons()
        .filter(version__bot__player__owner__player__in=players)
        .order_by("pk")
        .iterator(chunk_size=200)
    ]
