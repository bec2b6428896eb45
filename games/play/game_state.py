"""The course of a game: replay of its events, then bots and chance until the person is to move.

Pure: the same secret and moves give the same game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Final

import structlog

from engine.bots.levels import LEVELS
from engine.core import registry
from engine.core.bot import Budget
from engine.core.dealer import Dealer
from engine.core.errors import IllegalMove
from engine.core.game import CHANCE, Event, Game, State
from engine.core.options import OptionValue
from engine.core.record import Record, new_record
from games.matches.run_match import SeatSetup, dealer_secret, luck_of_decision, luck_of_stand_in
from games.matches.strategy_registry import Guarded, strategy

log = structlog.get_logger(__name__)

MOST_SECONDS = 2.0  # for the bots in one request; then the page asks again
HINT_MILLISECONDS: Final = 2_000
PERSON = "person"  # the person's name in records


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """All that a game depends on. `bots` by seat: strategy and playouts, None for the person."""

    game: str
    options: dict[str, OptionValue]
    secret: bytes
    bots: tuple[tuple[str, int] | None, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the seats in a record."""
        return tuple(PERSON if bot is None else SeatSetup(0, *bot).label for bot in self.bots)


@dataclass(slots=True)
class Play:
    """A game at its present event; mutable."""

    table: Table
    game: Game
    state: State
    events: list[Event] = field(default_factory=list)

    @property
    def seat(self) -> int:
        """The person's seat."""
        return self.table.bots.index(None)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.state.turn is None

    @property
    def waits_for_person(self) -> bool:
        """Whether the person is to move."""
        return self.state.turn == self.seat

    def take(self, event: Event) -> None:
        """Play the person's move. Raise IllegalMove, with nothing played."""
        if event not in self.state.legal_moves():
            self.state.apply(event)  # which says in its own words why not
            raise IllegalMove("That move is not possible now.", tried=event)
        self._advance(event)

    def play_bots(self) -> None:
        """Play bots and chance until the person is to move, the game is over, or the time is up."""
        dealer, deadline = Dealer(dealer_secret(self.table.secret)), monotonic() + MOST_SECONDS
        while not self.is_over and not self.waits_for_person and monotonic() < deadline:
            self._advance(dealer.deal(self.state) if self.state.turn == CHANCE else self._bot_move())

    def hint(self) -> Event:
        """Return the move that the strongest level would play for the person, from what the person sees."""
        luck = Random(luck_of_decision(self.table.secret, self.seat, len(self.events) + 1))
        bot = strategy(hint_level(self.game.slug))
        limit = Budget(milliseconds=HINT_MILLISECONDS)
        return bot.choose(self.state.view(self.seat), self.state.legal_moves(), limit, luck)

    def record(self) -> Record:
        """Return the record of the game."""
        return new_record(self.game, self.table.options, self.table.labels, tuple(self.events), self.state.outcome)

    def _advance(self, event: Event) -> None:
        self.state.advance(event)
        self.events.append(event)

    def _bot_move(self) -> Event:
        """Return the move of the bot to move, or of the substitute bot if it fails."""
        seat = self.state.turn
        bot = None if seat is None else self.table.bots[seat]
        if seat is None or bot is None:
            raise TypeError("No bot is to move.")
        secret, number = self.table.secret, len(self.events) + 1
        guarded = Guarded(
            strategy(bot[0]), seat=seat, playouts=bot[1], seed=luck_of_stand_in(secret, 0, seat),
            event_number=lambda: number,
        )  # fmt: skip
        luck = Random(luck_of_decision(secret, seat, number))
        move = guarded.choose(self.state.view(seat), self.state.legal_moves(), Budget(), luck)
        if guarded.fault:
            log.error("a built-in bot failed in a game against a person", bot=bot[0], cause=guarded.fault.reason)
        return move


def hint_level(game: str) -> str:
    """Return the slug of the strongest level for a game; empty if the game has no levels."""
    return next((level.slug for level in reversed(LEVELS) if game in level.games), "")


Observer = Callable[[State, Event], None]


def new_play(table: Table) -> Play:
    """Return a game at its start. Raise EngineError for an invalid table."""
    game = registry.game(table.game)
    return Play(table, game, game.start(len(table.bots), table.options))


def replay_events(table: Table, events: Sequence[Sequence[int]], observer: Observer | None = None) -> Play:
    """Return the game after these legal events; `observer` is called with each state and event before it is applied."""
    play = new_play(table)
    for numbers in events:
        event = tuple(numbers)
        if observer is not None:
            observer(play.state, event)
        play.state.advance(event)
        play.events.append(event)
    return play
