"""Contexts of score sheets: the form on a page, and the printed sheet, from the same description."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.game import Game, OptionValue
from engine.core.score_sheets import Field, Reckoning, ScoreSheet, Setup
from league.accounts.models import Player
from league.common.messages import render_message
from league.results.drafts import LARGEST_TABLE, rule_of
from league.results.models import Ending
from league.results.score_sheets.queries import Company, SetTable
from league.results.score_sheets.submission import OPTION, SHEET, FormData, options_sent


class Line(NamedTuple):
    """A seat of the quick sheet."""

    number: int
    player: Player | None
    points: str
    place: str
    left: bool
    faults: Sequence[str]


class Choice(NamedTuple):
    """One of the answers to a question."""

    value: str
    words: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Box:
    """A field of the detailed sheet, with its value and error."""

    field: Field
    name: str
    value: str
    who: str
    fault: str
    missing: str

    @property
    def slug(self) -> str:
        """The field's name within the sheet, for templates that draw a game."""
        return self.field.name

    @property
    def source(self) -> str:
        """The middle of `round-3.green.seat-2`, for templates that lay a round out as a table."""
        return self.field.name.split(".")[1] if self.field.name.count(".") > 1 else ""

    @property
    def label(self) -> str:
        """The label."""
        return render_message(self.field.label)

    @property
    def choices(self) -> list[Choice]:
        """The options of a select list, also for a small number that can be negative."""
        if self.field.choices:
            return [Choice(words, render_message(words), words == self.value) for words in self.field.choices.values()]
        numbers = range(self.field.least, self.field.most + 1)
        return [Choice(str(number), str(number), str(number) == self.value) for number in numbers]

    @property
    def is_shown(self) -> bool:
        """Whether to show the field: always, unless it is rarely needed and empty."""
        return not self.field.aside or bool(self.value or self.fault or self.missing)


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the sheet; `round` is 0 for one that belongs to no round."""

    title: str
    round: int
    boxes: tuple[Box, ...]

    @property
    def seats(self) -> list[tuple[str, list[Box]]]:
        """The fields grouped by seat, without those of no seat."""
        own = [box for box in self.boxes if box.field.seat is not None]
        own.sort(key=lambda box: box.field.seat or 0)
        return [(boxes[0].who, boxes) for _, same in groupby(own, key=lambda box: box.field.seat) if (boxes := [*same])]

    @property
    def common(self) -> list[Box]:
        """The fields of no seat."""
        return [box for box in self.boxes if box.field.seat is None]

    @property
    def is_shown(self) -> bool:
        """Whether any of its fields is shown."""
        return any(box.is_shown for box in self.boxes)


def lines(sent: FormData, players: Sequence[Player | None], faults: Mapping[str, str]) -> list[Line]:
    """The lines of the quick sheet, as many as the largest table has seats."""
    seated = [*players, *[None] * (LARGEST_TABLE - len(players))]
    return [
        Line(
            at,
            player,
            sent.get(f"points-{at}", ""),
            sent.get(f"place-{at}", ""),
            bool(sent.get(f"left-{at}")),
            [faults[name] for name in (f"player-{at}", f"points-{at}", f"place-{at}") if name in faults],
        )
        for at, player in enumerate(seated, 1)
    ]


def ways_to_end(game: Game | None, sent: FormData, table: SetTable | None) -> list[tuple[Choice, str]]:
    """Return the early endings, each with its rule if the table belongs to a tournament."""
    return [
        (
            Choice(kind, str(kind.label), sent.get("ending") == kind),
            _(rule_of(game.slug, kind, table.endings).rule) if game and table else "",
        )
        for kind in Ending
    ]


def seated(sent: FormData, company: Company) -> list[Player | None]:
    """Return the player of each line, as sent."""
    return [company.named(sent.get(f"player-{at}", "")) for at in range(1, LARGEST_TABLE + 1)]


def whole_sheet(
    game: Game, sent: FormData, names: Sequence[str], reckoning: Reckoning | None, faults: Mapping[str, str]
) -> dict[str, Any] | None:
    """The game's own sheet as its template takes it; None for a game that has none, or a table nobody could play at."""
    sheet = registry.score_sheet(game.slug)
    if sheet is None or not game.min_seats <= len(names) <= game.max_seats:
        return None
    setup = Setup(len(names), game.settle_options(options_sent(sent, game)))
    begun = [name.removeprefix(SHEET) for name, text in sent.items() if name.startswith(SHEET) and text.strip()]
    missing = {remark.field: remark.sentence for remark in reversed(reckoning.missing)} if reckoning else {}
    boxes = [_box(one, sent, names, faults, missing) for one in sheet.fields(setup, begun)]
    return {
        "game": game,
        "seats": len(names),
        "parts": _parts(boxes),
        "boxes": {box.slug: box for box in boxes},
        "options": _options(game, sent),
        "rules": {name: _said(value) for name, value in setup.options.items()},
        "sample": {"clan": "scott", "strength": 1, "rank": 1},  # a card that the script writes another on
        "templates": [f"sheets/games/{game.slug}.html", "sheets/games/_plain.html"],
    }


def has_no_sheet(game: Game | None) -> bool:
    """Whether the game has no sheet of its own."""
    return game is not None and registry.score_sheet(game.slug) is None


def sheet_summary(game: Game | None, reckoning: Reckoning | None, names: Sequence[str]) -> dict[str, Any] | None:
    """Return the result of the detailed sheet so far."""
    if reckoning is None:
        return None
    places = reckoning.outcome.places if reckoning.outcome else [None] * len(names)
    return {
        "game": game,
        "rows": list(zip(names, reckoning.points, places, strict=True)),
        "missing": [] if reckoning.faults else [render_message(remark.sentence, names) for remark in reckoning.missing],
        "reason": render_message(reckoning.outcome.reason, names) if reckoning.outcome else "",
    }


def _box(
    one: Field, sent: FormData, names: Sequence[str], faults: Mapping[str, str], missing: Mapping[str, str]
) -> Box:
    name = SHEET + one.name
    who = names[one.seat] if one.seat is not None else ""
    return Box(
        one,
        name,
        sent.get(name, "").strip(),
        who,
        faults.get(name, ""),
        render_message(missing.get(one.name, ""), names),
    )


def _parts(boxes: Sequence[Box]) -> list[Part]:
    parts = []
    for title, same in groupby(boxes, key=lambda box: box.field.part):
        of_part = tuple(same)
        number = of_part[0].slug.partition(".")[0].removeprefix("round-")
        parts.append(Part(render_message(title), int(number) if number.isdecimal() else 0, of_part))
    return parts


def _options(game: Game, sent: FormData) -> list[dict[str, Any]]:
    """Return the game's options as fields."""
    settled = game.settle_options(options_sent(sent, game))
    questions = []
    for option in game.options:
        values: Sequence[OptionValue] = (True, False) if option.kind == "flag" else option.choices
        chosen = settled[option.name]
        choices = [Choice(_said(value), _(option.value_label(value)), value == chosen) for value in values]
        questions.append({"name": OPTION + option.name, "label": _(option.label()), "choices": choices})
    return questions


def _said(value: OptionValue) -> str:
    """An option's value as a form sends it."""
    return value if isinstance(value, str) else "yes" if value else "no"


LINES: Final = 28  # of rounds on one page
MOST_ROUNDS: Final = 12
MANY_LINES: Final = 16  # more of them are drawn narrow
MOST_TICKED: Final = 6  # answers that are printed to be ticked; of more of them one is written down
MOST_NAMED: Final = 12  # answers that are named below; of more of them the table knows them


@dataclass(frozen=True, slots=True)
class PaperBox:
    """A printed field of no seat: a tick box per choice, or one empty box without choices."""

    label: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PaperPart:
    """A printed section: fields `asked` of every seat, `ticks`, and `rows` of boxes of no seat."""

    title: str
    asked: tuple[str, ...]
    ticks: tuple[str, ...]
    rows: tuple[tuple[PaperBox, ...], ...]


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """A sheet for one game; an empty name is a line to write one on."""

    game: Game
    names: tuple[str, ...]
    start: tuple[int, ...]
    """The starting points of the seats; empty if all start with 0."""
    parts: tuple[PaperPart, ...]
    named: tuple[str, ...]
    """The possible values of boxes, if there are few enough to list."""

    @property
    def is_dense(self) -> bool:
        """Whether its lines have to be narrow to fit on one page."""
        return sum(len(part.asked) for part in self.parts) > MANY_LINES


def paper_sheet(game: Game, names: Sequence[str], options: Mapping[str, OptionValue]) -> PaperSheet:
    """The sheet of a game for so many seats. Of a game without a sheet of its own: points and places alone."""
    sheet = registry.score_sheet(game.slug)
    if sheet is None or not game.min_seats <= len(names) <= game.max_seats:
        return PaperSheet(game, tuple(names), (), (), ())
    setup = Setup(len(names), game.settle_options(options))
    start = sheet.reckon(setup, {}).points
    fields = _fields(sheet, setup)
    return PaperSheet(game, tuple(names), start if any(start) else (), _paper_parts(fields), _named(fields))


def _fields(sheet: ScoreSheet, setup: Setup) -> tuple[Field, ...]:
    """All fields, with as many rounds as a page holds."""
    of_a_round = [one for one in sheet.fields(setup, ()) if one.name.startswith("round-")]
    lines = len({one.label for one in of_a_round if one.seat is not None}) or 1
    rounds = min(MOST_ROUNDS, LINES // lines)
    return sheet.fields(setup, [f"round-{rounds - 1}.paper"])


def _paper_parts(fields: Sequence[Field]) -> tuple[PaperPart, ...]:
    return tuple(_part(title, list(same)) for title, same in groupby(fields, key=lambda one: one.part))


def _part(title: str, fields: Sequence[Field]) -> PaperPart:
    return PaperPart(
        title=render_message(title),
        asked=tuple(dict.fromkeys(render_message(one.label) for one in fields if one.seat is not None)),
        ticks=tuple(render_message(one.label) for one in fields if one.seat is None and one.kind == "tick"),
        rows=_rows([one for one in fields if one.seat is None and one.kind != "tick"]),
    )


def _named(fields: Sequence[Field]) -> tuple[str, ...]:
    few = (one.choices.values() for one in fields if MOST_TICKED < len(one.choices) <= MOST_NAMED)
    return tuple(dict.fromkeys(render_message(words) for choices in few for words in choices))


def _rows(fields: Sequence[Field]) -> tuple[tuple[PaperBox, ...], ...]:
    """Put fields whose names differ only by their number into one row; shortest row first, as in a pyramid."""
    rows = [tuple(map(_paper_box, same)) for _, same in groupby(fields, key=lambda one: one.name.rstrip("0123456789"))]
    return tuple(sorted(rows, key=len))


def _paper_box(field: Field) -> PaperBox:
    ticked = field.choices.values() if len(field.choices) <= MOST_TICKED else ()
    return PaperBox(render_message(field.label), tuple(render_message(words) for words in ticked))
