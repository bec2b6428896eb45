"""Contexts of the pages of comparisons."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core.comparison import Estimate
from games.bots.comparisons.queries import Figures, comparisons_of, figures_of, games_of_a_deal
from games.bots.models import Comparison, UploadedBot
from games.bots.queries import slug_of, versions_by_slug
from games.bots.uploads import file_suffix
from league.common.game_names import game_name
from league.common.sandboxes import why_programs_wait

Status = Comparison.Status
KINDS: Final = {Status.WAITING: "waiting", Status.DONE: "done"}  # all others are "wrong"


@dataclass(frozen=True, slots=True)
class EloRange:
    """An Elo difference with its 95 % interval, in whole points."""

    elo: int
    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonRow:
    """A comparison in a list."""

    key: str
    href: str
    game: str
    seats: int
    names: Sequence[str]
    ordered: datetime
    deals: int
    of: int
    elo: EloRange | None
    kind: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonList:
    """The comparisons of a bot."""

    bot: UploadedBot
    rows: Sequence[ComparisonRow]
    waits: str


@dataclass(frozen=True, slots=True)
class SeatRow:
    """The scores of both bots at a seat, from 0 to 1."""

    number: int
    a: float
    b: float


@dataclass(frozen=True, slots=True)
class VersionFile:
    """The file of a version in a comparison."""

    name: str
    number: int
    is_deleted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonPage:
    """A comparison with its figures."""

    bot: UploadedBot
    comparison: Comparison
    row: ComparisonRow
    figures: Figures
    seats: Sequence[SeatRow]
    test: str  # the result of the sequential test, in a sentence; "" without one
    games_of_deal: int
    command: str
    files: Sequence[VersionFile]
    waits: str


def comparison_list(bot: UploadedBot) -> ComparisonList:
    """Return all comparisons of a bot, newest first."""
    comparisons = comparisons_of(bot)
    waits = why_programs_wait() if any(comparison.is_waiting for comparison in comparisons) else ""
    return ComparisonList(bot=bot, rows=[_row(one, figures_of(one)) for one in comparisons], waits=waits)


def comparison_page(comparison: Comparison) -> ComparisonPage:
    """Return the context of the page of one comparison."""
    figures = figures_of(comparison)
    return ComparisonPage(
        bot=comparison.version.bot,
        comparison=comparison,
        row=_row(comparison, figures),
        figures=figures,
        seats=[SeatRow(number, *scores) for number, scores in enumerate(figures.seats, start=1)],
        test=_test_sentence(figures),
        games_of_deal=len(games_of_a_deal(comparison)),
        command=compare_command(comparison),
        files=[file for file in _files(comparison) if file],
        waits=why_programs_wait() if comparison.is_waiting else "",
    )


def compare_command(comparison: Comparison) -> str:
    """Return the command that plays the same games on the author's computer."""
    labels = zip(_files(comparison), comparison.labels, strict=True)
    bots = " ".join(f"./{file.name}" if file else label for file, label in labels)
    parts = [f"moothill-engine compare {comparison.game} {bots} --players {comparison.seats}"]
    parts.append(f"--deals {comparison.deals} --seed {comparison.seed}")
    return " ".join([*parts, f"--sprt 0,{comparison.elo_to_find}"] if comparison.elo_to_find else parts)


def _files(comparison: Comparison) -> list[VersionFile | None]:
    """Return the files of both; None for a built-in bot."""
    versions = versions_by_slug(comparison.version.bot)
    slugs = (slug_of(comparison.version.public_id), comparison.opponent)
    return [
        VersionFile(label + file_suffix(version), version.number, version.file_deleted_at is not None)
        if (version := versions.get(slug))
        else None
        for slug, label in zip(slugs, comparison.labels, strict=True)
    ]


def _names(comparison: Comparison) -> list[str]:
    """Return both as the bot's own pages name them."""
    return [
        _("Version %(number)d") % {"number": file.number} if file else name
        for file, name in zip(_files(comparison), comparison.names, strict=True)
    ]


def _row(comparison: Comparison, figures: Figures) -> ComparisonRow:
    return ComparisonRow(
        key=comparison.public_id,
        href=comparison.get_absolute_url(),
        game=game_name(comparison.game),
        seats=comparison.seats,
        names=_names(comparison),
        ordered=comparison.created_at,
        deals=figures.deals,
        of=comparison.deals,
        elo=_elo(figures.estimate) if figures.estimate else None,
        kind=KINDS.get(Status(comparison.status), "wrong"),
        words=_state(comparison, figures),
    )


def _elo(estimate: Estimate) -> EloRange:
    return EloRange(*(round(figure) for figure in (estimate.elo, estimate.low, estimate.high)))


def _state(comparison: Comparison, figures: Figures) -> str:
    if comparison.is_waiting and (comparison.results or comparison.token):
        words = ngettext("%(done)d of %(all)d deal finished", "%(done)d of %(all)d deals finished", comparison.deals)
        return words % {"done": figures.deals, "all": comparison.deals}
    return str(comparison.get_status_display())


def _test_sentence(figures: Figures) -> str:
    if figures.sprt is None:
        return ""
    elo = {"elo": round(figures.sprt.high)}
    if figures.accepted is None:
        return _("Test of 0 against %(elo)d Elo: not decided yet.") % elo
    if figures.accepted:
        return _("Test of 0 against %(elo)d Elo: decided for %(elo)d, which fits the scores better than 0.") % elo
    return _("Test of 0 against %(elo)d Elo: decided for 0, which fits the scores better than %(elo)d.") % elo
