"""Highland Clans in words: `draw 2 yellow, 4 blue`, `castle`, `raid seat 2`, `lay 3 with piper`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.game import Event
from engine.core.vocabulary import Clause, Phrase
from engine.games.highland_clans import events
from engine.games.highland_clans.components import COMBATS, DRAWN_RAID_CARDS
from engine.games.highland_clans.events import BARD, DEAL, DRAW, TILE, TOKENS
from engine.games.highland_clans.naming import COURT, cards_named, tokens_named
from engine.games.highland_clans.phases import DRAWING_TOKENS
from engine.games.highland_clans.reading import READERS, VERBS
from engine.games.highland_clans.scoring import verdict
from engine.games.highland_clans.state import ClansState

_SPOILS: Final = {
    events.NOTHING: "nothing", events.CATTLE: "cattle", events.CASTLE: "castle", events.ABBEY: "abbey",
}  # fmt: skip
_PLAIN: Final[Mapping[Event, str]] = {
    events.KEEP_ALL: "keep", (events.CATTLE,): "cattle", (events.CASTLE,): "castle", (events.ABBEY,): "abbey",
    (events.WARRIOR,): "warrior", (events.PIPER,): "piper", (events.MONKS, 1): "monk", (events.MONKS, 2): "two monks",
    (events.DONE,): "done", (events.EXCHANGE,): "no raid",
}  # fmt: skip


class ClansWords:
    """The vocabulary of `docs/notation.md`."""

    verbs: Mapping[str, str] = VERBS
    listing: frozenset[str] = frozenset()

    def heading(self, state: ClansState) -> str | None:
        """`Round 2` where its first player is about to draw tokens."""
        begins = state.phase == DRAWING_TOKENS and not state.step and not state.redrawn
        return f"Round {state.round}" if begins else None

    def say(self, state: ClansState, event: Event) -> Phrase:
        """The event in words."""
        kind, *rest = event
        if kind == DEAL:
            return Phrase("deal", cards_named(rest), "opens")
        if kind == TOKENS:
            return Phrase("draw", ", ".join(tokens_named(rest)), "follows" if state.redrawn else "leads")
        if kind == DRAW:
            return _draw(state, rest)
        if kind == TILE:
            return Phrase("tile", str(rest[0]), "opens")
        return Phrase(*_decision(event))

    def read(self, state: ClansState, clause: Clause) -> Event:
        """The event that a clause means. Raises NotationError."""
        return READERS[clause.verb](state, clause)


def _draw(state: ClansState, cards: list[int]) -> Phrase:
    """Whose cards they are is said where it is not plain: after a raid that somebody won."""
    if not state.combats:
        for_bard = state.part == 2 and state.acted[-1] == BARD  # The line at hand is that of who lost a warrior.
        return Phrase("draw", cards_named(cards), "leads" if for_bard else "follows")
    seat, owed = state.owed[0]
    if verdict(state.combats):
        return Phrase("draw", f"{cards_named(cards)} for seat {seat + 1}", "follows" if owed < COMBATS else "opens")
    return Phrase("draw", cards_named(cards), "follows" if owed < DRAWN_RAID_CARDS else "leads")


def _decision(event: Event) -> tuple[str, str]:
    """The verb and its object."""
    kind, *rest = event
    if event in _PLAIN:
        return _PLAIN[event], ""
    if kind in (events.DISCARD, events.EXCHANGE, events.PUT_BACK):
        return _VERBS[kind], cards_named(rest)
    return _VERBS[kind], _OBJECTS[kind](*rest)


def _tokens(*counts: int) -> str:
    return ", ".join(tokens_named(counts))


def _seat(seat: int) -> str:
    return f"seat {seat + 1}"


def _laid(card: int, piper: int) -> str:
    return f"{card} with piper" if piper else str(card)


def _bard(seat: int, *fates: int) -> str:
    gone = " and ".join(name for name, fate in zip(COURT, fates, strict=True) if fate == events.TO_SACK)
    kept = "".join(f", keeps {name}" for name, fate in zip(COURT, fates, strict=True) if fate == events.TO_COURT)
    return f"seat {seat + 1}, removes {gone}{kept}"


def _payment(yellow: int, green: int, red: int, court_yellow: int, court_green: int) -> str:
    drawn = tokens_named((yellow, 0, green, red))
    court = tokens_named((court_yellow, court_green), ("court yellow", "court green"))
    return ", ".join([*drawn, *court])


_VERBS: Final = {
    events.SEND_BACK: "send back", events.BARD: "bard", events.ESTATE: "estate for", events.DISCARD: "discard",
    events.RAID: "raid", events.EXCHANGE: "exchange", events.LAY: "lay", events.SPOIL: "spoil",
    events.PUT_BACK: "put back",
}  # fmt: skip
_OBJECTS: Final[Mapping[int, Callable[..., str]]] = {
    events.SEND_BACK: _tokens, events.BARD: _bard, events.ESTATE: _payment, events.RAID: _seat, events.LAY: _laid,
    events.SPOIL: _SPOILS.__getitem__,
}  # fmt: skip


WORDS = ClansWords()
