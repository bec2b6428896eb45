"""Standings, crosstable, and what a withdrawal does to them."""

from __future__ import annotations

from league.competition.format import Bye, Entry, Leg, Pairing
from league.competition.formats import format_named
from league.competition.points import POINT
from league.competition.scores import Scores, scores_of
from league.competition.scoring import scoring_named
from league.competition.standings import crosstable, standings, ties_of
from league.competition.tiebreaks import tiebreak_named
from league.competition.withdrawals import annulled_entries, counted_pairings, games_played
from tests.league.competition.crosstables import round_robin
from tests.league.competition.simulation import field, play_out

ROUND_ROBIN = format_named("round-robin")
TABLES = format_named("table-round-robin")


def scored(entries: list[Entry], options: dict[str, int | str] | None = None) -> Scores:
    pairings = play_out(ROUND_ROBIN, entries, options)
    games = ROUND_ROBIN.games(entries, options or {})
    return scores_of(entries, pairings, scoring_named("share"), everyone_meets=True, games=games)


def test_the_better_one_stands_above() -> None:
    rows = standings(scored(field(7)), [], 1)
    assert [(row.place, row.entry, row.points) for row in rows] == [(n, n, (7 - n) * POINT) for n in range(1, 8)]
    assert all((row.played, row.won) == (6, 7 - row.entry) for row in rows)


def test_those_level_share_a_place_and_the_next_is_left_out() -> None:
    rows = standings(round_robin("* = 1 1 \n = * 1 1 \n 0 0 * = \n 0 0 = *"), [], 1)
    assert [row.place for row in rows] == [1, 1, 3, 3]
    assert rows[0].level_with == {1, 2}


def test_the_lot_parts_whom_nothing_else_does() -> None:
    scores = round_robin("* = \n = *")
    order = [tiebreak_named("direct-encounter"), tiebreak_named("lot")]
    assert [row.place for row in standings(scores, order, 4)] == [1, 2]


def test_nobody_has_played_yet() -> None:
    scores = scores_of(field(3), [], scoring_named("share"), everyone_meets=True, games=2)
    assert [(row.place, row.points, row.rounds) for row in standings(scores, [], 1)] == [(1, 0, ())] * 3


def test_a_second_cycle_is_a_second_meeting_in_the_same_cell() -> None:
    table = crosstable(scored(field(4), {"cycles": 2}))
    assert (table[1][4].games, table[1][4].halves) == (2, 4)
    assert (table[4][1].games, table[4][1].halves) == (2, 0)
    assert set(table[2]) == {1, 3, 4}


def test_both_sides_of_a_crosstable_add_up() -> None:
    entries = field(11)
    pairings = play_out(TABLES, entries, {"legs": 3})
    games = TABLES.games(entries, {})
    table = crosstable(scores_of(entries, pairings, scoring_named("share"), everyone_meets=True, games=games))
    for one, cells in table.items():
        for other, cell in cells.items():
            assert cell.halves + table[other][one].halves == 2 * cell.games


def test_who_left_before_half_counts_for_nobody() -> None:
    entries = [Entry(1, left=2), *field(5, start=2)]
    scores = scored(entries)
    rows = {row.entry: row for row in standings(scores, [], 1)}
    assert rows[1].points == 0
    assert sorted(row.points for row in rows.values() if row.entry != 1) == [n * POINT for n in range(5)]
    assert 1 not in crosstable(scores)[2]


def test_who_left_after_half_forfeits_what_was_left() -> None:
    rows = {row.entry: row for row in standings(scored([Entry(1, left=4), *field(5, start=2)]), [], 1)}
    assert rows[1].points == 3 * POINT
    assert sum(row.points for row in rows.values()) == 15 * POINT
    assert rows[1].played == 3


def test_exactly_half_counts() -> None:
    entries = [Entry(1, left=3), *field(4, start=2)]
    pairings = [p for p in play_out(ROUND_ROBIN, field(5), {"order": "list"}) if p.round < 4]
    assert games_played(1, pairings) == 2
    assert annulled_entries(entries, pairings, 4) == frozenset()
    assert annulled_entries(entries, pairings, 5) == {1}


def test_a_table_without_the_one_struck_out_is_a_smaller_table() -> None:
    entries = [Entry(1, left=2), *field(7, start=2)]
    pairings = [pairing for pairing in play_out(TABLES, field(8)) if pairing.round == 1]
    counting = counted_pairings(entries, pairings, 4)
    (changed,) = [pairing for pairing in counting if len(pairing.seats) == 3]
    assert changed.results[0].places.count(1) == 1
    assert sorted(changed.results[0].places) == [1, 2, 3]


def swiss_of_five(results_of_2: int) -> list[Pairing]:
    """Number 5 has a bye in round 1, number 4 in round 2, of which so many tables are decided."""
    tables = {1: [(1, 2), (3, 4)], 2: [(1, 3), (5, 2)]}
    byes = {1: 5, 2: 4}
    made = []
    for number, pairs in tables.items():
        for table, pair in enumerate(pairs, start=1):
            leg = Leg(1, pair, (1, 2))
            done = number == 1 or table <= results_of_2
            made.append(Pairing(number, table, pair, results=(leg,) if done else (), decided=done))
        made.append(Pairing(number, 3, (byes[number],), bye=Bye.FULL, decided=True))
    return made


def swiss_scores(results_of_2: int) -> Scores:
    pairings = swiss_of_five(results_of_2)
    return scores_of(field(5), pairings, scoring_named("share"), everyone_meets=False, games=0)


def test_a_bye_is_paid_when_its_round_is_decided() -> None:
    assert [swiss_scores(results).totals[4] for results in (0, 1, 2)] == [0, 0, POINT]
    assert swiss_scores(0).totals[5] == POINT


def test_buchholz_of_a_bye_does_not_move_by_the_result_of_another_table() -> None:
    """Number 4 has left after round 1, so there is no bye in round 2."""
    values = []
    for results in (0, 1):
        pairings = [one for one in swiss_of_five(results) if one.seats != (4,)]
        scores = scores_of(field(5), pairings, scoring_named("share"), everyone_meets=False, games=0)
        values.append(tiebreak_named("buchholz").explain(5, frozenset(), scores, 1).value)
    assert values[0] == values[1]


def test_a_tie_names_what_decided_the_order_and_who_is_still_level() -> None:
    scores = round_robin("* 1 0 = 1 \n 0 * 1 = 1 \n 1 0 * = 1 \n = = = * = \n 0 0 0 = *")
    ties = [tiebreak_named("direct-encounter"), tiebreak_named("sonneborn-berger"), tiebreak_named("wins")]
    rows = standings(scores, ties, 1)
    assert [(row.entry, row.place) for row in rows] == [(1, 1), (2, 1), (3, 1), (4, 4), (5, 5)]
    (tie,) = ties_of(rows, ties)
    assert (tie.entries, tie.decided_by, tie.level) == ((1, 2, 3), (), ((1, 2, 3),))


def test_only_tie_breaks_that_parted_somebody_decided() -> None:
    scores = round_robin("* = 1 0 \n = * 0 1 \n 0 1 * = \n 1 0 = *")
    ties = [tiebreak_named("direct-encounter"), tiebreak_named("lot")]
    rows = standings(scores, ties, 4)
    (tie,) = ties_of(rows, ties)
    assert tie.decided_by == ("lot",)
    assert tie.level == ()
    assert tie.entries == tuple(row.entry for row in rows)
