"""Contexts of the pages of comparisons."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core.comparison import LEAST_BLOCKS
from games.bots.comparisons.queries import Figures, comparisons_of, figures_of, games_of_a_deal
from games.bots.models import Comparison, UploadedBot, Version
from games.bots.queries import versions_by_slug
from games.bots.test_matches.presenters import why_they_wait
from games.bots.uploads import file_suffix
from games.bots.version_slugs import slug_of

Status = Comparison.Status
KINDS: Final = {Status.WAITING: "waiting", Status.DONE: "done"}  # all others are "wrong"


class EloRange(NamedTuple):
    """An Elo difference with its 95 % interval, in whole points."""

    elo: int
    low: int
    high: int


class ComparisonRow(NamedTuple):
    """A comparison in a list."""

    comparison: Comparison
    figures: Figures
    names: Sequence[str]
    elo: EloRange | None  # None until enough deals are finished
    kind: str
    words: str


class VersionFile(NamedTuple):
    """The file of a version in a comparison."""

    version: Version
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonPage:
    """A comparison with its figures."""

    bot: UploadedBot
    row: ComparisonRow
    test: str  # the result of the sequential test, in a sentence; "" without one
    games_of_deal: int
    deals_needed: int  # for an Elo difference
    command: str
    files: Sequence[VersionFile]
    waits: str


def comparison_rows(bot: UploadedBot) -> list[ComparisonRow]:
    """Return all comparisons of a bot, newest first."""
    return [_row(comparison, figures_of(comparison)) for comparison in comparisons_of(bot)]


def comparison_page(comparison: Comparison) -> ComparisonPage:
    """Return the context of the page of one comparison."""
    figures = figures_of(comparison)
    return ComparisonPage(
        bot=comparison.version.bot,
        row=_row(comparison, figures),
        test=_test_sentence(figures),
        games_of_deal=len(games_of_a_deal(comparison)),
        deals_needed=LEAST_BLOCKS,
        command=compare_command(comparison),
        files=[file for file in _files(comparison) if file],
        waits=why_they_wait([comparison]),
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
    bot = comparison.version.bot
    versions = versions_by_slug(bot)
    slugs = (slug_of(comparison.version.public_id), comparison.opponent)
    return [
        VersionFile(version, label + file_suffix(version)) if (version := versions.get(slug)) else None
        for slug, label in zip(slugs, comparison.labels, strict=True)
    ]


def _names(comparison: Comparison) -> list[str]:
    """Return both as the bot's own pages name them."""
    return [
        _("Version %(number)d") % {"number": file.version.number} if file else name
        for file, name in zip(_files(comparison), comparison.names, strict=True)
    ]


def _row(comparison: Comparison, figures: Figures) -> ComparisonRow:
    elo = figures.estimate
    return ComparisonRow(
        comparison=comparison,
        figures=figures,
        names=_names(comparison),
        elo=EloRange(round(elo.elo), round(elo.low), round(elo.high)) if elo and elo.is_usable else None,
        kind=KINDS.get(Status(comparison.status), "wrong"),
        words=_state(comparison, figures),
    )


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
