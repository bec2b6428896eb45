"""Records of played games, and the same as a recorder at the table could write them down."""

from __future__ import annotations

from functools import cache
from random import Random

from engine.core import registry
from engine.core.match import play
from engine.core.patterns import Pattern
from engine.core.record import Record, steps
from engine.golden import variants
from engine.notation import to_text

# Those that know of unknowns; a game may come without.
GAMES = [slug for slug in registry.games() if registry.partial_records(slug)]
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")


@cache
def played(slug: str, seats: int, seed: int, *, odd: bool = False) -> Record:
    """A game of wanderers, by the usual options or by odd ones."""
    game = registry.game(slug)
    bots = [registry.bot("wanderer")] * seats
    return play(game, bots, secret=b"table %d" % seed, options=variants(game)[-1 if odd else 0], names=NAMES[:seats])


def hidden(record: Record, share: float = 1.0, seed: int = 0) -> list[Pattern]:
    """Its events with so large a share of what nobody else saw left open."""
    rng = Random(seed)
    unknowns = registry.partial_records(record.game)
    assert unknowns is not None
    return [unknowns.hide(state, event) if rng.random() < share else event for state, event in steps(record)]


def open_text(slug: str, seats: int, seed: int, *, odd: bool = False) -> str:
    """The game as everybody at the table saw it."""
    record = played(slug, seats, seed, odd=odd)
    return to_text(record, hidden(record))
