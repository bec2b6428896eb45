"""The notation of Highland Clans: events in words, which `clause_parser` reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.game import Event
from engine.core.messages import ROUND
from engine.core.vocabulary import Clause, Phrase
from engine.games.highland_clans import events
from engine.games.highland_clans.clause_parser import FIXED, READERS, SPOILS, VERBS
from engine.games.highland_clans.components import COMBATS, DRAWN_RAID_CARDS
from engine.games.highland_clans.phases import DRAWING_TOKENS
from engine.games.highland_clans.scoring import verdict
from engine.games.highland_clans.state import ClansState
from engine.games.highland_clans.text import COURT, card_list, token_list

_VERBS: Final = {
    events.SEND_BACK: "send back",
    events.BARD: "bard",
    events.ESTATE: "estate for",
    events.DISCARD: "discard",
    events.RAID: "raid",
    events.EXCHANGE: "exchange",
    events.LAY: "lay",
    events.SPOIL: "spoil",
    events.PUT_BACK: "put back",
}


class ClansVocabulary:
    """The vocabulary of `docs/notation.md`."""

    verbs: Mapping[str, str] = VERBS
    listing: frozenset[str] = frozenset()

    def heading(self, state: ClansState) -> str | None:
        """Return `Round 2` before its first player draws tokens."""
        begins = state.phase == DRAWING_TOKENS and not state.step and not state.redrawn
        return ROUND(round=state.round) if begins else None

    def say(self, state: ClansState, event: Event) -> Phrase:
        """Return the event in words."""
        kind, *rest = event
        if kind == events.DEAL:
            return Phrase("deal", card_list(rest), "opens")
        if kind == events.TOKENS:
            return Phrase("draw", ", ".join(token_list(rest)), "follows" if state.redrawn else "leads")
        if kind == events.DRAW:
            return _draw(state, rest)
        if kind == events.TILE:
            return Phrase("tile", str(rest[0]), "opens")
        return Phrase(*_decision(event))

    def read(self, state: ClansState, clause: Clause) -> Event:
        """Return the event that a clause means. Raise NotationError."""
        return READERS[clause.verb](state, clause)


def _draw(state: ClansState, cards: list[int]) -> Phrase:
    """Return a draw of cards, with the seat after a raid that a player won."""
    if not state.combats:
        for_bard = state.part == 2 and state.acted[-1] == events.BARD  # The line at hand is that of who lost a warrior.
        return Phrase("draw", card_list(cards), "leads" if for_bard else "follows")
    seat, owed = state.owed[0]
    if verdict(state.combats):
        return Phrase("draw", f"{card_list(cards)} for seat {seat + 1}", "follows" if owed < COMBATS else "opens")
    return Phrase("draw", card_list(cards), "follows" if owed < DRAWN_RAID_CARDS else "leads")


def _decision(event: Event) -> tuple[str, str]:
    """Return the verb and its object."""
    kind, *rest = event
    if event in FIXED:
        return FIXED[event], ""
    if kind in (events.DISCARD, events.EXCHANGE, events.PUT_BACK):
        return _VERBS[kind], card_list(rest)
    return _VERBS[kind], _OBJECTS[kind](*rest)


def _bard(seat: int, *fates: int) -> str:
    gone = " and ".join(name for name, fate in zip(COURT, fates, strict=True) if fate == events.TO_SACK)
    kept = "".join(f", keeps {name}" for name, fate in zip(COURT, fates, strict=True) if fate == events.TO_COURT)
    return f"seat {seat + 1}, removes {gone}{kept}"


def _payment(yellow: int, green: int, red: int, court_yellow: int, court_green: int) -> str:
    drawn = token_list((yellow, 0, green, red))
    court = token_list((court_yellow, court_green), ("court yellow", "court green"))
    return ", ".join([*drawn, *court])


_OBJECTS: Final[Mapping[int, Callable[..., str]]] = {
    events.SEND_BACK: lambda *counts: ", ".join(token_list(counts)),
    events.BARD: _bard,
    events.ESTATE: _payment,
    events.RAID: lambda seat: f"seat {seat + 1}",
    events.LAY: lambda card, piper: f"{card} with piper" if piper else str(card),
    events.SPOIL: SPOILS.__getitem__,
}


WORDS = ClansVocabulary()
