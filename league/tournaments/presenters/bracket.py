"""Stages of a tournament with elimination: groups with tables, and brackets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.common.validators import whole_number
from league.competition.brackets.advancement import merit_of
from league.competition.brackets.layout import BETWEEN, GAP, HEAD, TOP, Box, Layout, layout_of, line_between, on_paper
from league.competition.format import How, Pairing, Reason, letter_of
from league.competition.stages import Column, Contender, Group, Match, Stage, Tie
from league.competition.tiebreaks import tiebreak_named
from league.tournaments.format_text import place_text, points, points_column, rule_text
from league.tournaments.models import Tournament
from league.tournaments.queries.entries import Entrant, Entrants
from league.tournaments.queries.standings_cache import Sheet, key_of

ROUNDS_SIDE_BY_SIDE, HEIGHT_ON_PAPER = 5, 1300


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """A line of a box: the player, the score, and whether they advanced."""

    name: str
    sett: str  # the player id that sets the tartan
    seed: int  # 0 if none
    href: str
    score: str
    kind: str  # `on`, `out`, `in` or `awaited`
    on_path: bool
    is_own: bool


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match: `kind` is open, live or done, `words` say the same; `above` is additional space above it."""

    above: int
    title: str
    words: str
    decided_by: str  # empty if games won
    kind: str
    href: str
    seats: tuple[BracketSeat, ...]

    @property
    def on_path(self) -> bool:
        """Whether the highlighted player played here."""
        return any(seat.on_path for seat in self.seats)


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A column of a bracket, and the lines to the next with their kind: `won`, `on-path` or none."""

    id: str
    name: str
    matches: tuple[BracketMatch, ...]
    lines: tuple[tuple[str, str], ...]

    @property
    def is_live(self) -> bool:
        """Whether a match of it is being played."""
        return any(match.kind == "live" for match in self.matches)


@dataclass(frozen=True, slots=True)
class Champion:
    """The winner, at the end of the last line."""

    above: int
    entrant: Entrant
    line: str


@dataclass(frozen=True, slots=True)
class BracketView:
    """The whole bracket."""

    height: int
    rounds: tuple[BracketRound, ...]
    champion: Champion | None
    between: int = BETWEEN

    @property
    def is_broad(self) -> bool:
        """Whether it may use the full width of the window."""
        return len(self.rounds) > ROUNDS_SIDE_BY_SIDE

    @property
    def is_tall(self) -> bool:
        """Whether it needs small type to fit on a printed page."""
        return self.height > HEIGHT_ON_PAPER


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A row of a group's table; `kind` is `on`, `out`, or `in` while undecided."""

    place: str
    entrant: Entrant
    points: str
    played: int
    kind: str
    on_path: bool


@dataclass(frozen=True, slots=True)
class GroupTie:
    """A tie inside a group: players with equal points, the tie-breaks that ordered them, and shared places."""

    names: str
    decided_by: str  # names of tie-breaks, empty if none broke the tie
    level: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GroupView:
    """A group and its table."""

    title: str
    rows: tuple[GroupRow, ...]
    ties: tuple[GroupTie, ...]


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage: a bracket, or groups."""

    title: str
    bracket: BracketView | None
    groups: tuple[GroupView, ...]


@dataclass(frozen=True, eq=False)
class Stages:
    """All stages in order. They are built when the template asks, so not for cached parts. No query."""

    tournament: Tournament
    sheet: Sheet
    entrants: Entrants
    path: int = 0  # number of the highlighted entry; 0 for none
    on_paper: bool = False  # whether brackets are split into printed pages

    def __bool__(self) -> bool:
        return bool(self.sheet.stages)

    @property
    def key(self) -> tuple[object, ...]:
        """The cache key, apart from the language: readers with equal keys see the same HTML."""
        return (*key_of(self.tournament, self.sheet), self.path, self.on_paper, tuple(self.entrants.values()))

    @cached_property
    def drawn(self) -> tuple[StageView, ...]:
        """The stages."""
        drawing = _StageBuilder(self.tournament, self.sheet, self.entrants, self.path)
        if self.on_paper:
            return tuple(part for stage in self.sheet.stages for part in drawing.parts(stage))
        return tuple(map(drawing.stage, self.sheet.stages))


def needs_parts(sheet: Sheet) -> bool:
    """Return whether a bracket is too large for one printed page."""
    return any(len(on_paper(stage.columns)) > 1 for stage in sheet.stages if stage.columns)


def path_of(text: str, entrants: Entrants) -> int:
    """Return the number of the entry to highlight; 0 for none."""
    number = whole_number(text) or 0
    return number if number in entrants else 0


class _StageBuilder:
    def __init__(self, tournament: Tournament, sheet: Sheet, entrants: Entrants, path: int) -> None:
        self.tournament, self.entrants, self.path = tournament, entrants, path
        self.here = reverse("tournaments:bracket", args=[tournament.public_id, tournament.slug])
        won = [row.entry for row in sheet.rows if row.place == 1]
        reached = sheet.scores.reached.get(won[0]) if len(won) == 1 else None
        self.champion = won[0] if reached and not reached.is_in else 0
        self.last = sheet.stages[-1] if sheet.stages else None
        self.drawn = 0

    def stage(self, stage: Stage) -> StageView:
        """Return the view of a stage."""
        bracket = self._bracket(stage, stage.columns) if stage.columns else None
        return StageView(_words(stage.name), bracket, tuple(map(self._group, stage.groups)))

    def parts(self, stage: Stage) -> list[StageView]:
        """Return the stage in parts, one for each printed page."""
        parts = on_paper(stage.columns) if stage.columns else []
        if len(parts) < 2:
            return [self.stage(stage)]
        of = _("%(title)s, page %(number)d of %(count)d")
        return [
            StageView(of % {"title": _words(stage.name), "number": number, "count": len(parts)}, bracket, ())
            for number, bracket in enumerate((self._bracket(stage, part) for part in parts), start=1)
        ]

    def _group(self, group: Group) -> GroupView:
        kinds = {True: "on", False: "out", None: "in"}
        is_played = any(line.played for line in group.lines)
        paid = points_column({line.entry: line.units for line in group.lines})
        rows = tuple(
            GroupRow(
                place_text(line.place if is_played else 0),
                self.entrants[line.entry],
                paid[line.entry],
                line.played,
                kinds[line.goes_on],
                line.entry == self.path,
            )
            for line in group.lines
        )
        title = _("Group %(letter)s") % {"letter": letter_of(group.number)}
        return GroupView(title, rows, tuple(map(self._tie, group.ties)))

    def _tie(self, tie: Tie) -> GroupTie:
        decided_by = ", ".join(_(tiebreak_named(slug).name) for slug in tie.decided_by)
        return GroupTie(self._names(tie.entries), decided_by, tuple(map(self._names, tie.level)))

    def _names(self, entries: Sequence[int]) -> str:
        return get_text_list([self.entrants[entry].name for entry in entries], _("and"))

    def _bracket(self, stage: Stage, columns: Sequence[Column]) -> BracketView:
        layout = layout_of(columns)
        seeds = {entry: seed for seed, entry in enumerate(stage.seeded, start=1)}
        self.drawn += 1
        rounds = tuple(
            BracketRound(
                f"bracket-{self.drawn}-{at}",
                _words(column.name),
                tuple(self._matches(matches, layout, seeds)),
                tuple(sorted(self._lines(matches, layout), key=lambda line: line[1])),
            )
            for at, (column, matches) in enumerate(layout.columns, start=1)
        )
        champion = self._champion(layout) if stage is self.last else None
        return BracketView(layout.height, rounds, champion)

    def _lines(self, matches: Iterable[Match], layout: Layout) -> Iterator[tuple[str, str]]:
        for match in matches:
            if match.leads_to in layout.boxes:
                went_on = (match.order or ())[: match.goes_on]
                kind = "on-path" if self.path in went_on else "on-won" if self.champion in went_on else ""
                yield line_between(layout.boxes[match.slot], layout.boxes[match.leads_to]), kind

    def _matches(self, matches: Iterable[Match], layout: Layout, seeds: Mapping[int, int]) -> Iterator[BracketMatch]:
        foot = TOP - GAP
        for match in matches:
            box = layout.boxes[match.slot]
            yield self._match(match, box.top - foot - GAP, seeds)
            foot = box.foot

    def _match(self, match: Match, above: int, seeds: Mapping[int, int]) -> BracketMatch:
        title = _words(match.title) if match.title else _("Match %(number)d") % {"number": match.number}
        seats = tuple(self._seat(match, contender, seeds) for contender in match.contenders)
        kind, words = _state_of(match)
        return BracketMatch(above, title, words, _decided_by(match), kind, self._board(match), seats)

    def _champion(self, layout: Layout) -> Champion | None:
        """Return the winner, beside their last match; None before it is decided."""
        finals = [one for one in layout.columns[-1][1] if not one.goes_on and self.champion in (one.order or ())[:1]]
        entrant = self.entrants.get(self.champion)
        if entrant is None or not finals:
            return None
        box = layout.boxes[finals[0].slot]
        return Champion(box.top + HEAD // 2 - TOP, entrant, line_between(box, Box(box.top, box.height)))

    def _board(self, match: Match) -> str:
        """Return the URL of the match's table on the page of its round."""
        if not match.pairings:
            return ""
        pairing = match.pairings[-1]
        address = reverse("tournaments:round", args=[self.tournament.public_id, self.tournament.slug, pairing.round])
        return f"{address}#table-{pairing.table}"

    def _seat(self, match: Match, contender: Contender, seeds: Mapping[int, int]) -> BracketSeat:
        entrant = self.entrants.get(contender.entry) if contender.entry is not None else None
        if entrant is None:
            awaited = _words(contender.source) if contender.source else ""
            return BracketSeat(awaited, "", 0, "", "", "awaited", on_path=False, is_own=False)
        return BracketSeat(
            name=entrant.name,
            sett=entrant.player,
            seed=seeds.get(entrant.number, 0),
            href=f"{self.here}?player={entrant.number}",
            score=_score(match, entrant.number),
            kind=_kind_of(match, entrant.number),
            on_path=entrant.number == self.path,
            is_own=entrant.is_own,
        )


def _words(reason: Reason) -> str:
    return rule_text(reason.template, reason.facts)


def _kind_of(match: Match, entry: int) -> str:
    if match.order is None:
        return "in"
    return "on" if entry in match.order[: match.goes_on or 1] else "out"


def _decided_by(match: Match) -> str:
    """Return what decided the match if not games won: forfeit, points or seeds."""
    if match.order is None or not match.pairings or not match.pairings[-1].results:
        return ""
    if all(leg.how is How.FORFEIT for pairing in match.pairings for leg in pairing.results):
        return _("forfeit")
    merits = [merit_of(entry, match.pairings[-1]) for entry in match.order]
    if len(merits) != 2 or merits[0][0] != merits[1][0]:
        return ""
    won, lost = (points_in_games for _units, points_in_games in merits)
    return _("by points %(won)d:%(lost)d") % {"won": won, "lost": lost} if won != lost else _("by seed")


def _state_of(match: Match) -> tuple[str, str]:
    if match.order is not None:
        return "done", pgettext("match in a bracket", "finished")
    if match.pairings:
        is_tied = len(match.pairings) > 1 or match.pairings[-1].decided
        return "live", _("to be replayed") if is_tied else _("no result yet")
    return "open", _("round not published yet")


def _score(match: Match, entry: int) -> str:
    """Return a player's score in the match, and before it those in tied ones that were played again."""
    return " · ".join(filter(None, (_score_of(pairing, entry) for pairing in match.pairings)))


def _score_of(pairing: Pairing, entry: int) -> str:
    """Return a player's score: games won, or the points if there is only one game."""
    if entry not in pairing.seats or not pairing.results or pairing.bye is not None:
        return ""
    units, in_game = merit_of(entry, pairing)
    has_points = any(leg.points for leg in pairing.results)
    return str(in_game) if pairing.legs == 1 and has_points else points(units)
