"""Play one match of a block: a pure function of its `MatchSetup`, without a database.

All luck of a block comes from its secret: one key for each purpose, derived by HMAC.
"""

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from engine.core import registry
from engine.core.bot import Bot
from engine.core.game import Outcome
from engine.core.match import Stop, seed_luck, seed_secret, seed_stand_in
from engine.core.options import OptionValue
from engine.core.record import Record
from engine.notation import to_text
from engine.sandbox.guard import Count, places_after, play_guarded
from games.matches.strategy_registry import Guarded, SeatReport, Table, UntrustedStrategy, strategy


def dealer_secret(secret: bytes, own_cards_of: int = 0) -> bytes:
    """Return the dealer's secret; every rotation of the block has the same deck.

    With a remote bot, which remembers the cards, each rotation has its own: give its number.
    """
    return _derived(secret, f"dealer/{own_cards_of}" if own_cards_of else "dealer")


def luck_of_seats(secret: bytes, rotation: int) -> bytes:
    """Return the bots' randomness in one rotation; the engine derives that of a seat from it."""
    return _derived(secret, f"luck/{rotation}")


def luck_of_stand_in(secret: bytes, rotation: int, seat: int) -> int:
    """Return the seed of the substitute bot at one seat of one rotation."""
    return int.from_bytes(_derived(secret, f"stand-in/{rotation}/{seat}"), "big")


def luck_of_decision(secret: bytes, seat: int, event: int) -> int:
    """Return the seed of one decision in a game played over several requests; `event` counts from 1."""
    return int.from_bytes(_derived(secret, f"decision/{seat}/{event}"), "big")


def _derived(secret: bytes, purpose: str) -> bytes:
    return hmac.digest(secret, f"moothill/1/{purpose}".encode(), "sha256")


class SeatSetup(NamedTuple):
    """A seat assignment: the player, the strategy and its budget."""

    player_id: int
    bot: str
    playouts: int
    is_absent: bool = False  # a remote bot that missed many matches: the match waits for it only briefly

    @property
    def label(self) -> str:
        """The name of the seat in records: the strategy, never a name."""
        return f"{self.bot}-{self.playouts}" if self.playouts else self.bot


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSetup:
    """All that the outcome of a match depends on."""

    game: str
    options: dict[str, OptionValue]
    seats: tuple[SeatSetup, ...]
    secret: bytes  # the block's
    rotation: int
    has_own_cards: bool = False  # else every rotation has the same
    names: tuple[str, ...] = ()  # what the record calls the seats, if not by their strategies
    seed: int | None = None  # deals in place of the secret, as `python3 -m engine play --seed` does; never rated

    @property
    def deal(self) -> bytes:
        """The dealer's secret, the same in every rotation unless they have their own cards."""
        if self.seed is not None:
            return seed_secret(self.seed)
        return dealer_secret(self.secret, self.rotation if self.has_own_cards else 0)

    @property
    def luck(self) -> bytes:
        """The source of the bots' randomness."""
        return luck_of_seats(self.secret, self.rotation) if self.seed is None else seed_luck(self.seed + self.rotation)

    def luck_of_stand_in(self, seat: int) -> int:
        """Return the seed of the substitute at a seat whose bot fails."""
        if self.seed is None:
            return luck_of_stand_in(self.secret, self.rotation, seat)
        return seed_stand_in(self.seed + self.rotation, seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """The outcome of a match. `places` differ from the record's outcome when a bot was at fault."""

    text: str
    decisions: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    faults: tuple[str, ...]  # by seat; empty where there was none
    reports: tuple[SeatReport, ...] = ()  # of the seats where uploaded bots sat


def play_match(setup: MatchSetup, *, stop: Stop | None = None, find: Callable[[str], Bot] = strategy) -> Played | None:
    """Play the match to its end; None when `stop` answered True before.

    Raise UnknownGame, UnknownBot, SeatsError or OptionError for a setup that cannot be played here, and
    SandboxFailed when the machine cannot run an uploaded bot. Programs are stopped when it returns or raises.
    """
    count = Count()
    seats = [_guarded(setup, seat, find, count) for seat in range(len(setup.seats))]
    record = play_guarded(
        registry.game(setup.game),
        seats,
        count=count,
        secret=setup.deal,
        luck=setup.luck,
        options=setup.options,
        names=setup.names or [seat.label for seat in setup.seats],
        stop=stop,
    )
    return None if record.outcome is None else _played(record, record.outcome, seats, count.decisions)


def _guarded(setup: MatchSetup, seat: int, find: Callable[[str], Bot], count: Count) -> Guarded:
    own, seed = setup.seats[seat], setup.luck_of_stand_in(seat)
    bot = find(own.bot)
    bot = bot.seated(_table(setup, seat, find)) if isinstance(bot, UntrustedStrategy) else bot
    return Guarded(bot, seat=seat, playouts=own.playouts, seed=seed, event_number=count.number_of_next)


def _table(setup: MatchSetup, seat: int, find: Callable[[str], Bot]) -> Table:
    bots = {seat_setup.bot: find(seat_setup.bot) for seat_setup in setup.seats}
    remote = tuple(slug for slug, bot in bots.items() if isinstance(bot, UntrustedStrategy) and bot.is_remote)
    return Table(setup.game, setup.options, len(setup.seats), seat, remote, setup.seats[seat].is_absent)


def _played(record: Record, outcome: Outcome, seats: list[Guarded], decisions: int) -> Played:
    return Played(
        text=to_text(record),
        decisions=decisions,
        points=outcome.points,
        places=places_after(outcome.places, frozenset(fault.seat for fault in record.faults)),
        faults=tuple(seat.fault.reason if seat.fault else "" for seat in seats),
        reports=tuple(seat.report for seat in seats if seat.report),
    )
