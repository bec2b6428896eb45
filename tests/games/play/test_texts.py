"""The texts of a game at a table: questions, what each seat is told, buttons, and their Portuguese."""

from itertools import pairwise
from typing import Any

import pytest

from engine.core import registry
from engine.core.options import settle_options
from games.play import game_state
from games.play.game_state import Table, replay_events
from games.play.models import PracticeGame
from games.play.move_buttons import FEW_MOVES, FEW_OF_A_GROUP, verb_in_question, verb_of
from games.play.opponents import opponents_for
from games.play.presenters import SeatLog, SeenEvent, join_deals, practice_game_parts
from league.common.responses import context_of
from tests.games.play.factories import begun, dealt, moved, position, visitor


def tables(game: str, *opponents: str) -> list[dict[str, Any]]:
    """Return the page context and the legal moves at each decision of a visitor in the first half of a game."""
    practice_game, seen = dealt(begun(visitor(), *opponents, game=game), deal=1), []
    for _ in range(40):
        if practice_game.status != PracticeGame.Status.PLAYING:
            break
        page = context_of(*practice_game_parts(practice_game))
        seen.append(page | {"legal": position(practice_game).state.legal_moves()})
        practice_game = moved(visitor(), practice_game)
    return seen


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "opponents"),
    [("lords-of-scotland", ["wanderer"]), ("kings-kilt", ["wanderer"]), ("highland-clans", ["wanderer", "reiver"])],
)
def test_every_move_is_listed_once_and_tells_itself_apart(game: str, opponents: list[str]) -> None:
    for page in tables(game, *opponents):
        listed = [move for group in page["groups"] for move in group.moves]
        assert sorted(move.value for move in listed) == sorted(".".join(map(str, event)) for event in page["legal"])
        headings = [group.heading for group in page["groups"]]
        assert len(set(headings)) == len(headings)
        for group in page["groups"]:
            rests = [move.rest for move in group.moves]
            assert all(rests)
            assert len(set(rests)) == len({move.words for move in group.moves})
        assert all(f"{move.verb} {move.rest} {move.tail}".split() == move.words.split() for move in listed)


def test_a_level_has_one_description_in_all_games() -> None:
    described = [
        {one.name: one.words for one in opponents_for(game) if one.is_level}
        for game in ("lords-of-scotland", "kings-kilt", "highland-clans")
    ]
    assert described[0]
    assert described[0] == described[1] == described[2]
    assert len(set(described[0].values())) == len(described[0])


@pytest.mark.django_db
def test_headings_say_what_their_buttons_leave_out() -> None:
    headings = set()
    for page in [*tables("highland-clans", "wanderer", "reiver"), *tables("kings-kilt", "wanderer")]:
        headings |= {group.heading for group in page["groups"] if len(group.moves) > 1}
    assert {"Advance", "Have betrayed", "Exchange 2 cards", "A bard to Wanderer", "Gain an estate for"} <= headings
    assert not any(heading.endswith((" a", " the")) for heading in headings)


@pytest.mark.django_db
def test_what_is_many_is_folded_and_what_is_few_is_not() -> None:
    folded = set()
    for page in tables("highland-clans", "wanderer", "reiver"):
        for group in page["groups"]:
            folded.add(group.is_folded)
            assert not group.is_folded or len(group.moves) > FEW_OF_A_GROUP
            assert not group.is_folded or page["count"] > FEW_MOVES
    assert folded == {True, False}


@pytest.mark.django_db
def test_a_visitors_own_seat_is_marked_as_theirs_and_no_other() -> None:
    for page in tables("kings-kilt", "wanderer")[:3]:
        assert [seat["mine"] for seat in page["table"]["seats"]] == [True, False]


LISTENERS = ["Ailsa", "Bruce", "Catriona", "Dougal", "Eilidh"]


def two_games(game: str) -> list[SeatLog]:
    """One game of wanderers, as its first two seats hear it."""
    rules = registry.game(game)
    seats = max(rules.min_seats, 2)
    table = Table(
        game=game, options=settle_options(rules, None), secret=b"telling", bots=(None, *[("wanderer", 0)] * (seats - 1))
    )
    play = game_state.new_play(table)
    while not play.is_over:
        play.play_bots()
        if play.waits_for_person:
            play.take(play.state.legal_moves()[0])
    listeners = [SeatLog(rules, seat, LISTENERS) for seat in range(2)]
    for listener in listeners:
        replay_events(table, play.events, listener)
    return listeners


@pytest.mark.parametrize("game", registry.games())
def test_every_step_is_numbered_and_seats_hear_of_different_cards(game: str) -> None:
    one, other = two_games(game)
    assert [told.number for told in one.events] == list(range(1, len(one.events) + 1))
    assert all(before.number < after.number for before, after in pairwise(one.steps))
    assert [told.sentence for told in one.events] != [told.sentence for told in other.events]


@pytest.mark.parametrize("game", registry.games())
def test_what_a_seat_is_not_told_whole_is_not_drawn_for_it(game: str) -> None:
    one, other = two_games(game)
    hidden = [(mine, theirs) for mine, theirs in zip(one.events, other.events, strict=True) if mine.event is None]
    assert hidden
    assert all(theirs.event is not None or theirs.sentence == mine.sentence for mine, theirs in hidden[:3])
    assert one.seen(0) is None
    assert all(one.seen(told.number) == told.event for told in one.events)


def test_the_dealer_shows_nobody_elses_hand() -> None:
    one, other = two_games("lords-of-scotland")
    deals = range(10)
    assert [bool(one.events[at].event) for at in deals] == [bool(one.events[at].sentence) for at in deals]
    assert all(bool(one.events[at].event) != bool(other.events[at].event) for at in deals)


@pytest.mark.parametrize(
    ("words", "verb", "question"),
    [
        ("Recruit a face-down card", "Recruit", "recruit"),
        ("Do not activate Scott 3", "Do not activate", "do not activate"),
        ("Have the Bruce at a1 betrayed", "Have", "have one betrayed"),
        ("Neither raid nor exchange cards", "Neither", "neither"),
        ("Pass: you can neither recruit nor muster", "Pass", "pass"),
        ("Pass", "Pass", "pass"),
    ],
)
def test_a_question_and_a_heading_name_the_verb_of_a_button(words: str, verb: str, question: str) -> None:
    assert verb_of(words) == verb
    assert verb_in_question(words) == question


def test_a_hand_is_told_as_one() -> None:
    told = [
        SeenEvent(1, "You are dealt Scott 3.", False),
        SeenEvent(4, "You are dealt Scott 4.", False),
        SeenEvent(7, "You are dealt Bruce 97.", False),
        SeenEvent(8, "Scott 9 is laid out as a Supporter.", False),
    ]
    assert [(one.number, one.sentence) for one in join_deals(told)] == [
        (7, "You are dealt Scott 3, Scott 4, Bruce 97."),
        (8, "Scott 9 is laid out as a Supporter."),
    ]


def test_moves_of_one_turn_stay_sentences_of_their_own() -> None:
    told = [SeenEvent(1, "Steward musters Scott 3.", False), SeenEvent(2, "Steward musters Scott 4.", False)]
    assert len(join_deals(told)) == 2
