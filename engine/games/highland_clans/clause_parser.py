"""Parses clauses of Highland Clans: `draw 2 yellow, 4 blue`, `castle`, `raid seat 2`, `lay 3 with piper`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Final, TypeAlias

from engine.core.game import Event
from engine.core.text import truncate
from engine.core.vocabulary import Clause, with_spellings
from engine.games.highland_clans import events
from engine.games.highland_clans.components import BLUE, COLOURS, GREEN, RED, VALUES, YELLOW
from engine.games.highland_clans.phases import DEALING, DRAWING_CARDS, DRAWING_TOKENS
from engine.games.highland_clans.state import ClansState
from engine.games.highland_clans.text import COURT

_PART: Final = re.compile(r"\s*(?:,|\band\b|\+)\s*", re.IGNORECASE)
_BETWEEN_CARDS: Final = re.compile(rf"{_PART.pattern}|\s+", re.IGNORECASE)
_SEAT_PATTERN: Final = re.compile(r"seat\s*([0-9]{1,3})", re.IGNORECASE)
_TOKENS: Final = re.compile(
    r"(?P<court>court\s+)?(?P<count>[0-9]+)?\s*(?P<too>court\s+)?(?P<colour>[a-z]+)", re.IGNORECASE
)
Reader: TypeAlias = Callable[[ClansState, Clause], Event]
_OTHER_SPELLINGS: Final = {
    "deal": ("deals", "dealt"),
    "draw": ("draws",),
    "tile": ("estate turned up", "turn up", "turns up"),
    "send back": ("sends back", "return", "returns"),
    "keep": ("keeps", "keep all", "keeps all"),
    "cattle": ("cow",),
    "castle": ("a castle",),
    "abbey": ("an abbey",),
    "warrior": ("a warrior",),
    "piper": ("a piper",),
    "monk": ("a monk", "one monk", "1 monk"),
    "two monks": ("monks", "2 monks"),
    "bard": ("a bard",),
    "estate for": ("an estate for", "estate"),
    "done": ("no second action", "no more", "stop"),
    "discard": ("discards",),
    "raid": ("raids",),
    "exchange": ("exchanges",),
    "no raid": ("pass", "passes", "no exchange"),
    "lay": ("lays", "play", "plays"),
    "spoil": ("spoils",),
    "put back": ("puts back",),
}
_FOR_SEAT: Final = re.compile(
    r"\s*\(?\b(?:for\s+(?P<name>[^()?]{1,100})|(?P<number>seat\s*[0-9]{1,3}))\)?$", re.IGNORECASE
)
_BARD_PATTERN: Final = re.compile(
    r"(?P<whose>.+?)\s*(?:[,:]\s*|\s)(?:removes?|takes?)\s+(?P<gone>.+?)(?:,?\s*(?:and\s+)?keeps?\s+(?P<kept>.+))?",
    re.IGNORECASE,
)
_LAY_PATTERN: Final = re.compile(
    r"(?P<card>[0-9]+)(?P<piper>\s*(?:(?:,|\+|with|and)\s*)?(?:a\s+)?piper)?", re.IGNORECASE
)
SPOILS: Final = {
    events.NOTHING: "nothing",
    events.CATTLE: "cattle",
    events.CASTLE: "castle",
    events.ABBEY: "abbey",
}
FIXED: Final[Mapping[Event, str]] = {  # events whose words have no object
    events.KEEP_ALL: "keep",
    (events.CATTLE,): "cattle",
    (events.CASTLE,): "castle",
    (events.ABBEY,): "abbey",
    (events.WARRIOR,): "warrior",
    (events.PIPER,): "piper",
    (events.MONKS, 1): "monk",
    (events.MONKS, 2): "two monks",
    (events.DONE,): "done",
    (events.EXCHANGE,): "no raid",
}


def _parse_seat(clause: Clause, written: str) -> int | None:
    """Return the seat with that number or, if the names are known, with that unique name."""
    if found := _SEAT_PATTERN.fullmatch(written.strip()):
        return int(found[1]) - 1
    name = written.strip().casefold()
    called = [seat for seat, label in enumerate(clause.seats) if label.casefold() == name]
    return called[0] if len(called) == 1 else None


def _parse_tokens(clause: Clause, written: str) -> list[tuple[int, int, bool]]:
    """Return (count, colour, whether of the court) for each part. Raise NotationError."""
    tokens = []
    for part in _PART.split(" ".join(written.split())):
        found = _TOKENS.fullmatch(part)
        if found is None or len(found["count"] or "") > 2:
            complaint = f"“{truncate(part)}” is no token" if part else "A token is missing here"
            raise clause.unreadable(
                f"{complaint}; write how many and the colour, with a comma before the next: 2 yellow, blue."
            )
        colour = _find_sort(clause, found["colour"], COLOURS)
        tokens.append((int(found["count"] or 1), colour, bool(found["court"] or found["too"])))
    return tokens


def _find_sort(clause: Clause, written: str, names: Sequence[str]) -> int:
    """Return the index of a name, which may be shortened or in the plural. Raise NotationError."""
    folded = written.strip().lower().removeprefix("a ")
    fits = [at for at, name in enumerate(names) if folded and (name.startswith(folded) or folded == f"{name}s")]
    if len(fits) == 1:
        return fits[0]
    near = get_close_matches(folded, names, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"There are {', '.join(names)}."
    raise clause.unreadable(f"“{truncate(written)}” is none of the tokens. {hint}")


def _parse_cards(clause: Clause, written: str) -> list[int]:
    """Return the values, ascending. Raise NotationError."""
    cards = []
    for part in _BETWEEN_CARDS.split(written.strip()):
        if part not in map(str, VALUES):
            complaint = f"“{truncate(part)}” is no card" if part else "A card is missing here"
            raise clause.unreadable(f"{complaint}; cards have values from {VALUES[0]} to {VALUES[-1]}.")
        cards.append(int(part))
    return sorted(cards)


def _read_fixed(event: Event, _: ClansState, clause: Clause) -> Event:
    clause.check_alone()
    return event


def _read_cards(kind: int, _: ClansState, clause: Clause) -> Event:
    return (kind, *_parse_cards(clause, clause.what))


def _read_deal(state: ClansState, clause: Clause) -> Event:
    if state.phase == DEALING:
        _check_whose(clause, "dealt to", state.step, clause.seat)
    return (events.DEAL, *_parse_cards(clause, clause.what))


def _read_draw(state: ClansState, clause: Clause) -> Event:
    """Parse a draw: tokens have colours, cards only numbers; a stated player is checked."""
    what = " ".join(clause.what.split())
    found = _FOR_SEAT.search(what)
    what = what if found is None else what[: found.start()]
    whose = clause.seat if found is None else _parse_seat(clause, found["name"] or found["number"])
    if found and whose is None:
        raise clause.unreadable("Say for whom cards are drawn, such as draw 1, 2, 3 for seat 2.")
    if state.phase in (DRAWING_TOKENS, DRAWING_CARDS):
        owed = state.owed[0][0] if state.owed else state.actor
        _check_whose(clause, "drawn by", owed, whose)
    if names_tokens(what):
        return (events.TOKENS, *_read_four(clause, what))
    return (events.DRAW, *_parse_cards(clause, what))


def names_tokens(drawn: str) -> bool:
    """Whether the object of a draw has words besides whose draw it is, as tokens have."""
    what = _FOR_SEAT.sub("", " ".join(drawn.split()))
    return any(character.isalpha() for character in _PART.sub(" ", what))


def _check_whose(clause: Clause, done: str, seat: int, stated: int | None) -> None:
    if stated is not None and stated != seat:
        raise clause.unreadable(f"These are {done} seat {seat + 1}, not seat {stated + 1}.")


def _read_tile(_: ClansState, clause: Clause) -> Event:
    if not re.fullmatch(r"[0-9]{1,3}", clause.what):
        raise clause.unreadable("Write the number of the estate that is turned up, such as tile 34.")
    return (events.TILE, int(clause.what))


def _read_send_back(_: ClansState, clause: Clause) -> Event:
    return (events.SEND_BACK, *_read_four(clause, clause.what))


def _read_four(clause: Clause, written: str) -> list[int]:
    """Return the numbers of tokens of each colour."""
    counts = [0] * 4
    for count, colour, is_court in _parse_tokens(clause, written):
        if is_court:
            raise clause.unreadable("Only an estate is paid from the court.")
        counts[colour] += count
    return counts


def _read_bard(_: ClansState, clause: Clause) -> Event:
    found = _BARD_PATTERN.fullmatch(" ".join(clause.what.split()))
    seat = None if found is None else _parse_seat(clause, found["whose"])
    if found is None or seat is None:
        raise clause.unreadable("Say whose court and what, such as bard seat 2, removes warrior, keeps monk.")
    fates = [events.STAYS] * 3
    taken = [(written, events.TO_SACK) for written in _PART.split(found["gone"].strip())]
    taken += [(found["kept"], events.TO_COURT)] if found["kept"] else []
    for written, fate in taken:
        token = _find_sort(clause, written, COURT)
        if fates[token] != events.STAYS:
            raise clause.unreadable(f"A bard takes different tokens, and here the {COURT[token]} stands twice.")
        fates[token] = fate
    return (events.BARD, seat, *fates)


def _read_estate(_: ClansState, clause: Clause) -> Event:
    drawn, court = [0] * 4, [0] * 4
    for count, colour, is_court in _parse_tokens(clause, clause.what):
        (court if is_court else drawn)[colour] += count
    if drawn[BLUE] or court[BLUE] or court[RED]:
        raise clause.unreadable("An estate costs yellow and red, or yellow and 2 green; red is never of a court.")
    return (events.ESTATE, drawn[YELLOW], drawn[GREEN], drawn[RED], court[YELLOW], court[GREEN])


def _read_exchange(_: ClansState, clause: Clause) -> Event:
    if clause.what.lower() in ("nothing", "none"):
        return (events.EXCHANGE,)
    return (events.EXCHANGE, *_parse_cards(clause, clause.what))


def _read_raid(_: ClansState, clause: Clause) -> Event:
    seat = _parse_seat(clause, clause.what)
    if seat is None:
        raise clause.unreadable("Say who is raided, such as raid seat 2.")
    return (events.RAID, seat)


def _read_lay(_: ClansState, clause: Clause) -> Event:
    found = _LAY_PATTERN.fullmatch(clause.what)
    if found is None:
        raise clause.unreadable("Write the card and the piper, if there is one, such as lay 3 with piper.")
    return (events.LAY, *_parse_cards(clause, found["card"]), 1 if found["piper"] else 0)


def _read_spoil(_: ClansState, clause: Clause) -> Event:
    written = clause.what.lower()
    fits = [what for what, name in SPOILS.items() if len(written) > 1 and name.startswith(written)]
    if len(fits) != 1:
        raise clause.unreadable(f"“{truncate(clause.what)}” cannot be spoiled; cattle, castle, abbey or nothing can.")
    return (events.SPOIL, fits[0])


READERS: Final[Mapping[str, Reader]] = {
    "deal": _read_deal,
    "draw": _read_draw,
    "tile": _read_tile,
    "send back": _read_send_back,
    "bard": _read_bard,
    "estate for": _read_estate,
    "discard": partial(_read_cards, events.DISCARD),
    "raid": _read_raid,
    "exchange": _read_exchange,
    "lay": _read_lay,
    "spoil": _read_spoil,
    "put back": partial(_read_cards, events.PUT_BACK),
    **{verb: partial(_read_fixed, event) for event, verb in FIXED.items()},
}
VERBS: Final[Mapping[str, str]] = with_spellings(READERS, _OTHER_SPELLINGS)
