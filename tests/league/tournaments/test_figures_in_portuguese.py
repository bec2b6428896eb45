"""Figures of standings and ratings have the decimal sign of the reader's language."""

from django.utils import translation

from games.ladder.templatetags.ladder import percent
from league.ratings.templatetags.ratings import exact_change, hundredths, millionths
from league.rules.points import POINT
from league.shared.templatetags.design import signed
from league.tournaments.selectors.wording import filled, points


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
