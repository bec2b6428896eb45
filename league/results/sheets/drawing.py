"""A score sheet as its pages draw it: the lines of the seats, and the game's own sheet in parts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.game import Game, OptionValue
from engine.core.sheet import Field, Reckoning, Terms
from league.members.models import Player
from league.results.endings import rule_of
from league.results.entries import LARGEST_TABLE
from league.results.models import Ending
from league.results.sheets.occasions import SetTable
from league.results.sheets.reading import OPTION, SHEET, Sent, options_sent
from league.results.sheets.selectors import Company
from league.results.sheets.wording import in_words, named


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
    """A question of the game's own sheet, as it stands in the form."""

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
        """What is asked."""
        return in_words(self.field.label)

    @property
    def choices(self) -> list[Choice]:
        """Every answer, for a list to choose from: of a small number that may be negative, too."""
        if self.field.choices:
            return [Choice(words, in_words(words), words == self.value) for words in self.field.choices.values()]
        numbers = range(self.field.least, self.field.most + 1)
        return [Choice(str(number), str(number), str(number) == self.value) for number in numbers]

    @property
    def is_shown(self) -> bool:
        """Whether it stands in sight although it is hardly ever needed."""
        return not self.field.aside or bool(self.value or self.fault or self.missing)


@dataclass(frozen=True, slots=True)
class Part:
    """What stands under one heading of the sheet; `round` is 0 for what is of no round."""

    title: str
    round: int
    boxes: tuple[Box, ...]

    @property
    def seats(self) -> list[tuple[str, list[Box]]]:
        """The questions seat by seat, those of nobody left out."""
        own = [box for box in self.boxes if box.field.seat is not None]
        own.sort(key=lambda box: box.field.seat or 0)
        return [(boxes[0].who, boxes) for _, same in groupby(own, key=lambda box: box.field.seat) if (boxes := [*same])]

    @property
    def common(self) -> list[Box]:
        """The questions about nobody in particular."""
        return [box for box in self.boxes if box.field.seat is None]

    @property
    def is_shown(self) -> bool:
        """Whether anything of it stands in sight."""
        return any(box.is_shown for box in self.boxes)


def lines(sent: Sent, players: Sequence[Player | None], faults: Mapping[str, str]) -> list[Line]:
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


def ways_to_end(game: Game | None, sent: Sent, table: SetTable | None) -> list[tuple[Choice, str]]:
    """How a game can end that is not played to its end, each with the rule for it where the table is set."""
    return [
        (
            Choice(kind, str(kind.label), sent.get("ending") == kind),
            _(rule_of(game.slug, kind, table.endings).rule) if game and table else "",
        )
        for kind in Ending
    ]


def seated(sent: Sent, company: Company) -> list[Player | None]:
    """Who sits on each line, as it was sent."""
    return [company.named(sent.get(f"player-{at}", "")) for at in range(1, LARGEST_TABLE + 1)]


def whole_sheet(
    game: Game, sent: Sent, names: Sequence[str], reckoning: Reckoning | None, faults: Mapping[str, str]
) -> dict[str, Any] | None:
    """The game's own sheet as its template takes it; None for a game that has none, or a table nobody could play at."""
    sheet = registry.sheet(game.slug)
    if sheet is None or not game.min_seats <= len(names) <= game.max_seats:
        return None
    terms = Terms(len(names), game.settle_options(options_sent(sent, game)))
    begun = [name.removeprefix(SHEET) for name, text in sent.items() if name.startswith(SHEET) and text.strip()]
    missing = {remark.field: remark.sentence for remark in reversed(reckoning.missing)} if reckoning else {}
    boxes = [_box(one, sent, names, faults, missing) for one in sheet.fields(terms, begun)]
    return {
        "game": game,
        "seats": len(names),
        "parts": _parts(boxes),
        "boxes": {box.slug: box for box in boxes},
        "options": _options(game, sent),
        "rules": {name: _said(value) for name, value in terms.options.items()},
        "sample": {"clan": "scott", "strength": 1, "rank": 1},  # a card that the script writes another on
        "templates": [f"sheets/games/{game.slug}.html", "sheets/games/_plain.html"],
    }


def has_none(game: Game | None) -> bool:
    """Whether the game has no sheet of its own."""
    return game is not None and registry.sheet(game.slug) is None


def told(game: Game | None, reckoning: Reckoning | None, names: Sequence[str]) -> dict[str, Any] | None:
    """What the game's own sheet comes to so far."""
    if reckoning is None:
        return None
    places = reckoning.outcome.places if reckoning.outcome else [None] * len(names)
    return {
        "game": game,
        "rows": list(zip(names, reckoning.points, places, strict=True)),
        "missing": [] if reckoning.faults else [named(remark.sentence, names) for remark in reckoning.missing],
        "reason": named(reckoning.outcome.reason, names) if reckoning.outcome else "",
    }


def _box(one: Field, sent: Sent, names: Sequence[str], faults: Mapping[str, str], missing: Mapping[str, str]) -> Box:
    name = SHEET + one.name
    who = names[one.seat] if one.seat is not None else ""
    return Box(
        one, name, sent.get(name, "").strip(), who, faults.get(name, ""), named(missing.get(one.name, ""), names)
    )


def _parts(boxes: Sequence[Box]) -> list[Part]:
    parts = []
    for title, same in groupby(boxes, key=lambda box: box.field.part):
        of_part = tuple(same)
        number = of_part[0].slug.partition(".")[0].removeprefix("round-")
        parts.append(Part(in_words(title), int(number) if number.isdecimal() else 0, of_part))
    return parts


def _options(game: Game, sent: Sent) -> list[dict[str, Any]]:
    """By which rules it was played, as questions."""
    settled = game.settle_options(options_sent(sent, game))
    questions = []
    for option in game.options:
        values: Sequence[OptionValue] = (True, False) if option.kind == "flag" else option.choices
        choices = [Choice(_said(value), _(option.say(value)), value == settled[option.name]) for value in values]
        questions.append({"name": OPTION + option.name, "label": _(option.called()), "choices": choices})
    return questions


def _said(value: OptionValue) -> str:
    """An option's value as a form sends it."""
    return value if isinstance(value, str) else "yes" if value else "no"
