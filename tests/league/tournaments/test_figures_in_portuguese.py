"""Figures have the decimal sign of the reader's language, and seats in reasons of pairings their players."""

from django.utils import translation

from games.ladder.templatetags.ladder import percent
from league.common.templatetags.design import signed
from league.competition.format_helpers import STAYS
from league.competition.pairing_reasons import AGAIN
from league.competition.points import POINT
from league.ratings.templatetags.ratings import exact_change, hundredths, millionths
from league.tournaments.presenters.format_text import filled, filled_at_table, points


def test_decimals_have_a_comma_in_portuguese_only() -> None:
    with translation.override("pt-br"):
        assert points(8 * POINT + 600, decimals=True) == "8,83"
        assert filled("{least_points}", [("least_points", 3 * POINT + 7)]) == "3,01"
        assert (exact_change(11146), millionths(437015), hundredths(3841), signed(2.5)) == (
            "+11,146", "0,437015", "38,41", "+2,5",
        )  # fmt: skip
        assert percent(0.956) == "96%"
    with translation.override("en-gb"):
        assert points(8 * POINT + 600, decimals=True) == "8.83"
        assert (exact_change(11146), millionths(437015), percent(0.956)) == (
            "+11.146",
            "0.437015",
            "96\N{NO-BREAK SPACE}%",
        )


def test_a_reason_names_the_players_beside_the_numbers_of_their_seats() -> None:
    names = ["Ailsa", "Bruce", "Catriona"]
    assert (
        filled_at_table(STAYS, (("seat", 2), ("number", 1)), names) == "The player in seat 2 (Bruce) has fixed table 1."
    )
    met = filled_at_table(AGAIN, (("one", 1), ("other", 3), ("times", 2)), names)
    assert "seats 1 (Ailsa) and 3 (Catriona)" in met
    assert "Bruce" not in met  # 2 is how often they met
    assert "seat 4 " in filled_at_table(STAYS, (("seat", 4), ("number", 1)), names)
