"""Plays one match between bots: a pure function of the game, the bots and the secret."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from random import Random

from engine.core.bot import Bot, Budget
from engine.core.dealer import Dealer
from engine.core.errors import IllegalMove
from engine.core.game import CHANCE, Event, Game, State
from engine.core.maths import random_copies
from engine.core.options import OptionValue, settle_options
from engine.core.record import Record, new_record

Witness = Callable[[State, Event], None]  # sees the state before each event; must not change it
Stop = Callable[[], bool]  # asked before each decision; True leaves the match unfinished


def play(
    game: Game,
    seats: Sequence[Bot],
    *,
    secret: bytes,
    options: Mapping[str, OptionValue] | None = None,
    names: Sequence[str] | None = None,
    budget: Budget | None = None,
    luck: bytes | None = None,
    on_event: Witness | None = None,
    stop: Stop | None = None,
) -> Record:
    """Play a match among `seats` and return its record.

    `secret` decides chance; the bots' generators are seeded from `luck`, by default from the secret too. `names`
    label the seats (default: the bots' slugs). When `stop` returns True the record so far is returned, its outcome
    None. Raise SeatsError, OptionError, or IllegalMove when a bot chooses a move that is not legal.
    """
    settled = settle_options(game, options)
    state = game.start(len(seats), settled)
    dealer, rngs, budget = Dealer(secret), seat_rngs(luck or secret, len(seats)), budget or Budget()
    events: list[Event] = []
    while (turn := state.turn) is not None:
        if turn == CHANCE:
            event = dealer.deal(state)
        elif stop is not None and stop():
            break
        else:
            event = _chosen(state, turn, seats[turn], budget, rngs[turn])
        if on_event is not None:
            on_event(state, event)
        events.append(event)
        state.advance(event)
    labels = tuple(names) if names is not None else tuple(bot.slug for bot in seats)
    return new_record(game, settled, labels, tuple(events), state.outcome)


def seat_rngs(seed: bytes, seats: int) -> list[Random]:
    """Return a generator for each seat, independent of each other and of the deck."""
    digests = (sha256(b"moothill seat\0" + bytes([seat]) + seed).digest() for seat in range(seats))
    return [Random(int.from_bytes(digest, "big")) for digest in digests]


def seed_secret(seed: int) -> bytes:
    """Return the dealer's secret for a small seed, as the command line and tests use it."""
    return b"seed %d" % seed


def seed_luck(seed: int) -> bytes:
    """Return the seed of the bots' generators for a small seed."""
    return b"luck %d" % seed


def seed_stand_in(seed: int, seat: int) -> int:
    """Return the seed of the substitute bot of a seat for a small seed."""
    return int.from_bytes(sha256(b"stand-in %d at %d" % (seed, seat)).digest(), "big")


def draw_chance(state: State, rng: Random) -> None:
    """Draw at random until a seat is to move, or the game is over."""
    while state.turn == CHANCE:
        state.advance(state.draw(random_copies(state.copies, rng)))


def _chosen(state: State, turn: int, bot: Bot, budget: Budget, rng: Random) -> Event:
    legal = state.legal_moves()
    event = bot.choose(state.view(turn), legal, budget, rng)
    if event not in legal:
        raise IllegalMove(
            f"The bot {bot.slug} at seat {turn + 1} chose {event}, which is not a legal move.",
            bot=bot.slug,
            seat=turn,
            tried=event,
            legal=list(legal),
        )
    return event
