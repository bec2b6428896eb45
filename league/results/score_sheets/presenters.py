"""Contexts of score sheets: the detailed sheet on a page, the printed one, and what happens to a sent one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.game import Game
from engine.core.options import OptionValue, settle_options
from engine.core.score_sheets import Field, Setup, round_of
from league.accounts.models import Player
from league.common.messages import render_message
from league.results.models import Report
from league.results.reports.presenters import deadline_text
from league.results.score_sheets.detailed_form import OPTION, SheetBox, option_text
from league.results.score_sheets.forms import ScoreSheetForm

LINES_A_PAGE: Final = 28  # for rounds, of a printed page
MOST_ROUNDS: Final = 12
MOST_WIDE_LINES: Final = 16  # of a printed page; with more, lines are narrow
MOST_TICKED: Final = 6  # choices with a tick box each; with more, a choice is written into one box
MOST_NAMED: Final = 12  # choices listed below the boxes; with more, they are not listed


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the sheet; `round` is 0 for one that belongs to no round."""

    title: str
    round: int
    boxes: tuple[SheetBox, ...]

    @property
    def seats(self) -> list[tuple[str, list[SheetBox]]]:
        """The fields grouped by player."""
        own = [box for box in self.boxes if box.definition.seat is not None]
        own.sort(key=lambda box: box.definition.seat or 0)
        return [(who, list(same)) for who, same in groupby(own, key=lambda box: box.field.who)]

    @property
    def common(self) -> list[SheetBox]:
        """The fields of no seat."""
        return [box for box in self.boxes if box.definition.seat is None]

    @property
    def is_shown(self) -> bool:
        """Whether any of its fields is shown."""
        return any(box.is_shown for box in self.boxes)


@dataclass(frozen=True, slots=True)
class OptionBox:
    """An option of the game as a field: choices as (value, label), and the chosen value."""

    name: str
    label: str
    choices: Sequence[tuple[str, str]]
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailedSheet:
    """The detailed sheet: its parts, all fields by name, and the options of the game.

    `sample` is a card that the script writes another one on; `templates` are those to try, the game's own first.
    """

    game: Game
    seats: int
    parts: Sequence[Part]
    boxes: Mapping[str, SheetBox]
    options: Sequence[OptionBox]
    rules: Mapping[str, str]
    sample: Mapping[str, str | int]
    templates: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSummary:
    """The result so far: rows of (name, points, place or None), and what is missing."""

    game: Game | None
    rows: Sequence[tuple[str, int, int | None]]
    missing: Sequence[str]
    reason: str


def detailed_sheet(form: ScoreSheetForm) -> DetailedSheet | None:
    """Return the context of the detailed sheet; None without one, or for a table at which nobody can play."""
    if form.detailed is None:
        return None
    game, setup, boxes = form.detailed.game, form.detailed.setup, form.detailed.boxes
    return DetailedSheet(
        game=game,
        seats=setup.seats,
        parts=[
            Part(render_message(title), round_of(part[0].definition.name), part)
            for title, same in groupby(boxes.values(), key=lambda box: box.definition.part)
            if (part := tuple(same))
        ],
        boxes=boxes,
        options=[
            OptionBox(
                name=OPTION + option.name,
                label=_(option.label()),
                choices=[(option_text(value), _(option.value_label(value))) for value in option.values],
                value=option_text(setup.options[option.name]),
            )
            for option in game.options
        ],
        rules={name: option_text(value) for name, value in setup.options.items()},
        sample={"clan": "scott", "strength": 1, "rank": 1},
        templates=[f"sheets/games/{game.slug}.html", "sheets/games/_plain.html"],
    )


def sheet_summary(form: ScoreSheetForm) -> SheetSummary | None:
    """Return the result of the detailed sheet so far; None if it is empty or cannot be calculated yet."""
    calculation, names = form.calculation, form.names
    if calculation is None:
        return None
    outcome, missing = calculation.outcome, () if calculation.faults else calculation.missing
    places = outcome.places if outcome else [None] * len(names)
    return SheetSummary(
        game=form.selected_game,
        rows=list(zip(names, calculation.points, places, strict=True)),
        missing=[render_message(remark.sentence, names) for remark in missing],
        reason=render_message(outcome.reason, names) if outcome else "",
    )


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
        return sum(len(part.asked) for part in self.parts) > MOST_WIDE_LINES


def paper_sheet(game: Game, names: Sequence[str], options: Mapping[str, OptionValue]) -> PaperSheet:
    """Return the printed sheet for so many seats; without a detailed sheet, for points and places alone."""
    sheet = registry.score_sheet(game.slug)
    if sheet is None or not game.min_seats <= len(names) <= game.max_seats:
        return PaperSheet(game, tuple(names), (), (), ())
    setup = Setup(len(names), settle_options(game, options))
    start = sheet.calculate(setup, {}).points
    lines = {field.label for field in sheet.fields(setup, ()) if round_of(field.name) and field.seat is not None}
    rounds = min(MOST_ROUNDS, LINES_A_PAGE // (len(lines) or 1))
    fields = sheet.fields(setup, [f"round-{rounds - 1}.paper"])
    few = [field.choices.values() for field in fields if MOST_TICKED < len(field.choices) <= MOST_NAMED]
    return PaperSheet(
        game,
        tuple(names),
        start if any(start) else (),
        tuple(_paper_part(title, list(same)) for title, same in groupby(fields, key=lambda field: field.part)),
        tuple(dict.fromkeys(render_message(words) for choices in few for words in choices)),
    )


def _paper_part(title: str, fields: Sequence[Field]) -> PaperPart:
    """Return a section; fields whose names differ only by their number are a row, shortest first, as in a pyramid."""
    common = [field for field in fields if field.seat is None]
    boxes = [field for field in common if field.kind != "tick"]
    rows = groupby(boxes, key=lambda field: field.name.rstrip("0123456789"))
    return PaperPart(
        title=render_message(title),
        asked=tuple(dict.fromkeys(render_message(field.label) for field in fields if field.seat is not None)),
        ticks=tuple(render_message(field.label) for field in common if field.kind == "tick"),
        rows=tuple(sorted((tuple(map(_paper_box, same)) for _name, same in rows), key=len)),
    )


def _paper_box(field: Field) -> PaperBox:
    ticked = field.choices.values() if len(field.choices) <= MOST_TICKED else ()
    return PaperBox(render_message(field.label), tuple(render_message(words) for words in ticked))


def next_step_text(report: Report, others: Sequence[Player]) -> str:
    """Return what happens next to a report that was just sent, in a sentence or two; `others` can confirm it."""
    if report.status == Report.Status.ENTERED:
        return _("The result counts. The leaderboard is being updated.")
    if report.status == Report.Status.DISPUTED:
        words = _("Another player reported a different result. The organisers of %(club)s decide.")
        return words % {"club": report.club}
    if report.status != Report.Status.OPEN:
        return _("Another report of this game counts.")
    moment = deadline_text(report.confirms_itself_at) or "?"
    if not others:
        words = _("Nobody else at the table has an account. The result counts automatically on %(moment)s.")
        return words % {"moment": moment}
    *names, last = [player.name for player in others]
    if not names:
        words = _("%(player)s can confirm or dispute the result. It counts automatically on %(moment)s.")
        return words % {"player": last, "moment": moment}
    words = _("%(players)s and %(last)s can confirm or dispute the result. It counts automatically on %(moment)s.")
    return words % {"players": ", ".join(names), "last": last, "moment": moment}
