"""Pointing leads to one move: no place is wanted twice, no move hides behind another, and words tell the rest apart."""

import re
from collections import defaultdict
from functools import partial
from typing import Any

import pytest

from engine.core import registry
from engine.core.game import CHANCE
from engine.games.highland_clans import events as clans
from engine.games.kings_kilt import events as kilt
from games.matches.boards import Path, click_path, heading, question
from tests.games.matches.drawings import at_random, fond_of, page, places_along, positions

GAMES = registry.games()
SHORT = 40  # letters: one line of a phone
MOST_UNDER_A_HEADING = 30
LEANINGS = {"kings-kilt": fond_of(kilt.BETRAY), "highland-clans": fond_of(clans.BARD, clans.RAID, clans.ESTATE)}


def decisions(slug: str, seats: int) -> Any:
    """Every decision of some games, as the seat sees it that decides: its view and its moves."""
    for seed, lean in enumerate([at_random, LEANINGS.get(slug, at_random)]):
        for state, event in positions(slug, seats, seed, lean):
            if state.turn not in (None, CHANCE):
                yield state.view(state.turn), state.legal_moves(), event


@pytest.mark.parametrize("slug", GAMES)
def test_words_tell_moves_of_the_same_places_apart(slug: str) -> None:
    for view, moves, _ in decisions(slug, GAMES[slug].max_seats):
        alike = defaultdict(list)
        for move in moves:
            alike[click_path(slug, view, move)].append(GAMES[slug].describe_event(view, move))
        for sentences in alike.values():
            assert len(set(sentences)) == len(sentences), sentences


@pytest.mark.parametrize("slug", GAMES)
def test_no_move_wants_a_place_twice(slug: str) -> None:
    for view, moves, _ in decisions(slug, GAMES[slug].min_seats):
        for move in moves:
            path = list(places_along(click_path(slug, view, move)))
            assert len(set(path)) == len(path)


@pytest.mark.parametrize("slug", LEANINGS)
def test_no_move_is_complete_where_another_goes_on(slug: str) -> None:
    for view, moves, _ in decisions(slug, GAMES[slug].max_seats):
        paths = {steps(click_path(slug, view, move)) for move in moves}
        beginnings = {path[:end] for path in paths for end in range(1, len(path))}
        assert not paths & beginnings


def steps(path: Path) -> tuple[frozenset[str], ...]:
    """The path without the order of what may be pointed at in any."""
    return tuple(frozenset([step] if isinstance(step, str) else step) for step in path)


@pytest.mark.parametrize("slug", LEANINGS)
def test_whatever_moves_something_can_be_pointed_at(slug: str) -> None:
    unpointed = set()
    for number, (view, moves, event) in enumerate(decisions(slug, GAMES[slug].min_seats + 1)):
        unpointed |= {
            GAMES[slug].describe_event(view, move).partition(" ")[2].partition(" ")[2]
            for move in moves
            if not click_path(slug, view, move)
        }
        wanted = {place for move in moves for place in places_along(click_path(slug, view, move))}
        if number % 5 == 0:
            drawn = {element.get("data-at") for element in page(slug, view, event).iter()}
            assert wanted <= drawn, wanted - drawn
    assert unpointed <= {
        "passes.",
        "takes no second action.",
        "neither raids nor exchanges cards.",
        "keeps all drawn tokens.",
        "spoils nothing.",
    }


# By kind of move, the places it is made by, in order, a + between those of any: `me` is who moves, `foe` somebody else.
CLANS_PATHS = {
    clans.SEND_BACK: r"drawn-\w+-\d(\+drawn-\w+-\d)* sack|",
    clans.CATTLE: r"drawn-red-1 estate-me-\d",
    clans.CASTLE: r"drawn-blue-1 estate-me-\d",
    clans.ABBEY: r"drawn-green-1 estate-me-\d",
    clans.WARRIOR: r"drawn-yellow-1 court-me-yellow",
    clans.PIPER: r"drawn-blue-1 court-me-blue",
    clans.MONKS: r"drawn-green-1(\+drawn-green-2)? court-me-green",
    clans.BARD: r"drawn-blue-1 court-foe-\w+(\+court-foe-\w+)? (sack|court-me-\w+)",
    clans.ESTATE: (
        r"stock (drawn-yellow-1\+)?"
        r"(drawn-red-1|drawn-green-1\+drawn-green-2|(drawn-green-1\+)?(court-me-yellow\+)?court-me-green"
        r"|drawn-red-1\+court-me-yellow|drawn-green-1\+drawn-green-2\+court-me-yellow)"
    ),
    clans.DONE: r"",
    clans.DISCARD: r"hand-\d-1",
    clans.RAID: r"arms-foe",
    clans.EXCHANGE: r"hand-\d-\d(\+hand-\d-\d){0,2} deck|",
    clans.LAY: r"hand-\d-1 (combat|court-me-blue)",
    clans.SPOIL: r"estate-foe-\d|",
    clans.PUT_BACK: r"hand-\d-\d\+hand-\d-\d deck",
}
KILT_PATHS = {
    kilt.ADVANCE: r"slot-[a-e]\d slot-[b-f]\d",
    kilt.BETRAY: r"slot-[a-f]\d betrayed",
    kilt.SWAY: r"slot-[a-f]\d influence-\w+",
    kilt.RAISE: r"slot-[a-e]\d slot-[b-f]\d",
    kilt.REVEAL: r"family-\w+",
    kilt.PASS: r"",
}


@pytest.mark.parametrize(("slug", "paths"), [("highland-clans", CLANS_PATHS), ("kings-kilt", KILT_PATHS)])
def test_a_move_is_made_by_pointing_at_what_is_used_and_at_where_it_goes(slug: str, paths: dict[int, str]) -> None:
    seen = set()
    for seats in range(GAMES[slug].min_seats, GAMES[slug].max_seats + 1):
        for view, moves, _ in decisions(slug, seats):
            for move in moves:
                pointed = " ".join("+".join(at_once(step)) for step in click_path(slug, view, move))
                told = re.sub(r"(arms|court|estate)-(\d)", partial(whose, view.turn + 1), pointed)
                assert re.fullmatch(paths[move[0]], told), (move, pointed)
                seen.add(move[0])
    assert seen == set(paths)


def at_once(step: str | tuple[str, ...]) -> tuple[str, ...]:
    """The places of one step."""
    return (step,) if isinstance(step, str) else step


def whose(mover: int, found: re.Match[str]) -> str:
    """Return the position with `me` or `foe` in place of the seat."""
    return f"{found[1]}-{'me' if int(found[2]) == mover else 'foe'}"


def test_a_card_with_a_piper_is_laid_by_pointing_at_the_pipers() -> None:
    told = {
        (move[2], str(click_path("highland-clans", view, move)[1]).partition("-")[0])
        for view, moves, _ in decisions("highland-clans", 3)
        for move in moves
        if move[0] == clans.LAY
    }
    assert told == {(0, "combat"), (1, "court")}


@pytest.mark.parametrize("slug", GAMES)
def test_every_question_of_a_game_is_one_short_sentence_or_none(slug: str) -> None:
    for seats in (GAMES[slug].min_seats, GAMES[slug].max_seats):
        for view, moves, _ in decisions(slug, seats):
            words = question(slug, view, moves)
            assert re.fullmatch(r"([A-Z][^.?]*[.?])?", words)
            assert len(words) <= SHORT, words


@pytest.mark.parametrize("slug", ["highland-clans", "kings-kilt", "lords-of-scotland"])
def test_questions_are_not_always_the_same_in_a_phase(slug: str) -> None:
    asked = defaultdict(set)
    for seats in (GAMES[slug].min_seats, GAMES[slug].max_seats):
        for view, moves, _ in decisions(slug, seats):
            asked[view.phase].add(question(slug, view, moves))
    assert len({words for several in asked.values() for words in several}) > len(asked)


def test_a_game_without_words_of_its_own_asks_nothing_of_them() -> None:
    view, moves, _ = next(decisions("lords-of-scotland", 2))
    assert question("a-fourth-game", view, moves) == ""
    assert heading("a-fourth-game", view, moves[0]) == ""
    assert click_path("a-fourth-game", view, moves[0]) == ()


@pytest.mark.parametrize("slug", LEANINGS)
def test_no_long_list_of_moves_is_without_headings(slug: str) -> None:
    for view, moves, _ in decisions(slug, GAMES[slug].max_seats):
        headed: dict[str, int] = defaultdict(int)
        for move in moves:
            verb = GAMES[slug].describe_event(view, move).split()[2]
            headed[heading(slug, view, move) or verb] += 1
        assert max(headed.values()) <= MOST_UNDER_A_HEADING, dict(headed)
