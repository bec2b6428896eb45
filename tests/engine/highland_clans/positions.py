"""Positions of Highland Clans as players would write them down, and moves in the words of the notation.

    Morag: 5 warriors, 2 pipers, 1 monk; cattle, castle, free; 12 points; hand 1 2 3 3 4
    Hamish:
    Senga: 3 warriors
    Drawn: 2 yellow, 3 blue, red
    Deck: 1 2

Everything else is as at the start: 4 warriors and 2 pipers, cattle and a free estate, no points; as many cards as
warriors, in turn 1, 2, 3, 4. With drawn tokens the first named is to choose an action, without them to raid. Tokens not
named are in the sack, unless a line for it says otherwise; cards not named are in the deck or, if a line says what that
holds, among the combat cards of the return deck.
"""

from __future__ import annotations

import re
from itertools import cycle, islice

from engine.core.game import CHANCE, Event
from engine.core.vocabulary import Clause
from engine.games.highland_clans import piles
from engine.games.highland_clans.components import CARDS, COLOURS, NO_TOKENS, NOBODY, Counts, tokens_in_play
from engine.games.highland_clans.game import GAME
from engine.games.highland_clans.notation import WORDS
from engine.games.highland_clans.phases import ACTING, DRAWING_TOKENS, RAIDING
from engine.games.highland_clans.state import ClansState
from engine.notation.syntax import parse_verb

ROWS = ("Drawn", "Sack", "Deck")
BUILDINGS = ("cattle", "castle", "abbey")
LAND = {"cattle": (0, 1, 0, 0), "castle": (0, 0, 1, 0), "abbey": (0, 0, 0, 1), "free": NO_TOKENS}
_COUNT = re.compile(r"(\d+) (\w+?)s?")  # such as `4 warriors`


class Table:
    """A state with the names of its players, and their moves in words."""

    def __init__(self, names: list[str], state: ClansState) -> None:
        self.names = names
        self.state = state

    def plays(self, text: str) -> None:
        """Clauses as a secretary writes them, such as `castle; warrior; draw 3`."""
        for clause in text.split(";"):
            self.play(self.event(clause))

    def play(self, event: Event) -> None:
        self.state.apply(event)

    def event(self, clause: str) -> Event:
        """The event that a clause means; names are those of seats."""
        for seat, name in enumerate(self.names):
            clause = clause.replace(name, f"seat {seat + 1}")
        found = parse_verb(clause, WORDS)
        assert found, f"{clause} begins with no verb."
        verb, length = found
        return WORDS.read(self.state, Clause(verb, clause[length:].strip(), 1, 1))

    def may(self) -> list[str]:
        """The legal moves in words, names for seats."""
        said = [WORDS.say(self.state, move) for move in self.state.legal_moves()]
        return [self._named(f"{each.verb} {each.what}".strip()) for each in said]

    def may_only(self, verb: str) -> list[str]:
        """What may follow that verb."""
        return [move.removeprefix(verb).strip() for move in self.may() if move == verb or move.startswith(f"{verb} ")]

    def mover(self) -> str | None:
        turn = self.state.turn
        return None if turn is None else "chance" if turn == CHANCE else self.names[turn]

    def court(self, name: str) -> tuple[int, int, int]:
        return self.state.courts[self.names.index(name)]

    def land(self, name: str) -> str:
        estates, *standing = self.state.lands[self.names.index(name)]
        words = [name for name, count in zip(BUILDINGS, standing, strict=True) for _ in range(count)]
        return ", ".join(words + ["free"] * (estates - len(words)))

    def points(self, *names: str) -> list[int]:
        return [self.state.points[self.names.index(name)] for name in names or self.names]

    def hand(self, name: str) -> tuple[int, ...]:
        return self.state.hands[self.names.index(name)]

    def returned(self, name: str) -> tuple[int, ...]:
        return piles.card_values(self.state.returned_by[self.names.index(name)])

    def following(self) -> str | None:
        return None if self.state.following == NOBODY else self.names[self.state.following]

    def _named(self, text: str) -> str:
        return re.sub(r"seat (\d)", lambda found: self.names[int(found[1]) - 1], text)


def laid(
    text: str, *, following: str | None = None, step: int | None = None, rounds: int = 3, **options: bool | str
) -> Table:
    """The position: the first named is at turn, and began the round unless `step` turns of it are over."""
    lines = dict(line.strip().split(":", 1) for line in text.strip().splitlines())
    rows = {key: lines.pop(key).strip() for key in ROWS if key in lines}
    names = list(lines)
    state = GAME.start(len(names), options)
    state.hands = [()] * len(names)
    for seat, name in enumerate(names):
        _seat_down(state, seat, lines[name])
    state.round, state.step = rounds, step or 0
    state.first = -state.step % len(names)
    state.following = names.index(following) if following else NOBODY
    state.drawn = token_counts(rows.get("Drawn", ""))
    _fill_sack(state, rows.get("Sack"))
    _pile_up(state, rows.get("Deck"))
    state.phase, state.turn, state.part = (ACTING, 0, 2) if any(state.drawn) else (RAIDING, 0, 3)
    return Table(names, state)


def about_to_draw(text: str, **given: object) -> Table:
    """The position with the first named about to draw tokens."""
    table = laid(text, **given)  # type: ignore[arg-type]  # what `laid` takes
    table.state.phase, table.state.turn, table.state.part = DRAWING_TOKENS, CHANCE, 1
    return table


def last_turn(text: str, **given: object) -> Table:
    """The position in the last turn of the round, with nothing left to do but to raid or not."""
    return laid(text, step=sum(":" in line for line in text.strip().splitlines()) - 1, **given)  # type: ignore[arg-type]  # as above


def token_counts(text: str) -> Counts:
    """Such as `2 yellow, red`."""
    counts = dict.fromkeys(COLOURS, 0)
    for part in filter(None, map(str.strip, text.split(","))):
        count, _, colour = part.rpartition(" ")
        counts[colour] = int(count or 1)
    yellow, blue, green, red = counts.values()
    return yellow, blue, green, red


def _seat_down(state: ClansState, seat: int, text: str) -> None:
    parts = [part.strip() for part in re.split("[;,]", text) if part.strip()]
    counts = {found[2]: int(found[1]) for part in parts if (found := _COUNT.fullmatch(part))}
    warriors = counts.get("warrior", 4)
    state.courts[seat] = (warriors, counts.get("piper", 2), counts.get("monk", 0))
    state.points[seat] = counts.get("point", 0)
    if land := [part for part in parts if part in LAND]:
        state.lands[seat] = (len(land), land.count("cattle"), land.count("castle"), land.count("abbey"))
    hand = next((part.removeprefix("hand") for part in parts if part.startswith("hand")), None)
    cards = map(int, hand.split()) if hand else islice(cycle((1, 2, 3, 4)), warriors)
    state.hands[seat] = tuple(sorted(cards))


def _fill_sack(state: ClansState, text: str | None) -> None:
    named = state.drawn
    for (warriors, pipers, monks), (_, cattle, castles, abbeys) in zip(state.courts, state.lands, strict=True):
        named = piles.plus(named, (warriors, pipers + 2 * castles, monks + 3 * abbeys, cattle))
    state.sack = piles.minus(tokens_in_play(state.seats), named) if text is None else token_counts(text)
    gained = sum(land[0] - 2 for land in state.lands)
    state.removed = state.round - 1
    state.stock = 25 - state.removed - gained


def _pile_up(state: ClansState, text: str | None) -> None:
    left = CARDS
    for hand in state.hands:
        left = piles.minus(left, piles.counts_of(hand))
    state.deck_cards = left if text is None else piles.counts_of(map(int, text.split()))
    state.fought = piles.minus(left, state.deck_cards)
    state.deck = sum(state.deck_cards)
