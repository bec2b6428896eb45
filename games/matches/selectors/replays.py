"""A finished match step by step. Nothing of a sealed block is ever read here."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.game import CHANCE, Event, Game, State
from engine.core.record import Record, start, steps
from engine.core.unknowns import Pattern
from engine.notation import Line, lines_of
from games.matches import records
from games.matches.errors import NoSuchMatch, RecordIsSealed
from games.matches.models import Match, MatchRecord
from games.matches.pruned import text_of


@dataclass(frozen=True, slots=True)
class Position:
    """The table after `step` events of the record (0: before the first)."""

    step: int
    state: State  # the whole truth, which is open once the block is
    event: Event | None  # the event that led here
    seat: int | None  # whose decision it was; None where chance decided, or nothing has happened yet
    sentence: str  # what happened, in English; empty at step 0


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """A record that can be stepped through."""

    record: Record
    text: str  # as stored, for reading and download
    lines: tuple[Line, ...]  # the body of the notation; a line names the events it holds

    @property
    def steps(self) -> int:
        """How many events the record has; positions go from 0 to this."""
        return len(self.record.events)

    def sentences(self, *, is_open: bool = True) -> list[str]:
        """A sentence for each event, in English; of a record that is not open what a spectator saw, which may be ""."""
        game = registry.game(self.record.game)
        tell = game.describe_event if is_open else partial(_seen, game)
        return [tell(state, event) for state, event in steps(self.record)]

    def position(self, step: int) -> Position:
        """The table after so many events. Raises `NoSuchMatch` when the record does not go so far."""
        if not 0 <= step <= self.steps:
            raise NoSuchMatch(_("There is no such step. This match has steps 0 to %(steps)d.") % {"steps": self.steps})
        game = registry.game(self.record.game)
        state = start(self.record)
        for event in self.record.events[: max(step - 1, 0)]:
            state.advance(event)
        return _after(game, state, self.record.events[step - 1], step) if step else Position(0, state, None, None, "")


@dataclass(frozen=True, slots=True)
class Replay(OpenRecord):
    """The open record of a match."""

    match: Match


def opened(text: str, patterns: Sequence[Pattern] | None = None) -> OpenRecord:
    """A record as the house stores it. Raises EngineError when it is not of the rules played here.

    With `patterns`, one for each event, its lines leave open what they leave open.
    """
    record = records.read(text)
    return OpenRecord(record, text, tuple(lines_of(record, patterns)))


def replay(match: Match) -> Replay:
    """The match's record, if it is finished and open. Raises `NoSuchMatch`, `RecordIsSealed` or `RecordIsGone`."""
    if match.status != Match.Status.DONE:
        raise NoSuchMatch(_("This match is not finished. Its record appears after the last move."))
    if match.block.is_sealed:
        raise RecordIsSealed(
            _("The record is hidden until all matches of its deal are finished, because they use the same cards.")
        )
    record = MatchRecord.objects.get(match=match)
    record.match = match
    found = opened(text_of(record))
    return Replay(found.record, found.text, found.lines, match)


def _seen(game: Game, state: State, event: Event) -> str:
    return game.tell(state, event, None) or ""


def _after(game: Game, state: State, event: Event, step: int) -> Position:
    seat = None if state.turn == CHANCE else state.turn
    sentence = game.describe_event(state, event)
    state.advance(event)
    return Position(step, state, event, seat, sentence)
