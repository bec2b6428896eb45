"""The parts of an event in which one can be out: groups with their tables, brackets as they are drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.rules.brackets.deciding import merit_of
from league.rules.brackets.layout import HEAD, ROW, WIDTH, Layout, laid_out, left_of, line_between, on_paper
from league.rules.formats.format import How, Reason, letter_of
from league.rules.stages import Contender, Group, Match, Stage, Tie
from league.rules.tiebreaks import tiebreak_named
from league.tournaments.models import Tournament
from league.tournaments.selectors.entrants import Entrant
from league.tournaments.selectors.sheet import Sheet, key_of
from league.tournaments.selectors.wording import filled, place_of, points

LINE, SMALL_LINE = 22, 30
"""Letters that fit beside a score: in a name on one line, and in the small letters of a name on two."""
CUT = "\N{HORIZONTAL ELLIPSIS}"
Entrants = Mapping[int, Entrant]


@dataclass(frozen=True, slots=True)
class SeatDrawn:
    """A line of a box: who sits there, what they came to, and whether they went on. `top` is that of the line."""

    top: int
    lines: tuple[str, ...]  # the name, on one line or two
    name: str
    href: str
    score: str
    kind: str  # `on`, `out`, `in` or `awaited`
    on_path: bool
    own: bool

    @property
    def foot(self) -> int:
        """Return the baseline of the score, and of a name on one line."""
        return self.top + ROW - 8

    @property
    def feet(self) -> tuple[tuple[int, str], ...]:
        """Return each line of the name with its baseline."""
        return tuple(zip((self.top + ROW - 15, self.top + ROW - 4), self.lines, strict=False))

    @property
    def is_cut(self) -> bool:
        """Return whether two lines do not hold the whole name."""
        return self.lines[-1].endswith(CUT)


@dataclass(frozen=True, slots=True)
class BoxDrawn:
    """A match: `kind` is open, live or done, and `words` say the same."""

    left: int
    top: int
    height: int
    title: str
    words: str
    kind: str
    href: str
    seats: tuple[SeatDrawn, ...]

    @property
    def on_path(self) -> bool:
        """Whether the one whose way is shown came here."""
        return any(seat.on_path for seat in self.seats)


@dataclass(frozen=True, slots=True)
class BracketDrawn:
    """The whole drawing: middles and names of the columns, boxes, lines with whether they are on the way shown."""

    width: int
    height: int
    heads: tuple[tuple[int, str], ...]
    boxes: tuple[BoxDrawn, ...]
    lines: tuple[tuple[str, bool], ...]
    box_width: int = WIDTH
    row: int = ROW
    head: int = HEAD


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A line of a group's table; `kind` is `on`, `out`, or `in` while that is open."""

    place: str
    entrant: Entrant
    points: str
    played: int
    kind: str
    on_path: bool


@dataclass(frozen=True, slots=True)
class TieDrawn:
    """A tie inside a group: who has equal points, what decided their order, and who still shares a place."""

    names: str
    decided_by: str  # names of tie-breaks, empty where none parted anybody
    level: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GroupDrawn:
    """A group and its table."""

    title: str
    rows: tuple[GroupRow, ...]
    ties: tuple[TieDrawn, ...]


@dataclass(frozen=True, slots=True)
class StageDrawn:
    """A part of the event: a bracket, or groups."""

    title: str
    bracket: BracketDrawn | None
    groups: tuple[GroupDrawn, ...]


@dataclass(frozen=True, eq=False)
class Stages:
    """All parts of the event in their order. They are drawn when a page asks, which a cached one does not; no query."""

    event: Tournament
    sheet: Sheet
    entrants: Entrants
    path: int = 0  # the number of the entry whose way is brought out; 0 for nobody's
    on_paper: bool = False  # whether brackets come in parts that can be read on a page each, counted in their titles

    def __bool__(self) -> bool:
        return bool(self.sheet.stages)

    @property
    def key(self) -> tuple[object, ...]:
        """What the HTML is made of, apart from the language: two readers share it only where they see the same."""
        return (*key_of(self.event, self.sheet), self.path, self.on_paper, tuple(self.entrants.values()))

    @cached_property
    def drawn(self) -> tuple[StageDrawn, ...]:
        """The parts."""
        drawing = _Drawing(self.event, self.entrants, self.path)
        if self.on_paper:
            return tuple(part for stage in self.sheet.stages for part in drawing.parts(stage))
        return tuple(map(drawing.stage, self.sheet.stages))


def needs_parts(sheet: Sheet) -> bool:
    """Whether some bracket is too large for one page."""
    return any(len(on_paper(stage.columns)) > 1 for stage in sheet.stages if stage.columns)


def path_of(asked: str, entrants: Entrants) -> int:
    """The entry whose way an address asks for; 0 for nobody."""
    number = int(asked[:6]) if asked.isascii() and asked.isdecimal() else 0
    return number if number in entrants else 0


class _Drawing:
    def __init__(self, event: Tournament, entrants: Entrants, path: int) -> None:
        self.event, self.entrants, self.path = event, entrants, path
        self.here = reverse("tournaments:bracket", args=[event.public_id, event.slug])

    def stage(self, stage: Stage) -> StageDrawn:
        """One part."""
        bracket = self._bracket(laid_out(stage.columns)) if stage.columns else None
        return StageDrawn(_words(stage.name), bracket, tuple(map(self._group, stage.groups)))

    def parts(self, stage: Stage) -> list[StageDrawn]:
        """One part of the event, as paper has it."""
        parts = on_paper(stage.columns) if stage.columns else []
        if len(parts) < 2:
            return [self.stage(stage)]
        of = _("%(title)s, page %(number)d of %(count)d")
        return [
            StageDrawn(of % {"title": _words(stage.name), "number": number, "count": len(parts)}, bracket, ())
            for number, bracket in enumerate((self._bracket(laid_out(part)) for part in parts), start=1)
        ]

    def _group(self, group: Group) -> GroupDrawn:
        kinds = {True: "on", False: "out", None: "in"}
        is_played = any(one.played for one in group.lines)
        rows = tuple(
            GroupRow(
                place_of(one.place if is_played else 0),
                self.entrants[one.entry],
                points(one.units),
                one.played,
                kinds[one.goes_on],
                one.entry == self.path,
            )
            for one in group.lines
        )
        title = _("Group %(letter)s") % {"letter": letter_of(group.number)}
        return GroupDrawn(title, rows, tuple(map(self._tie, group.ties)))

    def _tie(self, tie: Tie) -> TieDrawn:
        decided_by = ", ".join(_(tiebreak_named(slug).name) for slug in tie.decided_by)
        return TieDrawn(self._names(tie.entries), decided_by, tuple(map(self._names, tie.level)))

    def _names(self, entries: Sequence[int]) -> str:
        return get_text_list([self.entrants[one].name for one in entries], _("and"))

    def _bracket(self, layout: Layout) -> BracketDrawn:
        heads = tuple(
            (left_of(at) + WIDTH // 2, _words(column.name)) for at, (column, _matches) in enumerate(layout.columns)
        )
        matches = [match for _column, shown in layout.columns for match in shown]
        lines = tuple(
            (line_between(layout.boxes[one.slot], layout.boxes[one.leads_to]), self._went_on(one))
            for one in matches
            if one.leads_to in layout.boxes
        )
        boxes = tuple(self._box(match, layout) for match in matches)
        over_the_others = tuple(sorted(lines, key=lambda line: line[1]))
        return BracketDrawn(layout.width, layout.height, heads, boxes, over_the_others)

    def _went_on(self, match: Match) -> bool:
        return self.path in (match.came or ())[: match.goes_on]

    def _box(self, match: Match, layout: Layout) -> BoxDrawn:
        box = layout.boxes[match.slot]
        title = _words(match.title) if match.title else _("Match %(number)d") % {"number": match.number}
        seats = tuple(self._seat(match, at, one) for at, one in enumerate(match.contenders))
        kind, words = _state_of(match)
        return BoxDrawn(box.left, box.top, box.height, title, words, kind, self._board(match), seats)

    def _board(self, match: Match) -> str:
        """Where its table is on the board."""
        if not match.pairings:
            return ""
        made = match.pairings[-1]
        address = reverse("tournaments:round", args=[self.event.public_id, self.event.slug, made.round])
        return f"{address}#table-{made.table}"

    def _seat(self, match: Match, at: int, contender: Contender) -> SeatDrawn:
        entrant = self.entrants.get(contender.entry) if contender.entry is not None else None
        awaited = _words(contender.source) if contender.source else ""
        name = entrant.name if entrant else awaited
        return SeatDrawn(
            top=HEAD + ROW * at,
            lines=lines_of(name),
            name=name,
            href=f"{self.here}?player={entrant.number}" if entrant else "",
            score=_score(match, contender.entry),
            kind=_kind_of(match, contender),
            on_path=entrant is not None and entrant.number == self.path,
            own=entrant is not None and entrant.own,
        )


def _words(reason: Reason) -> str:
    return filled(reason.template, reason.facts)


def _kind_of(match: Match, contender: Contender) -> str:
    if contender.entry is None:
        return "awaited"
    if match.came is None:
        return "in"
    return "on" if contender.entry in match.came[: match.goes_on or 1] else "out"


def _state_of(match: Match) -> tuple[str, str]:
    if match.came is not None:
        legs = [leg for pairing in match.pairings for leg in pairing.results]
        is_forfeit = legs and all(leg.how is How.FORFEIT for leg in legs)
        return "done", _("forfeit") if is_forfeit else pgettext("match in a bracket", "finished")
    if match.pairings:
        return "live", _("to be replayed") if len(match.pairings) > 1 else _("no result yet")
    return "open", _("not paired yet")


def _score(match: Match, entry: int | None) -> str:
    """What somebody came to: the games won of several, or the points in the only one."""
    made = match.pairings[-1] if match.pairings else None
    if made is None or entry is None or entry not in made.seats or not made.results or made.bye is not None:
        return ""
    units, in_game = merit_of(entry, made)
    has_points = any(leg.points for leg in made.results)
    return str(in_game) if made.legs == 1 and has_points else points(units)


def lines_of(name: str) -> tuple[str, ...]:
    """Return the name on one line, or on two that differ least in length, broken at a space or after a hyphen."""
    if len(name) <= LINE:
        return (name,)
    breaks = [at for at, letter in enumerate(name, start=1) if letter in " -" and at < len(name)]
    at = min(breaks, key=lambda at: max(at, len(name) - at), default=SMALL_LINE)
    return tuple(_shortened(line.strip()) for line in (name[:at], name[at:]))


def _shortened(line: str) -> str:
    return line if len(line) <= SMALL_LINE else line[: SMALL_LINE - 1].rstrip() + CUT
