"""The result of a game that ends early, by every rule there is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.early_endings import (
    ABANDONED,
    KINDS,
    LEFT,
    RATED,
    TIME,
    UNRATED,
    EndingRule,
    PlacingRule,
    ending_rule,
    endings_for,
)
from league.competition.errors import UnknownPart, WrongEnding
from league.competition.format import Leg
from league.competition.scoring import check_places

GAMES = ("lords-of-scotland", "kings-kilt", "highland-clans", "some-new-game")
RULES = {
    f"{kind}-{rule.slug}-{game}": rule for game in GAMES for kind, rules in endings_for(game).items() for rule in rules
}
every_rule = pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_rule_for_every_way_to_end(game: str) -> None:
    assert tuple(endings_for(game)) == KINDS
    for kind, rules in endings_for(game).items():
        assert ending_rule(game, kind) == ending_rule(game, kind, rules[0].slug) == rules[0]
        slugs = [rule.slug for rule in rules]
        assert len(set(slugs)) == len(slugs)


def test_a_rule_or_an_ending_that_there_is_not_is_refused() -> None:
    with pytest.raises(UnknownPart, match=r"“coin”.*: finish-the-round"):
        ending_rule("lords-of-scotland", TIME, "coin")
    with pytest.raises(UnknownPart, match=r"“fire”.*: time, left, abandoned"):
        ending_rule("lords-of-scotland", "fire")


@every_rule
def test_it_says_in_sentences_what_the_game_comes_to(rule: EndingRule) -> None:
    assert all(sentence.endswith(".") for sentence in rule.sentences)
    assert (RATED in rule.sentences, UNRATED in rule.sentences) == (
        rule.rated,
        not rule.rated and rule.placing != PlacingRule.REPLAY,
    )


@pytest.mark.long
@every_rule
@settings(max_examples=30, derandomize=True)
@given(data=st.data(), seats=st.integers(2, 5))
def test_places_count_and_everybody_keeps_their_points(rule: EndingRule, data: st.DataObject, seats: int) -> None:
    points = data.draw(st.none() | st.lists(st.integers(0, 60), min_size=seats, max_size=seats))
    left = frozenset(data.draw(st.sets(st.integers(0, seats - 1))))
    settled = rule.result(points, seats, left)
    if not settled.places:
        assert rule.placing is PlacingRule.REPLAY
        return
    check_places(Leg(1, tuple(range(seats)), settled.places))
    assert settled.points == tuple(points or [0] * seats)
    assert settled.rated == rule.rated


@pytest.mark.parametrize(
    ("game", "kind", "points", "left", "places"),
    [
        ("highland-clans", TIME, (12, 20, 12, 5), (), (2, 1, 2, 4)),
        ("lords-of-scotland", TIME, None, (), (1, 1, 1)),
        ("lords-of-scotland", LEFT, (30, 12, 7), (0,), (3, 1, 2)),
        ("highland-clans", LEFT, (30, 12, 7, 9), (0, 1), (3, 3, 2, 1)),
    ],
    ids=["points decide and equals share", "without points all are level", "who left is last", "two share the last"],
)
def test_places_when_time_is_called_or_somebody_leaves(
    game: str, kind: str, points: tuple[int, ...] | None, left: tuple[int, ...], places: tuple[int, ...]
) -> None:
    settled = ending_rule(game, kind).result(points, len(places), frozenset(left))
    assert (settled.places, settled.placed_last) == (places, left)
    assert (settled.points, settled.rated) == (points or (0,) * len(places), True)


def test_an_order_that_the_points_do_not_show_goes_before_them() -> None:
    rule = ending_rule("kings-kilt", TIME)
    assert rule.result((4, 4, 1), 3, places=(2, 1, 3)).places == (2, 1, 3)


def test_no_order_decides_where_all_share_the_first_place() -> None:
    rule = ending_rule("kings-kilt", TIME, "shared")
    assert rule.result((4, 4, 1), 3, places=(2, 1, 3)).places == (1, 1, 1)


def test_an_abandoned_game_is_shared_or_played_again() -> None:
    assert ending_rule("kings-kilt", ABANDONED).result((3, 1), 2).places == (1, 1)
    again = ending_rule("kings-kilt", ABANDONED, "played-again").result((3, 1), 2)
    assert not again.places
    assert not again.rated


@pytest.mark.parametrize(
    ("points", "left", "places"), [((1, 2), {5}, None), ((1, 2, 3), set(), None), (None, set(), (1,))]
)
def test_misfits_are_refused(points: tuple[int, ...] | None, left: set[int], places: tuple[int, ...] | None) -> None:
    with pytest.raises(WrongEnding, match="Give each of the 2 seats"):
        ending_rule("kings-kilt", TIME).result(points, 2, left, places)
