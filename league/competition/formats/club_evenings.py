"""Club nights: tables for the players present, balanced over the whole season.

The organiser opens a club night and checks in players; every round is paired among those. Players who have seldom met
meet first; smaller tables, seats and byes rotate. Without an open club night nothing is paired.

A season ends after as many `evenings` as the option says. If it is open, the organiser ends it: the service then sets
the option to the number of club nights so far.
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
from league.competition.options import Option, Options, number
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
        zero_label="until the organiser ends the season",
    ),
    Option(
        "counting",
        "Points of the season",
        "The sum of a player's best club nights, or the average of all games.",
        (SUM, AVERAGE),
        SUM,
        labels=((SUM, "sum of best club nights"), (AVERAGE, "average per game")),
    ),
    Option(
        "best_of",
        "Best club nights",
        "Number of a player's best club nights in the sum.",
        tuple(range(101)),
        0,
        zero_label="all",
    ),
    Option(
        "attendance",
        "Club nights needed for a place",
        "Players with fewer club nights are listed without a place.",
        tuple(range(101)),
        0,
        zero_label="at least one",
    ),
    Option(
        "guests",
        "Guests",
        "Whether guests have a place in the standings.",
        (UNRANKED, RANKED),
        UNRANKED,
        labels=((UNRANKED, "listed without a place"), (RANKED, "placed like members")),
    ),
)


class ClubEvenings(Format):
    """A season of club nights."""

    slug = "club-evenings"
    name = "Club nights"
    summary = (
        "You check in the players who are present, and Moothill pairs them. "
        "It balances opponents, seats and byes over the season. Each club night has as many rounds as "
        "you like."
    )
    options = OPTIONS
    by_evenings = True

    def rounds(self, _entries: Sequence[Entry], options: Options) -> int:
        """Return one round for each club night; 0 if their number is open."""
        return number(self.chosen(options), "evenings")

    def pair(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Options,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> Answer:
        """Return a round of the open club night, among the players present."""
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
    """Return the answer while no club night is open."""
    held = max((pairing.evening for pairing in pairings), default=0)
    if evenings and held >= evenings:
        return Finished(Reason(SEASON_OVER, (("evenings", held),)))
    return Wait(Reason(OPEN_ONE))


def _pairings(upcoming: int, evening: Evening, tables: TablesAndByes, asked: Sequence[Entry]) -> Iterator[Pairing]:
    """Yield the tables, byes and requested byes, without table numbers."""
    for seats in tables.tables:
        yield Pairing(upcoming, 0, seats, evening.legs, reasons=table_reasons(evening, seats))
    yield from (rest(upcoming, 0, one, bye_reason(evening)) for one in tables.resting)
    yield from (asked_for(upcoming, 0, entry, evening.legs) for entry in asked)


CLUB_NIGHTS = ClubEvenings()
