"""Tournament reports (TRF): export for other programs, and import of their files."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from league.competition.format import Bye, Entry, How, Leg, Pairing, Round
from league.competition.formats import format_named
from league.competition.formats.swiss import initial_list, top_seed_begins
from league.competition.options import Value, full_options
from league.competition.scoring import scoring_named
from league.competition.trf import ListedPlayer, Report, is_report, players_of, write_report
from tests.league.competition.simulation import decide, field

SWISS = format_named("swiss")
SHARE = scoring_named("share")


def report(entries: list[Entry], chosen: dict[str, Value], seed: int) -> Report:
    options = full_options(SWISS.name, SWISS.options, chosen)
    listed = initial_list(entries, options, seed)
    return Report(
        name="Winter\nSwiss",
        kind="Individual: Swiss-System",
        rounds=SWISS.rounds(entries, options),
        numbers={entry.id: number for number, entry in enumerate(listed, start=1)},
        names={entry.id: f"Player {entry.id}" for entry in entries},
        ratings={1: 1712},
        order=[entry.id for entry in entries],
        begun=date(2026, 11, 1),
        top_seed_begins=top_seed_begins(options, seed),
        bye=Bye(str(options["bye"])),
    )


@pytest.mark.parametrize("order", ["list", "lot"])
@pytest.mark.parametrize("first_seat", ["lot", "first", "second"])
def test_another_program_pairs_every_round_from_it_as_we_do(tmp_path: Path, order: str, first_seat: str) -> None:
    chosen: dict[str, Value] = {"rounds": 4, "order": order, "first_seat": first_seat}
    entries = [*field(8), Entry(9, byes=((2, Bye.HALF),))]
    about = report(entries, chosen, 5)
    pairings: list[Pairing] = []
    while isinstance(answer := SWISS.pair(entries, pairings, chosen, 5), Round):
        if answer.number != 2:  # who misses the round to come is not in a report of the rounds so far
            file = tmp_path / "event.trf"
            file.write_text(write_report(about, entries, pairings, SHARE), encoding="utf-8")
            drawn = DutchEngine.generate_pairings(TrfParser.parse(file, strict=True))
            theirs = {tuple(number for number in (one.white, one.black) if number) for one in drawn}
            assert theirs == {tuple(about.numbers[seat] for seat in one.seats) for one in answer.pairings}
        pairings += [decide(one) for one in answer.pairings]
    assert max(one.round for one in pairings) == 4


def test_every_kind_of_result_has_its_letter() -> None:
    def game(number: int, seats: tuple[int, int], places: tuple[int, int], how: How = How.PLAYED) -> Pairing:
        return Pairing(number, 1, seats, results=(Leg(1, seats, places, how=how),), decided=True)

    entries = [Entry(1, byes=((3, Bye.HALF),)), Entry(2), Entry(3, joined=2)]
    pairings = [
        game(1, (1, 2), (1, 2)),
        game(2, (3, 1), (1, 1)),
        Pairing(2, 2, (2,), bye=Bye.HALF, decided=True),
        game(3, (2, 3), (1, 2), How.FORFEIT),
        Pairing(3, 2, (1,), bye=Bye.HALF, decided=True),
        Pairing(4, 1, (1, 3)),
        Pairing(4, 2, (2,), bye=Bye.REST, decided=True),
    ]
    lines = write_report(report(entries, {"rounds": 4, "bye": "half"}, 5), entries, pairings, SHARE).splitlines()
    players = [line for line in lines if line.startswith("001")]
    assert [line[91:] for line in players] == [
        "   2 w 1     3 b =  0000 - H     3 w  ",
        "   1 b 0  0000 - U     3 w +  0000 - Z",
        "0000 - Z     1 w =     2 b -     1 b  ",
    ]
    assert [line[80:84] for line in players] == [" 2.0", " 1.5", " 0.5"]
    assert [line[48:52] for line in players] == ["1712", "   0", "   0"]
    assert {"012 Winter Swiss", "042 2026/11/01", "062 3", "XXR 4", "BBU  0.5"} <= set(lines)


def test_names_cannot_break_the_columns() -> None:
    entries = field(2)
    names = {1: "Ailsa\n001    9 " + "x" * 90, 2: "Søren Ærø"}
    about = report(entries, {"rounds": 1}, 5)
    text = write_report(
        Report(**{name: getattr(about, name) for name in about.__slots__} | {"names": names}), entries, [], SHARE
    )
    assert [one.number for one in players_of(text)] == [1, 2]
    assert players_of(text)[1].name == "Søren Ærø"


OTHERS = """012 Open
XXR 5
001    1 m  g Burns, Robert                     2100 SCO    2400001 1990/01/01  1.0    1     2 w 1
001    2 f    Søren                                0 SCO            1991        0.0    2     1 b 0
001    3      Ramsay,                           1450
001    4
"""


def test_players_of_another_program_are_read_with_names_turned_round() -> None:
    assert is_report(OTHERS)
    assert players_of(OTHERS) == [
        ListedPlayer(3, 1, "Robert Burns", 2100),
        ListedPlayer(4, 2, "Søren", None),
        ListedPlayer(5, 3, "Ramsay", 1450),
    ]


@pytest.mark.parametrize("text", ["", "Name\nUna Begg\n", "001;Una", "0014 Una", "001 Una Begg"])
def test_other_lists_are_no_report(text: str) -> None:
    assert not is_report(text)


@given(st.text(max_size=200))
@example("     Una ,")
@example("00000,0")
def test_whatever_follows_the_code_of_a_player_is_read(text: str) -> None:
    assert all(one.name == one.name.strip() for one in players_of(f"001    1 {text}"))
