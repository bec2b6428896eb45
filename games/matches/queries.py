"""Reads of matches. Nothing of a sealed block is read here; a private club's matches do not exist for others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.errors import UnknownGame
from engine.core.game import Event, Game, State
from engine.core.patterns import Pattern
from engine.core.record import Record, start, steps
from engine.notation import Line, from_text, lines_of
from games.matches.claims import rules_played_here
from games.matches.errors import NoSuchMatch, RecordIsSealed
from games.matches.models import Match, MatchRecord, MatchSeat
from games.matches.pruning import text_of
from league.clubs.display_names import show_names_by_club
from league.clubs.permissions import User
from league.clubs.queries import clubs_seen_by, hidden_clubs
from league.common.models import first_or_refuse

MOST_LISTED = 12  # running matches on the home page, and as many finished ones

FIGURES = """
SELECT
    (SELECT count(*) FROM matches_match WHERE status = 'queued'),
    (SELECT count(*) FROM matches_match WHERE status = 'running'),
    (SELECT count(*) FROM matches_match WHERE status = 'dead'),
    (SELECT count(*) FROM matches_match WHERE status = 'queued' AND NOT rules_version = ANY(%(rules)s)),
    count(*) FILTER (WHERE finished_at > clock_timestamp() - interval '1 minute'), count(*)
FROM matches_match WHERE status = 'done' AND finished_at > clock_timestamp() - interval '1 day'
"""


def game_at(slug: str) -> Game:
    """Return the game at that address. Raise `NoSuchMatch`."""
    try:
        return registry.game(slug)
    except UnknownGame as error:
        raise NoSuchMatch(_("There is no game at this address. Open “Games” to see all games.")) from error


def with_names(matches: Iterable[Match], user: User) -> list[Match]:
    """Return the matches with everybody named by the rule of the club whose pool it is; see `matches_seen_by`."""
    listed = list(matches)
    people = [
        (seat.player, match.pool.club if match.pool else None)
        for match in listed
        for seat in match.seats.all()
        if seat.player is not None
    ]
    show_names_by_club(people, user)
    return listed


def matches_seen_by(user: User) -> QuerySet[Match]:
    """Return the matches that the user may see, with block, pool and seats; none that is withheld."""
    clubs = clubs_seen_by(user)
    of_pools = Q(pool__club=None) | Q(pool__club__in=clubs)
    of_blocks = Q(block__club=None) | Q(block__club__in=clubs)
    visible = Match.objects.filter(of_pools, of_blocks, block__is_withheld=False)
    return visible.select_related("block__club", "pool__club").prefetch_related(
        Prefetch("seats", MatchSeat.objects.select_related("player"))
    )


def rotations_of(match: Match, user: User) -> list[Match]:
    """Return all matches on its deal, itself included, with seats and players."""
    rotations = Match.objects.filter(block=match.block_id).order_by("rotation")
    return with_names(rotations.select_related("block", "pool__club").prefetch_related("seats__player"), user)


def match_at(public_id: str, user: User) -> Match:
    """Return the match at that address, with block, pool and seats. Raise `NoSuchMatch`, also for a private club's."""
    sentence = _("There is no match at this address. Open “Games” to find it.")
    match = first_or_refuse(matches_seen_by(user).filter(public_id=public_id), NoSuchMatch(sentence))
    return with_names([match], user)[0]


def game_matches(slug: str, user: User) -> QuerySet[Match]:
    """Return the finished matches of a game, newest first, with seats and players."""
    return matches_seen_by(user).filter(game=slug, status=Match.Status.DONE).order_by("-finished_at")


def addresses_of(subjects: Iterable[UUID], user: User) -> dict[UUID, str]:
    """Return the public ids of the matches that decide these subjects, where the user may see them."""
    decided = Match.objects.filter(subject__in=list(subjects), block__is_withheld=False)
    pools, blocks = (("pool__club", "pool__club__is_public"), ("block__club", "block__club__is_public"))
    rows = list(decided.values_list("subject", "public_id", *pools, *blocks))
    hidden = hidden_clubs([club for row in rows for club in (row[2:4], row[4:6])], user)
    return {subject: public_id for subject, public_id, pool, _, block, _ in rows if not hidden & {pool, block}}


@dataclass(frozen=True, slots=True)
class Figures:
    """The queue in numbers."""

    queued: int
    running: int
    dead: int
    of_other_rules: int  # queued, but made for rules that this process does not play
    last_minute: int
    last_day: int


@dataclass(frozen=True, slots=True)
class HomePage:
    """Matches and figures of the home page."""

    running: list[Match]
    latest: list[Match]
    figures: Figures


def home_page(user: User) -> HomePage:
    """Return running and latest matches that the user may see, in a fixed number of queries; figures count all."""
    visible = matches_seen_by(user)
    running = visible.filter(status=Match.Status.RUNNING).order_by("started_at", "pk")[:MOST_LISTED]
    latest = visible.filter(status=Match.Status.DONE).order_by("-finished_at")[:MOST_LISTED]
    return HomePage(with_names(running, user), with_names(latest, user), figures())


def figures() -> Figures:
    """Return the queue in numbers, in one query."""
    with connection.cursor() as cursor:
        cursor.execute(FIGURES, {"rules": rules_played_here()})
        return Figures(*cursor.fetchone())


@dataclass(frozen=True, slots=True)
class Position:
    """The table after `step` events of the record (0: before the first)."""

    state: State  # the whole truth, which is open once the block is
    event: Event | None  # the event that led here
    sentence: str  # what happened, as a message; empty at step 0


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """A record that can be stepped through."""

    record: Record
    text: str  # as stored, for reading and download
    lines: tuple[Line, ...]  # the body of the notation; a line names the events it holds

    @property
    def steps(self) -> int:
        """The number of events; positions go from 0 to this."""
        return len(self.record.events)

    def sentences(self, *, is_open: bool = True) -> list[str]:
        """Return a message for each event; what a spectator saw, or "", if the record is not open."""
        game = registry.game(self.record.game)
        seen = steps(self.record)
        if is_open:
            return [game.describe_event(state, event) for state, event in seen]
        return [game.observation_text(state, event, None) or "" for state, event in seen]

    def position(self, step: int) -> Position:
        """Return the table after so many events. Raise `NoSuchMatch` for a missing step."""
        if not 0 <= step <= self.steps:
            raise NoSuchMatch(_("There is no such step. This match has steps 0 to %(steps)d.") % {"steps": self.steps})
        game = registry.game(self.record.game)
        state = start(self.record)
        for event in self.record.events[: max(step - 1, 0)]:
            state.advance(event)
        if not step:
            return Position(state, None, "")
        event = self.record.events[step - 1]
        sentence = game.describe_event(state, event)
        state.advance(event)
        return Position(state, event, sentence)


def open_record(text: str, patterns: Sequence[Pattern] | None = None) -> OpenRecord:
    """Parse a stored record; `patterns` say what each event leaves open. Raise EngineError for other rules."""
    record = from_text(text)
    return OpenRecord(record, text, tuple(lines_of(record, patterns)))


def replay(match: Match) -> OpenRecord:
    """Return the match's record, if finished and open. Raise `NoSuchMatch`, `RecordIsSealed` or `RecordIsGone`."""
    if match.status != Match.Status.DONE:
        raise NoSuchMatch(_("This match is not finished. Its record appears after the last move."))
    if match.block.is_sealed:
        raise RecordIsSealed(
            _("The record is hidden until all matches of its deal are finished, because they use the same cards.")
        )
    record = MatchRecord.objects.get(match=match)
    record.match = match
    return open_record(text_of(record))
