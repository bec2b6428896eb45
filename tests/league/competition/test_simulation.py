"""A rehearsal plays any event through, and says how it came out."""

from __future__ import annotations

import pytest

from league.competition.errors import TooFewEntries
from league.competition.format import Format
from league.competition.formats import format_named, formats
from league.competition.scoring import scoring_named
from league.competition.simulation import AttendanceModel, Simulation, simulate
from league.competition.tiebreaks import tiebreak_named
from tests.league.competition.simulation import Options, field, in_full

every_format = pytest.mark.parametrize("format_", formats().values(), ids=list(formats()))
SHARE = scoring_named("share")


def rehearsed(format_: Format, players: int = 11, options: Options | None = None, **more: object) -> Simulation:
    return simulate(format_, field(players), options or {}, SHARE, 5, **more)  # type: ignore[arg-type]  # a test's own


@every_format
def test_the_same_seed_rehearses_the_same(format_: Format) -> None:
    one, other = rehearsed(format_), rehearsed(format_)
    assert (one.rounds, one.standings) == (other.rounds, other.standings)
    assert one.rounds != simulate(format_, field(11), {}, SHARE, 6).rounds


@every_format
def test_all_is_counted(format_: Format) -> None:
    rehearsal = rehearsed(format_, tiebreaks=[tiebreak_named("wins")])
    tables = [pairing for pairing in rehearsal.pairings if pairing.bye is None]
    assert sum(many for _, many in rehearsal.sizes) == len(tables)
    assert sum(size * many for size, many in rehearsal.sizes) == sum(len(pairing.seats) for pairing in tables)
    pairs = sum(len(pairing.seats) * (len(pairing.seats) - 1) // 2 for pairing in tables)
    assert sum(times * many for times, many in rehearsal.met) == pairs
    assert sum(many for _, many in rehearsal.met) == 55
    assert sum(many for _, many in rehearsal.seats) == sum(many for _, many in rehearsal.rests) == 11
    assert sorted(row.entry for row in rehearsal.standings) == list(range(1, 12))
    assert rehearsal.refusal is None


@every_format
def test_some_come_late_and_some_stay_away(format_: Format) -> None:
    rehearsal = rehearsed(format_, 14, late=3, noshow=2)
    assert sum(entry.joined > 1 for entry in rehearsal.entries) == 3
    gone = [entry for entry in rehearsal.entries if entry.left is not None]
    assert len(gone) == 2
    for entry in gone:
        seated = [one.round for one in rehearsal.pairings if entry.id in one.seats and one.round >= (entry.left or 0)]
        assert all(pairing.results for pairing in rehearsal.pairings if pairing.round in seated and not pairing.bye)
        own = [row for row in rehearsal.standings if row.entry == entry.id]
        assert own[0].won == 0


@every_format
def test_it_stops_where_it_is_told(format_: Format) -> None:
    assert [one.number for one in rehearsed(format_, rounds=2).rounds] == [1, 2]


@every_format
def test_what_cannot_be_played_is_refused_in_the_rehearsal_too(format_: Format) -> None:
    rehearsal = rehearsed(format_, 1)
    assert isinstance(rehearsal.refusal, TooFewEntries)
    assert (rehearsal.rounds, rehearsal.standings, rehearsal.met) == ((), (), ())


def test_a_season_has_its_evenings_and_whoever_comes() -> None:
    evenings = format_named("club-evenings")
    rehearsal = rehearsed(evenings, 20, attendance=AttendanceModel(evenings=5, rounds=2, per_cent=60))
    assert [one.evening for one in rehearsal.rounds] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    came = [{seat for pairing in one.pairings for seat in pairing.seats} for one in rehearsal.rounds]
    assert all(later <= earlier for earlier, later in zip(came[::2], came[1::2], strict=True))
    assert len({len(one) for one in came}) > 1


def test_a_season_that_ends_ends_the_rehearsal() -> None:
    evenings = format_named("club-evenings")
    rehearsal = rehearsed(evenings, 12, in_full(evenings, {"best_of": 2}), attendance=AttendanceModel(3, 1, 100))
    assert all(row.season and sum(one.counts for one in row.season.evenings) == 2 for row in rehearsal.standings)


def test_a_hundred_and_fifty_are_rehearsed_at_tables() -> None:
    for slug in ("table-swiss", "club-evenings"):
        rehearsal = rehearsed(format_named(slug), 150, rounds=3, late=4, noshow=3)
        assert len(rehearsal.rounds) == 3
        assert rehearsal.sizes[-1][0] <= 5
