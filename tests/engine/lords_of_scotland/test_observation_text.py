"""The texts of events: everything that the seat sees of an event, and nothing else."""

from __future__ import annotations

import pytest

from engine.core.game import Event
from engine.games.lords_of_scotland import events
from engine.games.lords_of_scotland.game import GAME
from tests.engine.lords_of_scotland.positions import CARD, Table, ended, laid

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
        "The round ends. Seat 1 has 24 with Scott 9, Scott 3. "
        "Seat 2 has 12 with Cochrane 12 with the power of Cochrane.\n"
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
