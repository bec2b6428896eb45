"""Contexts of the pages of matches and games, without replays."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from django.contrib.humanize.templatetags.humanize import naturaltime
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine.core import registry
from engine.core.errors import UnknownGame
from engine.core.game import Game
from games.matches.boards import tie_break
from games.matches.boards.plain import SeatLabel
from games.matches.models import Match, MatchSeat
from games.matches.queries import rotations_of
from league.accounts.models import Player
from league.clubs.permissions import User
from league.common.cards import Card, CardSeat
from league.common.guides import ENGLISH, Guide, rendered_file
from league.common.messages import game_name, render_message
from league.ratings.history import seat_shown
from league.results.models import Result
from league.results.score_sheets.presenters import PaperSheet, paper_sheet
from league.tournaments.format_text import option_label, option_rows, option_value_label
from league.tournaments.presenters.print_choices import Choice, Choices

VISITOR: Final = "visitor"  # the tartan of all who play without an account

_KINDS: Final[dict[str, str]] = {
    Match.Status.QUEUED: "waiting",
    Match.Status.RUNNING: "live",
    Match.Status.DONE: "done",
    Match.Status.DEAD: "wrong",
    Match.Status.CANCELLED: "wrong",
}


def game_title(match: Match) -> str:
    """Return the name of the game."""
    return game_name(match.game)


def status_text(match: Match) -> str:
    """Return the status in words."""
    if match.status == Match.Status.DONE and match.block.is_sealed:
        return _("Finished, moves not public yet")
    return str(match.get_status_display())


def age_text(match: Match) -> str:
    """Return how long ago it finished, or its game."""
    return naturaltime(match.finished_at) if match.finished_at else game_name(match.game)


def match_cards(
    matches: Iterable[Match], name: Callable[[Match], str] = game_title, words: Callable[[Match], str] = status_text
) -> list[Card]:
    """Return the matches as cards: `name` is the heading, `words` what is below."""
    return [
        Card(
            name=name(match),
            href=match.get_absolute_url(),
            key=match.public_id,
            kind=kind_of(match),
            words=words(match),
            seats=[CardSeat(*label_of(seat)[:3], score=seat.points, place=seat.place) for seat in match.seats.all()],
        )
        for match in matches
    ]


def label_of(seat: MatchSeat) -> SeatLabel:
    """Return name, tartan and link of a seat; a visitor has no link."""
    return player_label(seat.player) if seat.player else SeatLabel(_("A visitor"), VISITOR)


def player_label(player: Player) -> SeatLabel:
    """Return name, tartan and link of a player."""
    return SeatLabel(player.name, player.public_id, player_address(player))


def labels_of(match: Match) -> list[SeatLabel]:
    """Return name, tartan and link of every seat."""
    return [label_of(seat) for seat in match.seats.all()]


def player_address(player: Player) -> str:
    """Return the player's page."""
    return reverse("ratings:player", args=[player.public_id, player.slug])


def option_texts(match: Match) -> list[tuple[str, str, str]]:
    """Return the chosen options in words; none if the game is unknown here."""
    try:
        return option_rows(registry.game(match.game), match.options)
    except UnknownGame:
        return []


def kind_of(match: Match) -> str:
    """Return the status as `shared/_state.html` names it."""
    return _KINDS[match.status]


class ResultRow(NamedTuple):
    """A seat of a result. `number` counts from 1, `fault` is "" for a bot that did not fail, `mine` is the person's."""

    name: str
    sett: str
    href: str
    points: int | None
    place: int | None
    number: int = 0
    fault: str = ""
    remote: bool = False
    mine: bool = False


def result_of(seats: Iterable[MatchSeat]) -> list[ResultRow]:
    """Return the seats of a match with player and result."""
    return [
        ResultRow(
            *label_of(seat)[:3], seat.points, seat.place, seat.seat + 1, render_message(seat.fault), seat.is_remote
        )
        for seat in seats
    ]


def tie_break_in(game: str, result: Iterable[ResultRow]) -> str:
    """Return the game's rule for equal scores, if seats that did not fail have equal scores and different places."""
    places: dict[int, set[int | None]] = defaultdict(set)
    for seat in result:
        if seat.points is not None and not seat.fault:
            places[seat.points].add(seat.place)
    return tie_break(game) if any(len(different) > 1 for different in places.values()) else ""


def result_card(result: Result) -> Card:
    """Return a result of people as a card; `result` is read with seats."""
    seats = [seat_shown(stored, is_own=False) for stored in result.seats.all()]
    return Card(
        name=game_name(result.pool.game),
        href=reverse("results:result", args=[result.pool.slug, result.number]),
        key=f"{result.pool_id}-{result.number}",
        kind="done",
        words=naturaltime(result.played_at),
        seats=[CardSeat(seat.name, seat.player, seat.href, score=seat.points, place=seat.place) for seat in seats],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPage:
    """A match: status, options, result, and the other matches of its deal, of which `finished` have ended."""

    match: Match
    blocked: str
    is_public: bool
    matches_of_deal: int
    finished: int
    game: str
    kind: str
    agreed: Sequence[tuple[str, str, str]]
    rules_version: str
    result: Sequence[ResultRow]
    tie_break: str
    rotations: Sequence[Card]


def match_page(match: Match, user: User) -> MatchPage:
    """Return the page of a match, without its replay."""
    result, rotations = result_of(match.seats.all()), rotations_of(match, user)
    clubs = (match.pool.club if match.pool else None, match.block.club)
    return MatchPage(
        match=match,
        blocked=match.blocked_because,
        is_public=all(club is None or club.is_public for club in clubs),
        matches_of_deal=len(rotations),
        finished=sum(rotation.status == Match.Status.DONE for rotation in rotations),
        game=game_name(match.game),
        kind=kind_of(match),
        agreed=option_texts(match),
        rules_version=match.rules_version.rpartition("/")[2],
        result=result,
        tie_break=tie_break_in(match.game, result),
        rotations=match_cards(
            (rotation for rotation in rotations if rotation.pk != match.pk),
            lambda rotation: pgettext("match of a deal", "Match %(number)d") % {"number": rotation.rotation + 1},
        ),
    )


class OptionRow(NamedTuple):
    """An option of a game in words."""

    title: str
    summary: str
    choices: list[str]
    default: str


def options_of(game: Game) -> list[OptionRow]:
    """Return the options of the game."""
    return [
        OptionRow(
            option_label(option),
            _(option.summary),
            [option_value_label(option, choice) for choice in option.choices],
            option_value_label(option, option.default),
        )
        for option in game.options
    ]


def bots_of(game: Game) -> list[tuple[str, str]]:
    """Return name and summary of every strategy that plays the game."""
    return [(bot.slug.replace("-", " ").capitalize(), _(bot.summary)) for bot in registry.bots_for(game.slug)]


def rules_of(game: Game, language: str = ENGLISH, folder: Path | None = None) -> Guide | None:
    """Return the rules of a game from its folder, rendered once for every state of the file; None without a file.

    In `language` where `rules.<language>.md` exists, else `rules.en.md`. Anchors are those of the English text, so that
    links work in every language. The game comes from the registry, so that no slug of a URL names a file.
    """
    folder = folder or registry.folder(game.slug)
    english, translated = folder / "rules.en.md", folder / f"rules.{language}.md"
    if not english.exists():
        return None
    return rendered_file(translated, language, english) if translated.exists() else rendered_file(english)


def empty_sheet(game: Game, wanted: str | None) -> tuple[PaperSheet, Choices]:
    """Return an empty score sheet for the number of seats in a URL, by default the most, with links to the others."""
    numbers = range(game.min_seats, game.max_seats + 1)
    seats = next((number for number in numbers if wanted == str(number)), game.max_seats)
    links = tuple(
        Choice(f"?seats={number}", ngettext("%(n)d player", "%(n)d players", number) % {"n": number}, number == seats)
        for number in numbers
    )
    return paper_sheet(game, [""] * seats, {}), Choices(_("For"), links)
