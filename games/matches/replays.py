"""Replays: games that a page shows step by step, and the panels that higher apps add to them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.notation.syntax import seat_name
from games.matches.boards import Race, draw, moves_note, race_of, templates_of
from games.matches.boards.plain import SeatLabel
from games.matches.errors import NoSuchMatch
from games.matches.models import Match
from games.matches.presenters import labels_of
from games.matches.queries import OpenRecord
from league.common.drawing.line_charts import RaceLine
from league.common.drawing.tartan import CLANS, Sett, sett_of
from league.common.messages import render_message
from league.common.validators import whole_number


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A game to show step by step, of the match or of the game record with that public id, if of either.

    If not all cards are known (`is_open` is false), the page shows what a spectator sees.
    """

    opened: OpenRecord
    labels: Sequence[SeatLabel]
    address: str
    match: str = ""
    record: str = ""
    is_open: bool = True

    @property
    def names(self) -> list[str]:
        """The names of the players by seat."""
        return [label.name for label in self.labels]

    def address_at(self, step: int) -> str:
        """Return the address of a step."""
        return f"{self.address}?step={step}"


def replay_of_match(match: Match, opened: OpenRecord) -> Replay:
    """Return the replay of a match with an open record."""
    return Replay(opened=opened, labels=labels_of(match), address=match.get_absolute_url(), match=match.public_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTable:
    """The table after a step, the templates that may draw it, and what happened in the step."""

    table: Mapping[str, Any] | None
    tables: Sequence[str]
    sentence: str = ""


class Step(NamedTuple):
    """A step for `shared/_stepper.html`, with links to others; "" where there is none."""

    number: int
    of: int
    first: str
    previous: str
    next: str
    last: str


class Line(NamedTuple):
    """A line of a record: the numbers of its steps, and the heading above it, if any."""

    number: str
    head: str
    text: str
    href: str
    current: bool


class RacePlot(NamedTuple):
    """The points by step: a line for each seat in the colour of its clan or player."""

    lines: Sequence[RaceLine]
    steps: int
    goal: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment(DrawnTable):
    """A replay at one step, as `matches/_moment.html` shows it; `race` reads the points when a page draws them."""

    step: Step
    lines: Sequence[Line]
    moves_note: str
    address: str
    race: Callable[[], RacePlot | None] | None


def moment_at(replay: Replay, step: str | None) -> Moment:
    """Return the replay at the `step` in a URL, by default the last.

    Raise `NoSuchMatch` for an invalid or a missing step.
    """
    number = replay.opened.steps if step is None else whole_number(step)
    if number is None:
        raise NoSuchMatch(_("Invalid step. Use a whole number, such as ?step=12."))
    drawn = table_at(replay, number)
    return Moment(
        table=drawn.table,
        tables=drawn.tables,
        sentence=drawn.sentence,
        step=_step(replay, number),
        lines=_lines(replay, number),
        moves_note=moves_note(replay.opened.record.game) if _is_in_notation() else "",
        address=replay.address,
        race=partial(_race, replay) if replay.is_open else None,
    )


def table_at(replay: Replay, step: int) -> DrawnTable:
    """Return the drawn table after `step` and the sentence of that event. Raise `NoSuchMatch` for a missing step."""
    position = replay.opened.position(step)
    game = replay.opened.record.game
    state = position.state if replay.is_open else position.state.view(None)
    return DrawnTable(
        table=draw(game, state, position.event, replay.labels),
        tables=templates_of(game),
        sentence=render_message(position.sentence, replay.names),
    )


def setts_of(race: Race | None, labels: Sequence[SeatLabel]) -> list[Sett]:
    """Return the sett of each seat in plots: of its clan in the game, or of its player."""
    clans = race.clans if race else ()
    return [CLANS[clan] for clan in clans] or [sett_of(label.sett or label.name) for label in labels]


def _step(replay: Replay, step: int) -> Step:
    last, address = replay.opened.steps, replay.address_at
    earlier = (address(0), address(step - 1)) if step > 0 else ("", "")
    later = (address(step + 1), address(last)) if step < last else ("", "")
    return Step(step, last, *earlier, *later)


def _lines(replay: Replay, step: int) -> list[Line]:
    """Return the lines of the record, numbered by their steps: in English its notation, else sentences."""
    sentences = [] if _is_in_notation() else replay.opened.sentences(is_open=replay.is_open)
    names = replay.names
    return [
        Line(
            number=f"{line.first}\N{EN DASH}{line.last}" if line.first < line.last else str(line.last),
            head=render_message(line.heading or ""),
            text=" ".join(render_message(each, names) for each in sentences[line.first - 1 : line.last] if each)
            or (line.text if line.seat is None else f"{seat_name(names, line.seat)}: {line.text}"),
            href=replay.address_at(line.last),
            current=line.first <= step <= line.last,
        )
        for line in replay.opened.lines
    ]


def _is_in_notation() -> bool:
    return get_language() == settings.LANGUAGE_CODE


def _race(replay: Replay) -> RacePlot | None:
    race = race_of(replay.opened.record)
    if race is None or not race.steps:
        return None
    seats = zip(replay.names, setts_of(race, replay.labels), race.changes, strict=False)
    return RacePlot([RaceLine(*seat) for seat in seats], race.steps, race.goal)


PanelFacts = Callable[[HttpRequest, Replay], object]


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a page: include `template` with `panel=facts`, above the table if it has a `plot`, else below."""

    template: str
    facts: object


_panels: list[tuple[str, PanelFacts]] = []


def register_replay_panel(*, template: str, facts: PanelFacts) -> None:
    """Add a panel to every replay; `facts(request, replay)` returns what it shows."""
    _panels.append((template, facts))


def replay_panels(request: HttpRequest, replay: Replay) -> list[Panel]:
    """Return the panels of a replay, in the order of registration."""
    return [Panel(template, facts(request, replay)) for template, facts in _panels]
