"""What the game says of events, and to whom; sentences of moves are in the golden playthroughs as well."""

from __future__ import annotations

import pytest

from engine.core.errors import IllegalChance, IllegalMove, NotationError
from engine.core.game import Event
from engine.core.vocabulary import Clause
from engine.games.kings_kilt.game import GAME
from tests.engine.kings_kilt.positions import Table, full_pyramid, laid

MORAG, HAMISH = "Morag: family Bruce, Stewart, Douglas; influence Wallace", "Hamish: family Buchanan, Hamilton, MacLeod"
POSITION = f"""
    {MORAG}
    {HAMISH}
    Row 2: Stewart, MacBeth, -, Bruce, -
    Row 1: Bruce, Buchanan, Douglas, Hamilton, MacBeth, MacLeod
    """


def test_a_deal_is_told_to_whom_it_goes() -> None:
    state = GAME.start(2)
    assert GAME.observation_text(state, (0, 0), 0) == "Seat 1 is dealt a Bruce as a card of its Family."
    assert [GAME.observation_text(state, (0, 0), seat) for seat in (1, None)] == [None, None]
    for clan in (0, 1, 2, 3):
        state.apply((0, clan))
    assert GAME.observation_text(state, (1, 4), 0) == "Seat 1 is dealt a MacBeth as the last card of its Family."
    state.apply((1, 4))
    assert [GAME.observation_text(state, (1, 4), seat) for seat in (0, None)] == [None, None]
    state.apply((1, 4))
    assert GAME.observation_text(state, (2, 4), 0) == "Seat 1 is dealt a MacBeth as Influence."
    assert GAME.observation_text(state, (2, 4), 1) is None


def test_what_happens_in_the_pyramid_is_told_to_all() -> None:
    table = laid(POSITION)
    assert {GAME.observation_text(table.state, (5, 1, 8), seat) for seat in (None, 0, 1)} == {
        "Seat 1 advances the Buchanan at a2 to b3."
    }


def test_the_last_pass_turns_families_up() -> None:
    table = full_pyramid(MORAG, HAMISH)
    assert GAME.observation_text(table.state, (10,), None) == "Seat 1 passes."
    table.passes()
    assert GAME.observation_text(table.state, (10,), None) == (
        "Seat 2 passes.\nFamilies are turned up. Seat 1 has Bruce, Stewart, Douglas. "
        "Seat 2 has Buchanan, Hamilton, MacLeod."
    )


def test_a_renewed_pile_is_said() -> None:
    table = full_pyramid(MORAG, HAMISH, top="Top: -\nPile:")
    table.play((6, 0))
    table.play((7, 1, 7))
    assert GAME.describe_event(table.state, (4, 7)) == "The Influence played becomes the pile, and a Wallace fills a1."


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ((5, 1, 6), r"Seat 1 cannot advance so: the Stewart at b1 is in the way\."),
        ((5, 6, 13), r"c3 is not diagonally above b1"),
        ((5, 9, 13), r"without a card at b3 the way to c3 has no support"),
        ((5, 8, 12), r"there is no card at b3"),
        ((6, 8), r"Seat 1 cannot have b3 betrayed: no card is there\."),
        ((7, 1, 7), r"now: seat 1 is to advance a card, betray one or, with the King crowned, pass\."),
        ((10,), r"Seat 1 cannot pass before the King is crowned\."),
        ((5, 1), r"\(5, 1\) is not an event of King's Kilt\."),
        ((5, 1, 21), r"is not an event of King's Kilt\."),
        ((9, 8), r"is not an event of King's Kilt\."),
    ],
)
def test_a_move_is_refused_with_its_reason(event: Event, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        laid(POSITION).play(event)


def test_a_betrayal_is_refused_with_its_reason() -> None:
    table = full_pyramid(MORAG, HAMISH)
    with pytest.raises(IllegalMove, match=r"in rows “d” to “f” that takes an Influence card of a neighbour's clan\."):
        table.play((6, 20))
    table.play((6, 16))
    for event, reason in (
        ((7, 12, 0), "no Bruce is among the Influence cards in hand"),
        ((7, 13, 7), "in rows “d” to “f” the Influence card must match the Buchanan at c3"),
        ((7, 0, 7), "there is no neighbour of it at a1"),
        ((6, 3), "seat 1 is to say who betrays the MacBeth at d2, and with which Influence card"),
    ):
        with pytest.raises(IllegalMove, match=reason):
            table.play(event)
    with pytest.raises(IllegalMove, match="no Influence card is left"):
        full_pyramid(HAMISH, MORAG).play((6, 0))
    with pytest.raises(IllegalMove, match="of its own clan, Bruce"):
        full_pyramid(MORAG, HAMISH, matching="victim").play((6, 20))


def test_a_fill_is_refused_with_its_reason() -> None:
    table = laid(POSITION)
    table.play((6, 7))
    table.play((7, 6, 7))
    with pytest.raises(IllegalMove, match=r"Seat 1 cannot fill b2 from a4: the cards beneath are a2 and a3\."):
        table.raises("a4")
    with pytest.raises(IllegalMove, match="seat 1 is to fill b2 with one of the two cards beneath"):
        table.passes()


def test_a_card_turned_up_that_is_not_hidden_is_refused() -> None:
    table = laid(f"{MORAG}\n{HAMISH}\nRow 3: Bruce, Bruce, -, -\nRow 2: Stewart, Stewart, Wallace, -, -\n"
                 "Row 1: Bruce, Buchanan, Douglas, Hamilton, MacBeth, MacLeod")  # fmt: skip
    table.advances("c1", "d1", "b1", "a1")
    with pytest.raises(IllegalMove, match=r"cannot turn up a Wallace: that is not among its hidden Family cards\."):
        table.reveals("Wallace")


UP_TO_THE_ROW: list[Event] = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 4), (1, 5), *[(2, clan) for clan in (6, 7) * 5]]


@pytest.mark.parametrize(
    ("before", "event", "reason"),
    [
        ([(0, 0)], (0, 0), "one of each clan is dealt first, and that Bruce is in a Family already"),
        ([(0, 0), (0, 1), (0, 2), (0, 3)], (1, 2), "a Family has three different clans, and this one has a Douglas"),
        ([], (4, 0), r"A Bruce cannot come up that way now: a Family card is to be dealt\."),
        (UP_TO_THE_ROW, (4, 0), r"row “a” is to be laid \(the line “Row 1”\)"),
    ],
)
def test_a_card_that_cannot_be_dealt_is_refused(before: list[Event], event: Event, reason: str) -> None:
    state = GAME.start(2)
    for earlier in before:
        state.apply(earlier)
    with pytest.raises(IllegalChance, match=reason):
        state.apply(event)


def test_a_card_that_is_not_in_the_pile_cannot_come_up() -> None:
    table = laid(f"{MORAG}\n{HAMISH}\nRow 1: Bruce, Buchanan, Douglas, Hamilton, MacBeth, MacLeod")
    table.state.listed -= 1 << 12
    table.state.members += 1 << 12
    table.play((5, 0, 6))
    with pytest.raises(IllegalChance, match="no Hamilton is left among the Leaders on top of the pile"):
        table.comes_up("Hamilton")
    used_up = full_pyramid(MORAG, HAMISH, top="Top: Stewart\nPile: Wallace")
    used_up.play((6, 0))
    used_up.play((7, 1, 7))
    with pytest.raises(IllegalChance, match="every other Hamilton has been dealt or seen"):
        used_up.comes_up("Hamilton")


def test_the_table_is_sketched() -> None:
    assert GAME.sketch(full_pyramid(MORAG, HAMISH).state.view(0)).splitlines() == [
        "f                            Bruce  King",
        "e                       Bruce    Douglas  Guardians",
        "d                 Wallace   MacBeth   Stewart  Noblemen",
        "c            Hamilton  Wallace   Buchanan  Stewart",
        "b       MacLeod   MacBeth   Hamilton  Wallace   Douglas",
        "a   Bruce    Buchanan  Douglas   Hamilton  MacBeth   MacLeod",
        "  Pile       Stewart on top, 36 in all",
        "  Seat 1     1 Influence; 0 of 3 Family cards turned up (you)",
        "  Seat 2     0 Influence; 0 of 3 Family cards turned up",
        "  Family     Bruce, Stewart, Douglas",
        "  Influence  Wallace",
    ]


@pytest.mark.parametrize(
    ("verb", "what", "event"),
    [
        ("advance", "Buchanan a2 to b3", (5, 1, 8)),
        ("advance", "A2  B3", (5, 1, 8)),
        ("advance", "buch a2-b3", (5, 1, 8)),
        ("advance", "the Buchanan at a2 -> b3", (5, 1, 8)),
        ("betray", "MACBETH B2", (6, 7)),
        ("betray", "b2", (6, 7)),
        ("by", "Stewart b1 with Wallace", (7, 6, 7)),
        ("by", "b1 with a wal", (7, 6, 7)),
        ("by", "stuart b1 wallace", (7, 6, 7)),
        ("raise", "Douglas a3", (8, 2)),
        ("turn up", "mcleod", (9, 5)),
        ("top", "hamil", (4, 3)),
        ("pass", "", (10,)),
    ],
)
def test_a_secretary_may_write_as_he_speaks(verb: str, what: str, event: Event) -> None:
    assert read(laid(POSITION), verb, what) == event


@pytest.mark.parametrize(
    ("verb", "what", "reason"),
    [
        ("advance", "Wallace a2 to b3", "At a2 there lies no Wallace: it is a Buchanan."),
        ("betray", "Wallace b3", "At b3 there lies no Wallace: there is no card."),
        ("betray", "b6", "There is no place b6; row “a”, at the bottom, has places a1 to a6"),
        ("advance", "upwards", "“upwards” does not say it; after “advance” write, for example, Bruce a3 to b2."),
        ("betray", "Buchanan a2 by Bruce a1", "write, for example, Bruce a3; by Stewart b2 with Wallace."),
        ("by", "", "Something is missing here; after “by” write, for example, Bruce a3 with Wallace."),
        ("top", "Mac", "“Mac” is several clans: MacBeth, MacLeod."),
        ("top", "Duoglas", "There is no clan “Duoglas”. Did you mean Douglas?"),
        ("top", "xyz", "There is no clan “xyz”. The clans are Bruce, Buchanan"),
        ("top", "", "A clan is missing here; write its name, such as Bruce."),
        ("pass", "twice", "Found: “twice”."),
    ],
)
def test_a_slip_of_the_pen_is_explained(verb: str, what: str, reason: str) -> None:
    with pytest.raises(NotationError) as refused:
        read(laid(POSITION), verb, what)
    assert reason in str(refused.value)


def read(table: Table, verb: str, what: str) -> Event:
    return GAME.words.read(table.state, Clause(verb, what, 1, 1))
