"""What the game says: of events that happen, and of those it refuses."""

from __future__ import annotations

import pytest

from engine.core.errors import IllegalChance, IllegalMove
from engine.core.game import Event
from engine.games.lords_of_scotland import events
from engine.games.lords_of_scotland.game import GAME
from tests.engine.lords_of_scotland.positions import CARD, Table, ended, laid

POSITION = """
    Morag: hand Scott 1, Wemyss 2, Cockburn 1, Forsyth 1, MakGill 1; army Cochrane 9
    Hamish: hand Fergusson 1; army (Wemyss 5), Cochrane 7, Scott 6
    Supporters: Scott 8, Forsyth 3
    Recruits: Forsyth 4, ?, ?, ?, ?
    """


def test_a_view_says_no_more_than_the_seat_knows() -> None:
    table = laid(POSITION.replace("Wemyss 2", "Wemyss 1"))
    table.musters("Wemyss 1")
    event = (events.DISCARD, *table.follower("Hamish", "Wemyss 5"))
    assert said(table, event) == "Seat 1 discards seat 2's face-down Wemyss 5 with Wemyss 1."
    assert GAME.describe_event(table.state.view(0), event) == (
        "Seat 1 discards seat 2's face-down Follower with Wemyss 1."
    )


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ((events.MUSTER, CARD["Scott 9"], 1), "Seat 1 cannot muster Scott 9: it is not in that hand."),
        ((events.MUSTER, CARD["Scott 1"], 2), "facing is 1 for face-up or 0 for face-down, not 2."),
        ((events.RECRUIT, CARD["Scott 9"]), "Seat 1 cannot recruit: Scott 9 is not a face-up Recruit."),
        ((events.CLAIM, CARD["Scott 8"]), "That cannot be played now: seat 1 is to recruit or muster."),
        ((events.ACTIVATE,), "That cannot be played now: seat 1 is to recruit or muster."),
        ((events.MUSTER, 1), r"\(7, 1\) is not an event of Lords of Scotland."),
        ((events.MUSTER, 300, 1), "is not an event of Lords of Scotland."),
    ],
)
def test_a_move_is_refused_with_its_reason(event: Event, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        laid(POSITION).play(event)


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ((events.SWAP, CARD["Wemyss 9"]), "cannot use Cockburn 1 so: Wemyss 9 is not among the Supporters."),
        ((events.DISCARD, 1, 0), "cannot use Cockburn 1 so: the power of Cockburn works otherwise."),
        ((events.RECRUIT, 0), "seat 1 is to activate Cockburn 1 or not."),
    ],
)
def test_a_target_is_refused_with_its_reason(event: Event, reason: str) -> None:
    table = laid(POSITION)
    table.musters("Cockburn 1")
    with pytest.raises(IllegalMove, match=reason):
        table.play(event)


def test_a_follower_that_is_not_there_is_refused() -> None:
    table = laid(POSITION)
    table.musters("Scott 1")
    with pytest.raises(IllegalMove, match="seat 2 has no Follower number 8"):
        table.play((events.COPY, 1, 7))
    with pytest.raises(IllegalMove, match="a Scott cannot copy a Scott"):
        table.copies("Hamish", "Scott 6")


def test_own_followers_are_refused_to_a_fergusson() -> None:
    table = laid(POSITION, mover="Hamish")
    table.musters("Fergusson 1")
    with pytest.raises(IllegalMove, match="its own player's Followers are no target"):
        table.exchanges_for("Hamish", "Cochrane 7")


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("Cochrane 9", "it is a Follower of seat 1"),
        ("Forsyth 4", "it is in the hand of seat 1"),
        ("Scott 8", "it lies among the Supporters"),
        ("Bruce 97", "it is not in the deck, for the option bruce is off"),
        ("Fergusson 1", "it is in the hand of seat 2"),
    ],
)
def test_a_card_that_lies_elsewhere_cannot_come_up(card: str, reason: str) -> None:
    table = laid(POSITION)
    table.play((events.RECRUIT, CARD["Forsyth 4"]))
    with pytest.raises(IllegalChance, match=reason):
        table.play((events.REFILL, CARD[card]))


def test_chance_is_refused_when_somebody_is_to_decide() -> None:
    with pytest.raises(IllegalChance, match=r"Scott 9 cannot come up that way now: seat 1 is to recruit or muster\."):
        laid(POSITION).play((events.TURN, CARD["Scott 9"]))


def said(table: Table, event: Event) -> str:
    return GAME.describe_event(table.state, event)


MORAG, HAMISH, SENGA, SPECTATOR = 0, 1, 2, None


def test_a_deal_is_told_to_whom_it_goes() -> None:
    state = GAME.start(2)
    deal = (events.DEAL, CARD["Scott 4"])
    assert GAME.observation_text(state, deal, MORAG) == "Seat 1 is dealt Scott 4."
    assert GAME.observation_text(state, deal, HAMISH) is None
    assert GAME.observation_text(state, deal, SPECTATOR) is None


def test_a_face_down_muster_is_told_by_its_card_to_its_player_alone() -> None:
    muster = (events.MUSTER, CARD["Scott 4"], events.FACE_DOWN)
    assert told(table(), muster) == (
        "Seat 1 musters Scott 4 face-down.",
        "Seat 1 musters a card face-down.",
        "Seat 1 musters a card face-down.",
    )


def test_what_a_face_down_recruit_was_is_told_to_its_player_alone() -> None:
    recruiting = table()
    recruiting.play((events.RECRUIT, 0))
    take = (events.TAKE, CARD["Scott 9"])
    assert told(recruiting, take) == ("The Recruit that seat 1 took is Scott 9.", None, None)


def test_what_a_forsyth_draws_is_told_to_its_player_alone() -> None:
    drawing = table()
    drawing.musters("Forsyth 1")
    drawing.activates()
    draw = (events.DRAW, CARD["Scott 9"])
    assert told(drawing, draw) == ("Seat 1 draws Scott 9.", "Seat 1 draws a card.", "Seat 1 draws a card.")


def test_what_a_wemyss_discards_is_told_to_all() -> None:
    """Ruling 11."""
    discarding = table()
    discarding.musters("Wemyss 1")
    discard = (events.DISCARD, *discarding.follower("Hamish", "Wemyss 5"))
    assert set(told(discarding, discard)) == {"Seat 1 discards seat 2's face-down Wemyss 5 with Wemyss 1."}


def test_what_a_fergusson_takes_is_told_to_those_who_know_it() -> None:
    """Ruling 7."""
    exchanging = table()
    exchanging.musters("Fergusson 1")
    exchange = (events.EXCHANGE, *exchanging.follower("Hamish", "Wemyss 5"))
    known = "Seat 1 exchanges Fergusson 1 for seat 2's face-down Wemyss 5."
    assert told(exchanging, exchange) == (known, known, known.replace("Wemyss 5", "Follower"))


@pytest.mark.parametrize("seat", [MORAG, HAMISH, SPECTATOR])
def test_what_lies_face_up_is_told_to_all(seat: int | None) -> None:
    assert (
        GAME.observation_text(table().state, (events.RECRUIT, CARD["Forsyth 4"]), seat) == "Seat 1 recruits Forsyth 4."
    )


def test_before_the_first_claim_the_armies_are_told() -> None:
    """Ruling 17."""
    claiming = ended("Daniel: army Scott 9, (Scott 3)", "Pierce: army Cochrane 12*", supporters="Scott 1, Wemyss 9")
    claim = (events.CLAIM, CARD["Wemyss 9"])
    assert GAME.observation_text(claiming.state, claim, SPECTATOR) == (
        "The round ends. Seat 1 has 24 strength (12 doubled): Scott 9, Scott 3. "
        "Seat 2 has 12 strength: Cochrane 12 (power active).\n"
        "Seat 1 claims Wemyss 9 (strength 9)."
    )
    claiming.claims("Wemyss 9")
    claim = events.CLAIM, CARD["Scott 1"]
    assert GAME.observation_text(claiming.state, claim, SPECTATOR) == "Seat 2 claims Scott 1 (strength 1)."


def table() -> Table:
    return laid("""
        Morag: hand Scott 4, Wemyss 1, Fergusson 1, Forsyth 1
        Hamish: army (Wemyss 5)
        Senga:
        Recruits: Forsyth 4, ?, -, -, -
        """)


def told(table: Table, event: Event) -> tuple[str | None, ...]:
    return tuple(GAME.observation_text(table.state, event, seat) for seat in (MORAG, HAMISH, SENGA))
