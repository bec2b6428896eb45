"""Contexts of the tabs of a tournament, as its pages for all readers have them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.core.paginator import Page

from league.clubs.permissions import Rights
from league.competition.standings import Row
from league.tournaments.models import Tournament
from league.tournaments.presenters.bracket import Stages
from league.tournaments.presenters.check_in import Registration
from league.tournaments.presenters.crosstable import CrosstableView, PlacesByRound
from league.tournaments.presenters.ending import StillOpen
from league.tournaments.presenters.overview import Progress, Rule
from league.tournaments.presenters.rounds import RoundView, TableView
from league.tournaments.presenters.standings import Standings
from league.tournaments.queries.clock import Clock
from league.tournaments.queries.entries import Entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The page around a tab. `state` is a kind and words; `here` is its URL."""

    room: str
    tournament: Tournament
    state: tuple[str, str]
    summary: str
    rights: Rights
    tab: str
    here: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What all tabs show: the progress, and the winners of a finished tournament."""

    progress: Progress
    clock: Clock | None
    winners: Sequence[Entrant]
    winner_by: str
    why_over: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewTab:
    """Settings, leaders, and the current round. `own_tables` are those at which the reader reports."""

    entrants: Sequence[Entrant]
    waiting: Sequence[Entrant]
    registration: Registration | None
    facts: Sequence[Rule]
    rules: Sequence[Rule]
    standings: Standings | None
    by_round: PlacesByRound | None
    stages: Stages
    still_open: StillOpen | None
    round: RoundView | None
    own_tables: Sequence[TableView]


@dataclass(frozen=True, slots=True)
class RoundTab:
    """A round, and the numbers of all rounds."""

    round: RoundView | None
    numbers: Sequence[int]


@dataclass(frozen=True, slots=True)
class AllRoundsTab:
    """A page of rounds, and the numbers of all. The template calls `rounds` if nothing is cached under `key`."""

    page: Page[int]
    numbers: Sequence[int]
    rounds: Callable[[], Sequence[RoundView]]
    key: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class CrosstableTab:
    """The crosstable. The template calls it if nothing is cached under `key`, None before the first round."""

    crosstable: Callable[[], CrosstableView]
    key: tuple[object, ...] | None


@dataclass(frozen=True, slots=True)
class BracketTab:
    """Groups and brackets. `followed` is the player whose way is highlighted."""

    stages: Stages
    whole: str
    needs_parts: bool
    followed: Entrant | None


@dataclass(frozen=True, slots=True)
class StandingsTab:
    """A page of the standings with the calculation of tie-breaks."""

    page: Page[Row]
    standings: Standings | None
    by_round: PlacesByRound | None
    still_open: StillOpen | None
