"""The notation of Lords of Scotland: `muster Scott 4 face-down`, `copy Wemyss 5`, `claim MakGill 7`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from engine.core.game import Event
from engine.core.messages import ROUND
from engine.core.text import truncate
from engine.core.vocabulary import Clause, Phrase, index_of_name, with_spellings
from engine.games.lords_of_scotland import components, events
from engine.games.lords_of_scotland.components import card_name, card_of
from engine.games.lords_of_scotland.phases import EXTRA, SETTING, TURNING
from engine.games.lords_of_scotland.state import LordsState

_VERB: Final[Mapping[int, str]] = {
    events.DEAL: "deal",
    events.SUPPORTER: "supporters",
    events.TURN: "turn",
    events.TAKE: "is",
    events.REFILL: "new",
    events.DRAW: "draw",
    events.RECRUIT: "recruit",
    events.MUSTER: "muster",
    events.PASS: "pass",
    events.DECLINE: "no power",
    events.ACTIVATE: "power",
    events.SWAP: "swap for",
    events.EXCHANGE: "exchange for",
    events.DISCARD: "discard",
    events.COPY: "copy",
    events.CLAIM: "claim",
}
_OTHER_SPELLINGS: Final = {
    "deal": ("deals", "dealt"),
    "supporters": ("supporter",),
    "turn": ("turns", "turn up", "turns up"),
    "is": ("it is",),
    "new": ("replaced by",),
    "draw": ("draws",),
    "recruit": ("recruits",),
    "muster": ("musters", "play", "plays"),
    "pass": ("passes",),
    "no power": ("no", "declines"),
    "power": ("activate", "activates"),
    "swap for": ("swap", "swaps for"),
    "exchange for": ("exchange", "exchanges for"),
    "discard": ("discards",),
    "copy": ("copies",),
    "claim": ("claims",),
}
_KIND: Final = {verb: kind for kind, verb in _VERB.items()}

_CARD = re.compile(r"(?P<clan>[A-Za-z]+)\s*(?P<strength>[0-9]{1,3})")
_FOLLOWER = re.compile(r"(?:card|follower)\s+(?P<at>[0-9]{1,2})\s+of\s+seat\s*(?P<seat>[0-9])", re.IGNORECASE)
DOWN = re.compile(r",? ?\(?\bface[ -]?down\)?$", re.IGNORECASE)
_UP = re.compile(r",? ?\(?\bface[ -]?up\)?$", re.IGNORECASE)
_ALSO_CLANS: Final = {"ferguson": components.FERGUSSON, "macdonell": components.MACDONNELL}
_MAIN = (events.RECRUIT, events.MUSTER, events.PASS, events.CLAIM)


class LordsVocabulary:
    """The vocabulary of `docs/notation.md`."""

    verbs: Mapping[str, str] = with_spellings(_KIND, _OTHER_SPELLINGS)
    listing = frozenset({_VERB[events.DEAL], _VERB[events.SUPPORTER]})

    def heading(self, state: LordsState) -> str | None:
        """Return `Round 2` before its first Supporter, or before its first Recruit if there are none."""
        begins = state.phase == SETTING or (state.phase == TURNING and state.step == 0)
        return ROUND(round=state.round) if begins and not state.supporters else None

    def say(self, state: LordsState, event: Event) -> Phrase:
        """Return the event in words."""
        kind, verb = event[0], _VERB[event[0]]
        if kind == events.DEAL:
            return Phrase(verb, card_name(event[1]), "follows" if state.step % state.seats else "opens")
        if kind == events.SUPPORTER:
            return Phrase(verb, card_name(event[1]), "follows" if state.supporters else "opens")
        if kind == events.TURN:
            return Phrase(verb, card_name(event[1]), "leads")
        opens = kind in _MAIN and state.phase != EXTRA
        return Phrase(verb, _object(state, event), "opens" if opens else "follows")

    def read(self, state: LordsState, clause: Clause) -> Event:
        """Return the event that a clause means. Raise NotationError."""
        kind = _KIND[clause.verb]
        if kind in (events.PASS, events.DECLINE, events.ACTIVATE):
            clause.check_alone()
            return (kind,)
        if kind == events.MUSTER:
            what = " ".join(clause.what.split())
            down = DOWN.search(what)
            what = _UP.sub("", what) if down is None else what[: down.start()]
            return (events.MUSTER, _card(clause, what), events.FACE_UP if down is None else events.FACE_DOWN)
        if kind == events.RECRUIT and DOWN.fullmatch(clause.what):
            return (events.RECRUIT, components.HIDDEN)
        if kind in (events.EXCHANGE, events.DISCARD, events.COPY):
            return (kind, *_follower(state, clause))
        return (kind, _card(clause, clause.what))


def _object(state: LordsState, event: Event) -> str:
    kind = event[0]
    if kind in (events.PASS, events.DECLINE, events.ACTIVATE):
        return ""
    if kind == events.MUSTER:
        return card_name(event[1]) + (" face-down" if event[2] == events.FACE_DOWN else "")
    if kind in (events.EXCHANGE, events.DISCARD, events.COPY):
        _, seat, at = event
        card, _, veil, _ = state.armies[seat][at]
        return f"card {at + 1} of seat {seat + 1}" if veil else card_name(card)
    return "face-down" if event[1] == components.HIDDEN else card_name(event[1])


def _follower(state: LordsState, clause: Clause) -> tuple[int, int]:
    """Return (seat, index in the army) of a Follower: by its name if it is face-up, else by its position."""
    if found := _FOLLOWER.fullmatch(clause.what):
        return int(found["seat"]) - 1, int(found["at"]) - 1
    card = _card(clause, clause.what)
    for seat, army in enumerate(state.armies):
        for at, (follower, _, veil, _) in enumerate(army):
            if follower == card and not veil:
                return seat, at
    raise clause.unreadable(
        f"No face-up Follower is {card_name(card)}. One that lies face-down is named by its place: card 2 of seat 1."
    )


def _card(clause: Clause, written: str) -> int:
    found = _CARD.fullmatch(written.strip())
    if found is None:
        complaint = f"“{truncate(written.strip())}” is no card" if written.strip() else "A card is missing here"
        raise clause.unreadable(f"{complaint}; write a clan and a strength, such as Scott 4.")
    clan, strength = index_of_name(clause, found["clan"], "clan", components.CLANS, _ALSO_CLANS), int(found["strength"])
    if clan == components.BRUCE:
        if strength not in components.BRUCE_CARDS:
            raise clause.unreadable("The two Bruce cards are told apart by rank: Bruce 97 and Bruce 98.")
        return strength
    if not 1 <= strength <= components.TOP_STRENGTH:
        raise clause.unreadable(
            f"There is no {components.CLANS[clan]} {strength}; strengths go from 1 to {components.TOP_STRENGTH}."
        )
    return card_of(clan, strength)


WORDS = LordsVocabulary()
