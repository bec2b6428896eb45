"""How a sitting goes on: replayed from its events, then bots and chance until the person is to move.

Functions of what they are given, without a database: one secret and the same moves give the same game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic

import structlog

from engine.core import registry
from engine.core.bot import Budget
from engine.core.dealer import Dealer
from engine.core.errors import IllegalMove
from engine.core.game import CHANCE, Event, Game, OptionValue, State
from engine.core.record import Record, new_record
from games.matches.guard import Guarded
from games.matches.playing import Chair
from games.matches.seeds import dealer_secret, luck_of_decision, luck_of_stand_in
from games.matches.strategies import strategy

log = structlog.get_logger(__name__)

MOST_SECONDS = 2.0  # the bots may take of one request; then the page asks for more
PERSON = "person"  # what a record calls the seat; a name is nothing for a record


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """All that a sitting depends on, before its first event. `bots` by seat: strategy and playouts, None the person."""

    game: str
    options: dict[str, OptionValue]
    secret: bytes
    bots: tuple[tuple[str, int] | None, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """What a record calls the seats."""
        return tuple(PERSON if bot is None else Chair(0, *bot).label for bot in self.bots)


@dataclass(slots=True)
class Play:
    """A sitting at its present event; it moves on."""

    table: Table
    game: Game
    state: State
    events: list[Event] = field(default_factory=list)

    @property
    def seat(self) -> int:
        """The person's."""
        return self.table.bots.index(None)

    @property
    def is_over(self) -> bool:
        """Whether nothing can follow."""
        return self.state.turn is None

    @property
    def waits_for_person(self) -> bool:
        """Whether the person is to move."""
        return self.state.turn == self.seat

    def take(self, event: Event) -> None:
        """Play the person's move. Raises IllegalMove, with nothing played."""
        if event not in self.state.legal_moves():
            self.state.apply(event)  # which says in its own words why not
            raise IllegalMove("That move is not possible now.", tried=event)
        self._advance(event)

    def go_on(self) -> None:
        """Play bots and chance until the person is to move, the game is over, or the time is up."""
        dealer, until = Dealer(dealer_secret(self.table.secret)), monotonic() + MOST_SECONDS
        while not self.is_over and not self.waits_for_person and monotonic() < until:
            self._advance(dealer.deal(self.state) if self.state.turn == CHANCE else self._choice())

    def record(self) -> Record:
        """All that happened, as the house keeps it."""
        return new_record(self.game, self.table.options, self.table.labels, tuple(self.events), self.state.outcome)

    def _advance(self, event: Event) -> None:
        self.state.advance(event)
        self.events.append(event)

    def _choice(self) -> Event:
        """What the bot to move chooses; the house's stand-in, should it fail."""
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
        choice = guarded.choose(self.state.view(seat), self.state.legal_moves(), Budget(), luck)
        if guarded.fault:
            log.error("a bot of the house failed at a sitting", bot=bot[0], cause=guarded.fault.reason)
        return choice


Witness = Callable[[State, Event], None]


def begun(table: Table) -> Play:
    """A sitting before its first event. Raises EngineError for a table that cannot be played."""
    game = registry.game(table.game)
    return Play(table, game, game.start(len(table.bots), table.options))


def replayed(table: Table, events: Sequence[Sequence[int]], witness: Witness | None = None) -> Play:
    """The sitting after these events, which were legal when they were played; `witness` sees each state before it."""
    play = begun(table)
    for written in events:
        event = tuple(written)
        if witness is not None:
            witness(play.state, event)
        play.state.advance(event)
        play.events.append(event)
    return play
