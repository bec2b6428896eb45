"""Counts the sequences of decisions in a game: a number that changes when any rule does."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from random import Random

from engine.core.dealer import Dealer
from engine.core.game import CHANCE, Game, OptionValue, State

GOLDEN_SEED = 7
GOLDEN_DEPTHS = (1, 2, 3, 4)
GOLDEN_STARTS = (0, 21, 55)  # decisions at random before the counting begins


def perft(game: Game, seats: int, depth: int, seed: int, options: Mapping[str, OptionValue] | None = None) -> int:
    """How many sequences of `depth` decisions there are, shorter ones that end the game included.

    A dealer decides chance from the seed. Raises SeatsError or OptionError.
    """
    return count(game.start(seats, options), depth, Dealer(seed_secret(seed)))


def count(state: State, depth: int, dealer: Dealer) -> int:
    """The sequences that lead on from `state`, which is moved to its next decision."""
    while state.turn == CHANCE:
        state.advance(dealer.deal(state))
    if depth == 0 or state.turn is None:
        return 1
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = state.copy()
        after.advance(move)
        total += count(after, depth - 1, dealer)
    return total


def seed_secret(seed: int) -> bytes:
    """The dealer's secret for a small seed, as the command line and unrated tests have it."""
    return b"seed %d" % seed


def seed_luck(seed: int) -> bytes:
    """What the bots' own luck comes from for such a seed; see `engine.core.match.seat_rngs`."""
    return b"luck %d" % seed


def seed_stand_in(seed: int, seat: int) -> int:
    """The seed of the stand-in that plays on at a seat whose bot failed, for such a seed."""
    return int.from_bytes(sha256(b"stand-in %d at %d" % (seed, seat)).digest(), "big")


def golden_counts(game: Game) -> str:
    """The counts kept for the game: every number of seats, options as they are and turned round, early and late."""
    lines = [f"# {game.name}: sequences of 1, 2, 3 and 4 decisions, seed {GOLDEN_SEED}"]
    for seats in range(game.min_seats, game.max_seats + 1):
        for options in variants(game):
            for after in GOLDEN_STARTS:
                counts = " ".join(str(count) for count in _counts_after(game, seats, options, after))
                lines.append(f"{seats} seats, {options_in_words(options)}, after {after} decisions: {counts}")
    return "\n".join(lines) + "\n"


def variants(game: Game) -> list[dict[str, OptionValue]]:
    """The options as they are, and then turned round: every flag over, every other choice in one of the variants."""
    flags: dict[str, OptionValue] = {
        option.name: not option.default for option in game.options if option.kind == "flag"
    }
    others = {
        option.name: [choice for choice in option.choices if choice != option.default]
        for option in game.options
        if option.kind == "choice"
    }
    turned = max([len(choices) for choices in others.values()], default=1 if flags else 0)
    return [
        {},
        *(flags | {name: choices[at % len(choices)] for name, choices in others.items()} for at in range(turned)),
    ]


def options_in_words(options: Mapping[str, OptionValue]) -> str:
    """Such as `bruce on, activation strict`."""
    words = {True: "on", False: "off"}
    listed = ", ".join(
        f"{name} {words[value] if isinstance(value, bool) else value}" for name, value in options.items()
    )
    return listed or "usual options"


def _counts_after(game: Game, seats: int, options: Mapping[str, OptionValue], decisions: int) -> list[int]:
    state, dealer, rng = game.start(seats, options), Dealer(seed_secret(GOLDEN_SEED)), Random(GOLDEN_SEED)
    while state.turn is not None and decisions:
        decisions -= state.turn != CHANCE
        state.advance(dealer.deal(state) if state.turn == CHANCE else rng.choice(state.legal_moves()))
    return [count(state.copy(), depth, dealer) for depth in GOLDEN_DEPTHS]
