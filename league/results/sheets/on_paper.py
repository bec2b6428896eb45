"""The score sheet of a game as it is printed, to be filled by pen: made of the same description as the form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from engine.core import registry
from engine.core.game import Game, OptionValue
from engine.core.sheet import Field, Sheet, Terms
from league.results.sheets.wording import in_words

LINES: Final = 28  # of rounds on one page
MOST_ROUNDS: Final = 12
MANY_LINES: Final = 16  # more of them are drawn narrow
MOST_TICKED: Final = 6  # answers that are printed to be ticked; of more of them one is written down
MOST_NAMED: Final = 12  # answers that are named below; of more of them the table knows them


@dataclass(frozen=True, slots=True)
class PaperBox:
    """A question about nobody in particular; `choices` are printed to be ticked, without them there is a box."""

    label: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PaperPart:
    """What stands under one heading: `asked` of every seat, `ticks`, and `rows` of boxes about nobody in particular."""

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
    """The points with which the seats begin; empty where all begin with none."""
    parts: tuple[PaperPart, ...]
    named: tuple[str, ...]
    """What can be written into boxes, where that is little enough to be named."""

    @property
    def is_dense(self) -> bool:
        """Whether its lines have to be narrow to stand on one page."""
        return sum(len(part.asked) for part in self.parts) > MANY_LINES


def paper_sheet(game: Game, names: Sequence[str], options: Mapping[str, OptionValue]) -> PaperSheet:
    """The sheet of a game for so many seats. Of a game without a sheet of its own: points and places alone."""
    sheet = registry.sheet(game.slug)
    if sheet is None or not game.min_seats <= len(names) <= game.max_seats:
        return PaperSheet(game, tuple(names), (), (), ())
    terms = Terms(len(names), game.settle_options(options))
    start = sheet.reckon(terms, {}).points
    fields = _fields(sheet, terms)
    return PaperSheet(game, tuple(names), start if any(start) else (), _parts(fields), _named(fields))


def _fields(sheet: Sheet, terms: Terms) -> tuple[Field, ...]:
    """All fields, with as many rounds as a page holds."""
    of_a_round = [one for one in sheet.fields(terms, ()) if one.name.startswith("round-")]
    lines = len({one.label for one in of_a_round if one.seat is not None}) or 1
    rounds = min(MOST_ROUNDS, LINES // lines)
    return sheet.fields(terms, [f"round-{rounds - 1}.paper"])


def _parts(fields: Sequence[Field]) -> tuple[PaperPart, ...]:
    return tuple(_part(title, list(same)) for title, same in groupby(fields, key=lambda one: one.part))


def _part(title: str, fields: Sequence[Field]) -> PaperPart:
    return PaperPart(
        title=in_words(title),
        asked=tuple(dict.fromkeys(in_words(one.label) for one in fields if one.seat is not None)),
        ticks=tuple(in_words(one.label) for one in fields if one.seat is None and one.kind == "tick"),
        rows=_rows([one for one in fields if one.seat is None and one.kind != "tick"]),
    )


def _named(fields: Sequence[Field]) -> tuple[str, ...]:
    few = (one.choices.values() for one in fields if MOST_TICKED < len(one.choices) <= MOST_NAMED)
    return tuple(dict.fromkeys(in_words(words) for choices in few for words in choices))


def _rows(fields: Sequence[Field]) -> tuple[tuple[PaperBox, ...], ...]:
    """Those whose names differ by their number stand in a row; the longest row is the lowest, as a pyramid has it."""
    rows = [tuple(map(_box, same)) for _, same in groupby(fields, key=lambda one: one.name.rstrip("0123456789"))]
    return tuple(sorted(rows, key=len))


def _box(field: Field) -> PaperBox:
    ticked = field.choices.values() if len(field.choices) <= MOST_TICKED else ()
    return PaperBox(in_words(field.label), tuple(in_words(words) for words in ticked))
