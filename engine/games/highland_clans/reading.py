"""Clauses of Highland Clans as people write them, and the events they mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from engine.core.game import Event
from engine.core.vocabulary import Clause, truncate
from engine.games.highland_clans import events
from engine.games.highland_clans.amounts import PART, cards_in, seat_in, sort_of, tokens_in
from engine.games.highland_clans.naming import COURT
from engine.games.highland_clans.phases import DEALING, DRAWING_CARDS, DRAWING_TOKENS
from engine.games.highland_clans.state import ClansState

Reader: TypeAlias = Callable[[ClansState, Clause], Event]

_ALSO: Final[Mapping[str, str]] = {
    "deals": "deal", "dealt": "deal", "draws": "draw", "estate turned up": "tile", "turn up": "tile",
    "turns up": "tile", "sends back": "send back", "return": "send back", "returns": "send back", "keeps": "keep",
    "keep all": "keep", "keeps all": "keep", "cow": "cattle", "a castle": "castle", "an abbey": "abbey",
    "a warrior": "warrior", "a piper": "piper", "a monk": "monk", "one monk": "monk", "1 monk": "monk",
    "monks": "two monks", "2 monks": "two monks", "a bard": "bard", "an estate for": "estate for",
    "estate": "estate for", "no second action": "done", "no more": "done", "stop": "done", "discards": "discard",
    "raids": "raid", "exchanges": "exchange", "pass": "no raid", "passes": "no raid", "no exchange": "no raid",
    "lays": "lay", "play": "lay", "plays": "lay", "spoils": "spoil", "puts back": "put back",
}  # fmt: skip
_FOR_SEAT: Final = re.compile(r"\s*\(?\b(?:for\s+(?P<name>[^()]{1,100})|(?P<number>seat\s*\d{1,3}))\)?$", re.IGNORECASE)
_BARD: Final = re.compile(
    r"(?P<whose>.+?)\s*(?:[,:]\s*|\s)(?:removes?|takes?)\s+(?P<gone>.+?)(?:,?\s*(?:and\s+)?keeps?\s+(?P<kept>.+))?",
    re.IGNORECASE,
)
_LAID: Final = re.compile(r"(?P<card>\d+)(?P<piper>\s*(?:,|\+|with|and)?\s*(?:a\s+)?piper)?", re.IGNORECASE)
_SPOILS: Final = {"nothing": events.NOTHING, "cattle": events.CATTLE, "castle": events.CASTLE, "abbey": events.ABBEY}


def _plain(event: Event) -> Reader:
    def read(_: ClansState, clause: Clause) -> Event:
        clause.check_alone()
        return event

    return read


def _of_cards(kind: int) -> Reader:
    def read(_: ClansState, clause: Clause) -> Event:
        return (kind, *cards_in(clause, clause.what))

    return read


def _deal(state: ClansState, clause: Clause) -> Event:
    if state.phase == DEALING:
        _check_whose(clause, "dealt to", state.step, clause.seat)
    return (events.DEAL, *cards_in(clause, clause.what))


def _draw(state: ClansState, clause: Clause) -> Event:
    """Tokens have colours, cards only numbers; who draws may be said, by the line or behind it, and is then checked."""
    what = " ".join(clause.what.split())
    found = _FOR_SEAT.search(what)
    what = what if found is None else what[: found.start()]
    whose = clause.seat if found is None else seat_in(clause, found["name"] or found["number"])
    if found and whose is None:
        raise clause.unreadable("Say for whom cards are drawn, such as draw 1, 2, 3 for seat 2.")
    if state.phase in (DRAWING_TOKENS, DRAWING_CARDS):
        owed = state.owed[0][0] if state.owed else state.actor
        _check_whose(clause, "drawn by", owed, whose)
    if any(character.isalpha() for character in PART.sub(" ", what)):
        return (events.TOKENS, *_four(clause, what))
    return (events.DRAW, *cards_in(clause, what))


def _check_whose(clause: Clause, done: str, seat: int, said: int | None) -> None:
    if said is not None and said != seat:
        raise clause.unreadable(f"These are {done} seat {seat + 1}, not seat {said + 1}.")


def _tile(_: ClansState, clause: Clause) -> Event:
    if not re.fullmatch(r"\d{1,3}", clause.what):
        raise clause.unreadable("Write the number of the estate that is turned up, such as tile 34.")
    return (events.TILE, int(clause.what))


def _send_back(_: ClansState, clause: Clause) -> Event:
    return (events.SEND_BACK, *_four(clause, clause.what))


def _four(clause: Clause, written: str) -> list[int]:
    """How many tokens of each colour."""
    counts = [0] * 4
    for count, colour, is_court in tokens_in(clause, written):
        if is_court:
            raise clause.unreadable("Only an estate is paid from the court.")
        counts[colour] += count
    return counts


def _bard(_: ClansState, clause: Clause) -> Event:
    found = _BARD.fullmatch(" ".join(clause.what.split()))
    seat = None if found is None else seat_in(clause, found["whose"])
    if found is None or seat is None:
        raise clause.unreadable("Say whose court and what, such as bard seat 2, removes warrior, keeps monk.")
    fates = [events.STAYS] * 3
    taken = [(written, events.TO_SACK) for written in PART.split(found["gone"].strip())]
    taken += [(found["kept"], events.TO_COURT)] if found["kept"] else []
    for written, fate in taken:
        token = sort_of(clause, written, COURT)
        if fates[token] != events.STAYS:
            raise clause.unreadable(f"A bard takes different tokens, and here the {COURT[token]} stands twice.")
        fates[token] = fate
    return (events.BARD, seat, *fates)


def _estate(_: ClansState, clause: Clause) -> Event:
    drawn, court = [0] * 4, [0] * 4
    for count, colour, is_court in tokens_in(clause, clause.what):
        (court if is_court else drawn)[colour] += count
    if drawn[1] or court[1] or court[3]:
        raise clause.unreadable("An estate costs yellow and red, or yellow and 2 green; red is never of a court.")
    return (events.ESTATE, drawn[0], drawn[2], drawn[3], court[0], court[2])


def _exchange(_: ClansState, clause: Clause) -> Event:
    if clause.what.lower() in ("nothing", "none"):
        return (events.EXCHANGE,)
    return (events.EXCHANGE, *cards_in(clause, clause.what))


def _raid(_: ClansState, clause: Clause) -> Event:
    seat = seat_in(clause, clause.what)
    if seat is None:
        raise clause.unreadable("Say who is raided, such as raid seat 2.")
    return (events.RAID, seat)


def _lay(_: ClansState, clause: Clause) -> Event:
    found = _LAID.fullmatch(clause.what)
    if found is None:
        raise clause.unreadable("Write the card and the piper, if there is one, such as lay 3 with piper.")
    return (events.LAY, *cards_in(clause, found["card"]), 1 if found["piper"] else 0)


def _spoil(_: ClansState, clause: Clause) -> Event:
    written = clause.what.lower()
    fits = [what for name, what in _SPOILS.items() if len(written) > 1 and name.startswith(written)]
    if len(fits) != 1:
        raise clause.unreadable(f"“{truncate(clause.what)}” cannot be spoiled; cattle, castle, abbey or nothing can.")
    return (events.SPOIL, fits[0])


READERS: Final[Mapping[str, Reader]] = {
    "deal": _deal,
    "draw": _draw,
    "tile": _tile,
    "send back": _send_back,
    "keep": _plain(events.KEEP_ALL),
    "cattle": _plain((events.CATTLE,)),
    "castle": _plain((events.CASTLE,)),
    "abbey": _plain((events.ABBEY,)),
    "warrior": _plain((events.WARRIOR,)),
    "piper": _plain((events.PIPER,)),
    "monk": _plain((events.MONKS, 1)),
    "two monks": _plain((events.MONKS, 2)),
    "bard": _bard,
    "estate for": _estate,
    "done": _plain((events.DONE,)),
    "discard": _of_cards(events.DISCARD),
    "raid": _raid,
    "exchange": _exchange,
    "no raid": _plain((events.EXCHANGE,)),
    "lay": _lay,
    "spoil": _spoil,
    "put back": _of_cards(events.PUT_BACK),
}
VERBS: Final[Mapping[str, str]] = {**_ALSO, **{verb: verb for verb in READERS}}
