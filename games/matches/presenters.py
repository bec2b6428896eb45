"""Contexts of the pages of matches and games."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.errors import UnknownGame
from engine.core.game import Game
from engine.notation.syntax import seat_name
from games.matches.boards import Race, SeatLabel, draw, moves_note, race_of, templates_of, tie_break
from games.matches.errors import NoSuchMatch
from games.matches.models import Match, MatchSeat
from games.matches.queries import OpenRecord
from league.accounts.models import Player
from league.common.drawing.line_charts import RaceLine
from league.common.drawing.tartan import CLANS, Sett, sett_of
from league.common.guides import ENGLISH, Guide, rendered_file
from league.common.messages import game_name, render_message
from league.common.validators import whole_number
from league.ratings.history import seat_shown
from league.results.models import Result
from league.results.score_sheets.presenters import paper_sheet
from league.tournaments.format_text import option_label, option_rows, option_value_label

VISITOR: Final = "visitor"  # the tartan of all who play without an account

_KINDS: Final[dict[str, str]] = {
    Match.Status.QUEUED: "waiting",
    Match.Status.RUNNING: "live",
    Match.Status.DONE: "done",
    Match.Status.DEAD: "wrong",
    Match.Status.CANCELLED: "wrong",
}


def boards(
    matches: Iterable[Match], name: Callable[[Match], str] | None = None, words: Callable[[Match], str] | None = None
) -> list[dict[str, Any]]:
    """Return the matches for `shared/_pairing.html`, with their game or `name` and their status or `words`."""
    return [
        _board(match, name(match) if name else game_name(match.game), words(match) if words else _words(match))
        for match in matches
    ]


def since(match: Match) -> str:
    """Return how long ago it finished, or its game."""
    return naturaltime(match.finished_at) if match.finished_at else game_name(match.game)


def label_of(seat: MatchSeat) -> dict[str, Any]:
    """Return name, tartan and link of a seat; a visitor has no link."""
    if seat.player is None:
        return {"name": _("A visitor"), "sett": VISITOR, "href": ""}
    return {"name": seat.player.name, "sett": seat.player.public_id, "href": player_address(seat.player)}


def labels_of(match: Match) -> list[dict[str, Any]]:
    """Return name, tartan and link of every seat."""
    return [label_of(seat) for seat in match.seats.all()]


def player_address(player: Player) -> str:
    """Return the player's page."""
    return reverse("ratings:player", args=[player.public_id, player.slug])


def options_in_words(match: Match) -> list[tuple[str, str, str]]:
    """Return the chosen options in words; none if the game is unknown here."""
    try:
        return option_rows(registry.game(match.game), match.options)
    except UnknownGame:
        return []


def kind_of(match: Match) -> str:
    """Return the status as `shared/_state.html` names it."""
    return _KINDS[match.status]


def result_of(seats: Iterable[MatchSeat]) -> list[dict[str, Any]]:
    """Return the seats of a match with player, bot and result."""
    return [
        {
            **label_of(seat),
            "number": seat.seat + 1,
            "bot": seat.bot,
            "playouts": seat.playouts,
            "remote": seat.is_remote,
            "points": seat.points,
            "place": seat.place,
            "fault": render_message(seat.fault),
        }
        for seat in seats
    ]


def tie_break_in(game: str, result: Iterable[dict[str, Any]]) -> str:
    """Return the game's rule for equal scores, if seats that did not fail have equal scores and different places."""
    places: dict[int, set[int]] = defaultdict(set)
    for seat in result:
        if seat["points"] is not None and not seat["fault"]:
            places[seat["points"]].add(seat["place"])
    return tie_break(game) if any(len(each) > 1 for each in places.values()) else ""


def result_row(result: Result) -> dict[str, Any]:
    """Return a result of people as `shared/_pairing.html` takes it; `result` is read with seats."""
    return {
        "name": game_name(result.pool.game),
        "href": reverse("results:result", args=[result.pool.slug, result.number]),
        "key": f"{result.pool_id}-{result.number}",
        "kind": "done",
        "words": naturaltime(result.played_at),
        "seats": [
            {"name": seat.name, "sett": seat.player, "href": seat.href, "score": seat.points, "place": seat.place}
            for seat in (seat_shown(one, is_own=False) for one in result.seats.all())
        ],
    }


def _board(match: Match, name: str, words: str) -> dict[str, Any]:
    return {
        "name": name,
        "href": match.get_absolute_url(),
        "key": match.public_id,
        "kind": kind_of(match),
        "words": words,
        "seats": [{**label_of(seat), "score": seat.points, "place": seat.place} for seat in match.seats.all()],
    }


def _words(match: Match) -> str:
    if match.status == Match.Status.DONE and match.block.is_sealed:
        return _("Finished, moves not public yet")
    return str(match.get_status_display())


class Offered(NamedTuple):
    """An option of a game in words."""

    title: str
    summary: str
    choices: list[str]
    usual: str


def options_of(game: Game) -> list[Offered]:
    """Return the options of the game."""
    return [
        Offered(
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


def empty_sheet(game: Game, asked: str | None) -> dict[str, Any]:
    """Return an empty score sheet for the number of seats asked for, by default the most, with links to the others."""
    numbers = range(game.min_seats, game.max_seats + 1)
    seats = next((number for number in numbers if asked == str(number)), game.max_seats)
    among = [
        {
            "href": f"?seats={number}",
            "words": ngettext("%(n)d player", "%(n)d players", number) % {"n": number},
            "is_current": number == seats,
        }
        for number in numbers
    ]
    return {"sheet": paper_sheet(game, [""] * seats, {}), "choices": [{"title": _("For"), "among": among}]}


def moment_of(
    opened: OpenRecord, step: int, labels: Sequence[SeatLabel], address: str, *, is_open: bool = True
) -> dict[str, Any]:
    """Return the context of the fragment of a record at `step`; a spectator's view if the hidden cards are unknown.

    Raise `NoSuchMatch` for a missing step.
    """
    return {
        **table_after(opened, step, labels, is_open=is_open),
        "step": _step(opened, step, address),
        "lines": _lines(opened, step, _names(labels), address, is_open=is_open),
        "moves_note": moves_note(opened.record.game) if _is_in_notation() else "",
        "address": address,
        "race": partial(_race, opened, labels) if is_open else None,
    }


def table_after(opened: OpenRecord, step: int, labels: Sequence[SeatLabel], *, is_open: bool = True) -> dict[str, Any]:
    """Return the drawn table after `step` and the sentence of that event. Raise `NoSuchMatch` for a missing step."""
    position = opened.position(step)
    game = opened.record.game
    return {
        "table": draw(game, position.state if is_open else position.state.view(None), position.event, labels),
        "tables": templates_of(game),
        "sentence": render_message(position.sentence, _names(labels)),
    }


def _names(labels: Sequence[SeatLabel]) -> list[str]:
    return [seat["name"] for seat in labels]


def _race(opened: OpenRecord, labels: Sequence[SeatLabel]) -> dict[str, Any] | None:
    """The plot of the points by step: a line for each seat in the colour of its clan or of its player's tartan."""
    race = race_of(opened.record)
    if race is None or not race.steps:
        return None
    setts = setts_of(race, labels)
    lines = [
        RaceLine(seat["name"], sett, changes) for seat, sett, changes in zip(labels, setts, race.changes, strict=False)
    ]
    return {"lines": lines, "steps": race.steps, "goal": race.goal}


def setts_of(race: Race | None, labels: Sequence[SeatLabel]) -> list[Sett]:
    """Return the sett of each seat in plots: of its clan in the game, or of its player."""
    clans = race.clans if race else ()
    return [CLANS[clan] for clan in clans] or [sett_of(seat.get("sett") or seat["name"]) for seat in labels]


def step_asked(written: str | None, last: int) -> int:
    """Return the step of a URL, the last by default. Raise `NoSuchMatch` for an invalid one."""
    if written is None:
        return last
    number = whole_number(written)
    if number is None:
        raise NoSuchMatch(_("Invalid step. Use a whole number, such as ?step=12."))
    return number


def _step(opened: OpenRecord, step: int, address: str) -> dict[str, Any]:
    last = opened.steps
    return {
        "number": step,
        "of": last,
        "first": _at(address, 0) if step > 0 else "",
        "previous": _at(address, step - 1) if step > 0 else "",
        "next": _at(address, step + 1) if step < last else "",
        "last": _at(address, last) if step < last else "",
    }


def _lines(opened: OpenRecord, step: int, names: list[str], address: str, *, is_open: bool) -> list[dict[str, Any]]:
    """The lines of the record, numbered by their steps: in English its notation, else the sentences of the events."""
    sentences = [] if _is_in_notation() else opened.sentences(is_open=is_open)
    return [
        {
            "number": f"{line.first}\N{EN DASH}{line.last}" if line.first < line.last else str(line.last),
            "head": render_message(line.heading or ""),
            "text": " ".join(render_message(one, names) for one in sentences[line.first - 1 : line.last] if one)
            or (line.text if line.seat is None else f"{seat_name(names, line.seat)}: {line.text}"),
            "href": _at(address, line.last),
            "current": line.first <= step <= line.last,
        }
        for line in opened.lines
    ]


def _is_in_notation() -> bool:
    return get_language() == settings.LANGUAGE_CODE


def _at(address: str, step: int) -> str:
    return f"{address}?step={step}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A game that a page shows step by step, with all cards: of the match or of the record with that public id."""

    opened: OpenRecord
    labels: Sequence[SeatLabel]
    address: str
    match: str = ""
    record: str = ""


Facts = Callable[[HttpRequest, Replay], object]


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a page: include `template` with `panel=facts`, above the table if it has a `plot`, else below."""

    template: str
    facts: object


_registered: list[tuple[str, Facts]] = []


def register_replay_panel(*, template: str, facts: Facts) -> None:
    """Add a panel to every replay; `facts(request, replay)` returns what it shows."""
    _registered.append((template, facts))


def replay_panels(request: HttpRequest, replay: Replay) -> list[Panel]:
    """Return the panels of a replay, in the order of registration."""
    return [Panel(template, facts(request, replay)) for template, facts in _registered]
