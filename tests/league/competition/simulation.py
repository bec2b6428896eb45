"""Plays a tournament out on paper: made-up results for every table, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from league.competition.format import (
    UNCONDITIONAL,
    Answer,
    Conditions,
    Entry,
    Finished,
    Format,
    Leg,
    Pairing,
    Round,
    seats_in_leg,
)
from league.competition.options import Value

Options = Mapping[str, Value]
EVENINGS = 8


def field(size: int, start: int = 1) -> list[Entry]:
    return [Entry(number) for number in range(start, start + size)]


def decide(pairing: Pairing, better: Callable[[int], int] = lambda entry: entry) -> Pairing:
    """The pairing with every game played; the entry for which `better` gives the smaller number is ahead."""
    if pairing.decided:
        return pairing
    legs = []
    for number in range(1, pairing.legs + 1):
        seats = seats_in_leg(pairing.seats, number)
        strengths = [better(seat) for seat in seats]
        places = tuple(1 + sum(other < own for other in strengths) for own in strengths)
        legs.append(Leg(number, seats, places, tuple(10 * (len(seats) - place) for place in places)))
    return replace(pairing, results=tuple(legs), decided=True)


def in_full(format_: Format, options: Options | None = None) -> Options:
    """The options, and for a format by evenings how many there are."""
    return {**({"evenings": EVENINGS} if format_.by_evenings else {}), **(options or {})}


def next_of(
    format_: Format,
    entries: Sequence[Entry],
    pairings: Sequence[Pairing],
    options: Options | None = None,
    seed: int = 7,
) -> Answer:
    """What comes next; a format by evenings has an evening for every round, until there have been all."""
    chosen = in_full(format_, options)
    evening = 1 + max((pairing.evening for pairing in pairings), default=0)
    is_open = format_.by_evenings and evening <= int(chosen["evenings"])
    return format_.pair(entries, pairings, chosen, seed, Conditions(evening=evening) if is_open else UNCONDITIONAL)


def play_out(
    format_: Format,
    entries: Sequence[Entry],
    options: Options | None = None,
    seed: int = 7,
    hidden_until_joined: bool = False,
    decided: Callable[[Pairing], Pairing] = decide,
) -> list[Pairing]:
    """All pairings of a tournament whose rounds are played one after the other, to its end."""
    pairings: list[Pairing] = []
    for _ in range(500):
        upcoming = 1 + max((pairing.round for pairing in pairings), default=0)
        known = [entry for entry in entries if not hidden_until_joined or entry.joined <= upcoming]
        answer = next_of(format_, known, pairings, options, seed)
        if not isinstance(answer, Round):
            assert isinstance(answer, Finished)
            return pairings
        pairings += [decided(pairing) for pairing in answer.pairings]
    raise AssertionError("The tournament did not come to an end in 500 rounds.")


def meetings(pairings: Sequence[Pairing]) -> Counter[frozenset[int]]:
    """How often each two have met."""
    met: Counter[frozenset[int]] = Counter()
    for pairing in pairings:
        for one in pairing.seats:
            met.update(frozenset((one, other)) for other in pairing.seats if other < one)
    return met


def seat_counts(pairings: Sequence[Pairing], size: int) -> dict[int, Counter[int]]:
    """How often each entry had each seat of the tables of one size."""
    counts: dict[int, Counter[int]] = {}
    for pairing in pairings:
        if len(pairing.seats) == size:
            for seat, entry in enumerate(pairing.seats):
                counts.setdefault(entry, Counter(dict.fromkeys(range(size), 0)))[seat] += 1
    return counts
