"""Club nights: tables for the players present, balanced over the whole season.

The organiser opens a club night and checks in players; every round is paired among those. Players who have seldom met
meet first; smaller tables, seats and byes rotate. Without an open club night nothing is paired.

A season ends after as many `evenings` as the option says. If it is open, the organiser ends it: the service then sets
the option to the number of club nights so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from league.competition.byes import free_round
from league.competition.club_night_pairing import Evening, TablesAndByes, pair_club_night
from league.competition.club_night_reasons import bye_reason, table_reasons
from league.competition.format import Answer, Entry, Finished, Format, Pairing, Reason, Round, Wait
from league.competition.options import LEGS, TABLE_SIZES, Option, Options, number
from league.competition.pairing_history import PairingHistory
from league.competition.season_scoring import AVERAGE, RANKED, SUM, UNRANKED
from league.competition.seating import chosen_table_sizes
from league.competition.seeded_random import SeededRandom
from league.competition.table_numbers import number_tables
from league.competition.tournament_state import TournamentState, check_entries

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


class ClubEveningsState(TournamentState):
    """A season of club nights at one moment."""

    def next_round(self) -> Answer:
        """Return a round of the open club night, among the players present."""
        smallest = number(self.options, "smallest")
        check_entries(self.entries, needed=smallest)
        if not self.is_decided:
            return Wait(Reason(STILL_PLAYED))
        if self.conditions.evening is None:
            return self._without_club_night()
        if len(self.playing) < smallest:
            return Wait(Reason(TOO_FEW, (("here", len(self.playing)), ("needed", smallest))))
        evening = self._evening(self.conditions.evening)
        tables = pair_club_night(evening, SeededRandom(self.seed, "evening", self.upcoming))
        pairings = number_tables([*self._pairings(evening, tables), *self.requested_byes()], self.entries)
        return Round(self.upcoming, tuple(replace(pairing, evening=evening.number) for pairing in pairings))

    def _without_club_night(self) -> Answer:
        """Return the answer while no club night is open."""
        played, planned = max((pairing.evening for pairing in self.pairings), default=0), self.rounds
        if planned and played >= planned:
            return Finished(Reason(SEASON_OVER, (("evenings", played),)))
        return Wait(Reason(OPEN_ONE))

    def _evening(self, evening: int) -> Evening:
        return Evening(
            number=evening,
            here=tuple(self.playing),
            past=PairingHistory(self.entries, self.pairings),
            tonight=PairingHistory(self.entries, [pairing for pairing in self.pairings if pairing.evening == evening]),
            forbidden=self.avoided,
            sizes=chosen_table_sizes(len(self.playing), self.options),
            legs=self.legs,
        )

    def _pairings(self, evening: Evening, tables: TablesAndByes) -> Iterator[Pairing]:
        """Yield the tables and byes, without table numbers."""
        yield from (self.table(seats, *table_reasons(evening, seats)) for seats in tables.tables)
        yield from (free_round(self.upcoming, entry, bye_reason(evening)) for entry in tables.resting)


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
    state_class = ClubEveningsState
    by_evenings = True

    def rounds(self, _entries: Sequence[Entry], options: Options) -> int:
        """Return one round for each club night; 0 if their number is open."""
        return number(self.chosen(options), "evenings")


CLUB_NIGHTS = ClubEvenings()
