"""Evenings of a club: tables for whoever is there, balanced over the whole season.

The organiser opens an evening and ticks who is here; every round is drawn among those.
Two who met seldom meet first, smaller tables, seats and rests go round. "Play again with whoever stays" is another
round of the same evening. Without an open evening nothing is drawn.

A season is over after as many `evenings` as it was to have. Where that was left open, an organiser ends it: the service
that does so sets the option to the number of evenings there were, and the format finishes by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from league.competition.club_night_pairing import Evening, TablesAndByes, bye_reason, pair_club_night, table_reasons
from league.competition.format import (
    UNCONDITIONAL,
    Answer,
    Conditions,
    Entry,
    Finished,
    Format,
    Pairing,
    Reason,
    Round,
    Wait,
)
from league.competition.format_helpers import (
    LEGS,
    TABLE_SIZES,
    asked_for,
    check_entries,
    next_round_number,
    numbered,
    rest,
    sizes_of,
)
from league.competition.options import Option, Settled, number
from league.competition.pairing_history import PairingHistory
from league.competition.season_scoring import AVERAGE, RANKED, SUM, UNRANKED
from league.competition.seeded_random import SeededRandom

OPEN_ONE = "Start a club night and check in the players. Then publish the pairings."
STILL_PLAYED = "Some games have no result yet. Enter their results first."
TOO_FEW = "Players present: {here}. A table needs {needed}. Check in more players, or end the club night."
SEASON_OVER = "All {evenings} club nights of the season have been played."

OPTIONS = (
    *TABLE_SIZES,
    LEGS,
    Option(
        "evenings",
        "Club nights",
        "Number of club nights in the season.",
        tuple(range(101)),
        0,
        nought="until the organiser ends the season",
    ),
    Option(
        "counting",
        "Points of the season",
        "The sum of a player's best club nights, or the average of all games.",
        (SUM, AVERAGE),
        SUM,
        said=((SUM, "sum of best club nights"), (AVERAGE, "average per game")),
    ),
    Option(
        "best_of",
        "Best club nights",
        "Number of a player's best club nights in the sum.",
        tuple(range(101)),
        0,
        nought="all",
    ),
    Option(
        "attendance",
        "Club nights needed for a place",
        "Players with fewer club nights are listed without a place.",
        tuple(range(101)),
        0,
        nought="at least one",
    ),
    Option(
        "guests",
        "Guests",
        "Whether guests have a place in the standings.",
        (UNRANKED, RANKED),
        UNRANKED,
        said=((UNRANKED, "listed without a place"), (RANKED, "placed like members")),
    ),
)


class ClubEvenings(Format):
    """A season of club evenings."""

    slug = "club-evenings"
    name = "Club nights"
    summary = (
        "You check in the players who are present, and Moothill pairs them. "
        "It balances opponents, seats and byes over the season. Each club night has as many rounds as "
        "you like."
    )
    options = OPTIONS
    by_evenings = True

    def rounds(self, _entries: Sequence[Entry], options: Settled) -> int:
        """One an evening at the least; 0 where the number of evenings is open."""
        return number(self.chosen(options), "evenings")

    def pair(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> Answer:
        """A round of the evening that is open, among those who are here."""
        chosen = self.chosen(options)
        check_entries(entries, needed=number(chosen, "smallest"))
        if not all(pairing.decided for pairing in pairings):
            return Wait(Reason(STILL_PLAYED))
        if conditions.evening is None:
            return _between(pairings, number(chosen, "evenings"))
        upcoming = next_round_number(pairings)
        here = [entry for entry in entries if entry.plays_in(upcoming) and _is_here(entry, conditions)]
        playing = tuple(entry for entry in here if entry.bye_in(upcoming) is None)
        if len(playing) < number(chosen, "smallest"):
            return Wait(Reason(TOO_FEW, (("here", len(playing)), ("needed", number(chosen, "smallest")))))
        evening = Evening(
            number=conditions.evening,
            here=playing,
            past=PairingHistory(entries, pairings),
            tonight=PairingHistory(entries, [pairing for pairing in pairings if pairing.evening == conditions.evening]),
            forbidden=conditions.avoided_in(upcoming),
            sizes=sizes_of(len(playing), chosen),
            legs=number(chosen, "legs"),
        )
        tables = pair_club_night(evening, SeededRandom(seed, "evening", upcoming))
        asked = [entry for entry in here if entry not in playing]
        made = numbered(tuple(_pairings(upcoming, evening, tables, asked)), entries)
        return Round(upcoming, tuple(replace(pairing, evening=evening.number) for pairing in made))


def _is_here(entry: Entry, conditions: Conditions) -> bool:
    return conditions.here is None or entry.id in conditions.here


def _between(pairings: Sequence[Pairing], evenings: int) -> Answer:
    """No evening is open: the next one is to come, or there is none."""
    held = max((pairing.evening for pairing in pairings), default=0)
    if evenings and held >= evenings:
        return Finished(Reason(SEASON_OVER, (("evenings", held),)))
    return Wait(Reason(OPEN_ONE))


def _pairings(upcoming: int, evening: Evening, tables: TablesAndByes, asked: Sequence[Entry]) -> Iterator[Pairing]:
    """The tables, those who rest, and those who asked for a bye; their numbers are given out later."""
    for seats in tables.tables:
        yield Pairing(upcoming, 0, seats, evening.legs, reasons=table_reasons(evening, seats))
    yield from (rest(upcoming, 0, one, bye_reason(evening)) for one in tables.resting)
    yield from (asked_for(upcoming, 0, entry, evening.legs) for entry in asked)


CLUB_NIGHTS = ClubEvenings()
