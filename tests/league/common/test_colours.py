"""Text can be read on every paper, in both lights."""

import re
from itertools import product
from pathlib import Path

import pytest

from league.conf.settings import ROOT

SHEETS = ROOT / "league/common/static/moothill"

PAPERS = ("bone", "bone-deep", "bone-raised")
INKS = ("peat", "peat-soft", "slate", "loch", "moss", "heather", "rowan", "whin")
LIGHTS = ("light", "dark")
ON_BUTTONS_AND_MARKS = [("bone", "loch"), ("bone", "peat"), ("bone", "rowan"), ("peat", "whin-wash")]
ENOUGH = 4.5  # WCAG 2.2, success criterion 1.4.3


def tokens(sheet: Path) -> dict[str, tuple[str, str]]:
    """Return the colours of a style sheet by name, each in light and in dark."""
    found = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", sheet.read_text())
    return {name: (light, dark) for name, light, dark in found}


def luminance(colour: str) -> float:
    """Return the relative luminance by WCAG 2.2."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio by WCAG 2.2."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


COLOURS = tokens(SHEETS / "base.css")


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize(("words", "ground"), [*product(INKS, PAPERS), *ON_BUTTONS_AND_MARKS])
def test_words_are_legible_on_papers_buttons_and_marks(words: str, ground: str, light: str) -> None:
    which = LIGHTS.index(light)
    assert contrast(COLOURS[words][which], COLOURS[ground][which]) >= ENOUGH


@pytest.mark.parametrize("light", LIGHTS)
def test_a_card_is_paper_in_any_light(light: str) -> None:
    paper = tokens(SHEETS / "games.css")["card-paper"][LIGHTS.index(light)]
    assert contrast("#261d17", paper) >= 7
    assert contrast("#62564c", paper) >= ENOUGH


@pytest.mark.parametrize("token", ["yellow", "blue", "green", "red"])
def test_the_sign_of_a_token_can_be_seen_on_it(token: str) -> None:
    colours = dict(re.findall(r"--([\w-]+): (#\w{6});", (SHEETS / "games.css").read_text()))
    sign = colours["card-ink" if token == "yellow" else "token-sign"]
    assert contrast(sign, colours[f"token-{token}"]) >= ENOUGH


def test_colours_are_written_down_as_tokens_alone() -> None:
    sheets = [sheet for sheet in SHEETS.glob("*.css") if sheet.stem not in ("frame", "paper", "wall")]
    lines = [(sheet.stem, line) for sheet in sheets for line in sheet.read_text().splitlines()]
    with_colour = [(sheet, line) for sheet, line in lines if re.search(r"#[0-9a-f]{3,6}\b", line)]
    assert {sheet for sheet, _ in with_colour} == {"base", "pages", "games"}
    assert [line for _, line in with_colour if not re.match(r"\s+--[\w-]+: ", line)] == []
    in_screens = (SHEETS / "pages.css").read_text().rpartition("@media print")[0]
    assert re.findall(r"#[0-9a-f]{3,6}\b", in_screens) == []
