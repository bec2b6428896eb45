"""The turn that each page of rules walks through: the engine plays it, and the drawing shows what it played."""

import re

import pytest
from django.template.loader import render_to_string

from engine.core import registry
from engine.games.highland_clans.components import COLOURS
from engine.games.kings_kilt.components import CLANS as KILT_CLANS
from engine.games.kings_kilt.scoring import points_of
from games.matches.presenters import rules_of
from league.common.guides import Guide
from league.common.rule_figures import PICTURES
from league.common.templatetags.pieces import game_sheet
from tests.engine.highland_clans.positions import about_to_draw
from tests.engine.kings_kilt.positions import laid as kilt_laid
from tests.engine.lords_of_scotland.positions import laid as lords_laid


def turn_of(game: str) -> str:
    """Return the drawing of a turn, without its words."""
    return render_to_string(f"matches/figures/{game}/turn.svg")


def test_the_turn_of_kings_kilt_is_legal_and_drawn_as_played() -> None:
    table = kilt_laid(
        """
        Morag: family MacBeth, Wallace, Stewart; influence Bruce
        Hamish: family Bruce, Douglas, MacBeth; influence Bruce
        Senga: family Hamilton, Buchanan, Wallace; influence Bruce
        Row 2: Buchanan, MacBeth, -, Douglas, -
        Row 1: Bruce, Douglas, MacLeod, Stewart, Wallace, Hamilton
        Top: Wallace
        """
    )
    table.state.step = 3
    slots = [f"a{at}" for at in range(1, 7)] + [f"b{at}" for at in range(1, 6)]
    drawing = turn_of("kings-kilt")
    drawn = re.findall(r'href="#kilt-(\w+)".*\n.*kilt-tab.*\n.*>(\w\d)</text>', drawing)
    laid = {slot: table.at(slot).lower() for slot in slots}
    assert {slot: clan for clan, slot in drawn} == {slot: clan for slot, clan in laid.items() if clan != "-"}
    assert re.findall(r'href="#kilt-(\w+)".*\n.*turn-word', drawing) == [KILT_CLANS[table.state.top].lower()]
    may = table.may()
    assert any("b2" in move and "c1" in move for move in may)
    assert not any("b2" in move and "c2" in move for move in may)
    assert "a5" in table.may_betray()
    table.advances("b2", "c1", "a3", then="Bruce")
    assert [table.at(slot) for slot in ("c1", "b2", "a3")] == ["MacBeth", "MacLeod", "Wallace"]
    assert table.mover() == "Hamish"


def test_the_family_of_the_page_on_kings_kilt_scores_eight_points() -> None:
    table = kilt_laid(
        """
        Morag: family Bruce, Stewart, Wallace
        Hamish: family Bruce, Douglas, MacBeth
        Row 6: Bruce
        Row 5: Bruce, Stewart
        Row 4: Stewart, Douglas, Douglas
        Row 3: Hamilton, Wallace, Buchanan, Stewart
        Row 2: MacLeod, MacBeth, Hamilton, Wallace, MacLeod
        Row 1: Buchanan, Buchanan, Hamilton, Hamilton, MacBeth, MacLeod
        """
    )
    assert points_of(table.state.pyramid, table.state.families[0], per_pyramid=False) == 8


def test_the_turn_of_highland_clans_is_legal_and_drawn_as_played() -> None:
    table = about_to_draw(
        """
        Morag: cattle, free; hand 1 2 3 4; 5 points
        Senga:
        Hamish: cattle, abbey; hand 1 2 2 3
        """,
        step=1,
    )
    drawing = turn_of("highland-clans")
    tokens = re.findall(r'href="#token-(\w+)" x="\d+" y="32"', drawing)
    drawn = [f"{tokens.count(colour)} {colour}" for colour in COLOURS if colour in tokens]
    table.plays(f"draw {', '.join(drawn)}; castle; warrior; draw 3")
    assert table.land("Morag") == "cattle, castle"
    assert table.court("Morag") == (5, 2, 0)
    table.plays("raid Hamish")
    cards = re.findall(r'class="combat-value" x="(\d+)".*>(\d)<', drawing)
    pipers = re.findall(r'href="#token-blue" x="(\d+)" y="302"', drawing)
    for (x, mine), (_, theirs) in zip(cards[::2], cards[1::2], strict=True):
        piper = str(int(x) + 8) in pipers
        table.plays(f"lay {mine}{' with piper' if piper else ''}; lay {theirs}")
    assert table.points("Morag") == [6]
    assert table.may() == ["spoil cattle", "spoil abbey", "spoil nothing"]
    sack = table.state.sack
    table.plays("spoil cattle")
    assert (table.land("Hamish"), table.land("Morag")) == ("abbey, free", "cattle, castle")
    assert table.state.sack == (*sack[:3], sack[3] + 1)
    table.plays("draw 1, 2, 3; draw 1, 2, 3")
    assert [len(hand) for hand in table.state.hands] == [5, 4, 4]
    assert table.state.step == 2


@pytest.mark.parametrize("game", PICTURES)
@pytest.mark.parametrize("language", ["en-gb", "pt-br"])
def test_a_page_of_rules_draws_its_turn_and_has_more_rules_than_rulings(game: str, language: str) -> None:
    """The drawing has a title and labels of its language, refers only to what is on the page, and has no style."""
    rules = rules_of(registry.game(game), language=language)
    assert rules is not None
    (part,) = [part for part in rules.parts if '<figure class="turn">' in part.html]
    assert part.html.count("<title>") == 1
    assert not re.search(r"style=|<style|<script|\son\w+=", part.html)
    assert set(re.findall(r'href="#([^"]+)"', part.html)) <= set(re.findall(r'id="([^"]+)"', game_sheet(game)))
    english, other = rules_of(registry.game(game)), rules_of(registry.game(game), language="pt-br")
    assert english is not None
    assert other is not None
    assert titles_in(english).isdisjoint(titles_in(other))
    at = [part.chapter.anchor for part in rules.parts].index("rulings")
    before = sum(len(words_in(part.html)) for part in rules.parts[:at])
    assert before > len(words_in(rules.parts[at].html))


def words_in(html: str) -> list[str]:
    """The words that a reader sees, without those of drawings."""
    return re.sub(r"<[^>]+>", " ", re.sub(r"<figure.*?</figure>", "", html, flags=re.DOTALL)).split()


def test_the_turn_of_lords_of_scotland_is_legal_and_drawn_as_played() -> None:
    table = lords_laid(
        """
        Morag: hand Wemyss 4; army Scott 6
        Hamish: army Cochrane 9
        Senga: hand Forsyth 2; army Fergusson 5
        Supporters: Cockburn 9, Scott 8, Scott 9
        Recruits: MakGill 10, Forsyth 3, ?, ?, ?
        """,
        mover="Senga", first="Morag", step=5,
    )  # fmt: skip
    table.musters("Forsyth 2", down=True)
    table.comes_up("MacDonnell 8")
    shown = [card.split() for card in table.recruits()]
    drawing = turn_of("lords-of-scotland")
    drawn = re.findall(r'href="#card-(\w+)"(?:[^\n]*\n\s*<text class="card-strength"[^>]*>(\d+))?', drawing)
    assert [(card[0].lower(), card[1]) if card != ["?"] else ("back", "") for card in shown] == drawn[:5]
    assert table.mover() == "Morag"
    table.musters("Wemyss 4")
    assert table.may_activate()
    armies = [card.strip("()") for name in table.names for card in table.army(name)]
    assert armies == [f"{clan.title()} {strength}" if strength else "Forsyth 2" for clan, strength in drawn[5:]]
    table.discards_follower("Hamish", "Cochrane 9")
    assert (table.army("Hamish"), table.discards(), table.mover()) == ([], ["Cochrane 9"], "Hamish")


def titles_in(rules: Guide) -> set[str]:
    return {title for part in rules.parts for title in re.findall(r"<title>(.+?)</title>", part.html)}
