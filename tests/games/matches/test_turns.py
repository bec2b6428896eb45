"""Owners take turns: many matches of one account do not keep those of another waiting."""

import pytest

from games.matches.claims import claim_in_turn
from games.matches.models import Match
from games.matches.run_match import Chair
from games.matches.services import BlockOrder, all_rotations, create_blocks
from games.matches.tasks import run_matches
from tests.games.tables import GAME, OVER, TERMS, bots_pool, chairs, claim, ids_of

pytestmark = pytest.mark.django_db

MORAG, HAMISH = 1, 2


@pytest.fixture
def two() -> tuple[Chair, ...]:
    return chairs("wanderer", "wanderer")


def ordered(by: int | None, blocks: int, seated: tuple[Chair, ...]) -> list[int]:
    """Order matches of so many deals for an account, and return their ids."""
    pool = bots_pool()
    orders = [BlockOrder(game=GAME, rotations=all_rotations(seated), pool=pool, ordered_by=by) for _ in range(blocks)]
    return ids_of(create_blocks(orders=orders))


def in_turn(*ids: int) -> list[int]:
    return [held.id for held in claim_in_turn(ids=ids, terms=TERMS)]


def test_owners_take_turns_however_many_matches_one_of_them_orders(two: tuple[Chair, ...]) -> None:
    first = ordered(MORAG, 3, two)
    second = ordered(HAMISH, 1, two)
    site = ordered(None, 1, two)
    turns = [in_turn(number) for number in (*first, *second, *site)]
    assert turns == [
        *([number] for each in zip(first, second, site, strict=False) for number in each),
        *([number] for number in first[2:]),
    ]
    assert in_turn(*first) == []


def test_a_message_is_leave_for_as_much_as_it_names(two: tuple[Chair, ...]) -> None:
    first, second = ordered(MORAG, 2, two), ordered(HAMISH, 1, two)
    assert in_turn(*first) == sorted([*first[:2], *second])


def test_an_owner_of_costly_matches_has_fewer_turns(two: tuple[Chair, ...]) -> None:
    costly = ordered(MORAG, 2, chairs("lookout-4", "lookout-4"))
    cheap = ordered(HAMISH, 3, two)
    assert in_turn(costly[0]) == [costly[0]]
    assert [in_turn(number) for number in cheap] == [[number] for number in cheap]


def test_an_owner_who_waited_for_nothing_has_saved_no_turns(two: tuple[Chair, ...]) -> None:
    first = ordered(MORAG, 2, two)
    assert [in_turn(number) for number in first[:2]] == [[number] for number in first[:2]]
    second = ordered(HAMISH, 2, two)
    assert in_turn(*second) == sorted([*first[2:], *second[:2]])


def test_what_was_tried_before_goes_alone_by_its_own_message(two: tuple[Chair, ...]) -> None:
    lost, other = ordered(MORAG, 1, two)
    claim([lost], OVER)
    assert in_turn(lost) == [lost]
    assert in_turn(other) == [other]


@pytest.mark.django_db(transaction=True)
def test_a_worker_plays_whose_turn_it_is(redis_url: str, two: tuple[Chair, ...]) -> None:
    first, second = ordered(MORAG, 2, two), ordered(HAMISH, 1, two)
    run_matches(first[2:])
    done = Match.objects.filter(status="done").values_list("pk", flat=True)
    assert set(done) == {first[0], second[0]}
