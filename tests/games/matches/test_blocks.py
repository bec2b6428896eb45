"""Making blocks: all rotations of a deal, all rows or none, and a message for each task on commit."""

import hashlib
from dataclasses import replace
from typing import Any

import pytest
import redis
from django.db import transaction

from games.matches.errors import CannotBePlayed
from games.matches.models import Block, Match
from games.matches.queueing import BATCH_COST, BATCH_COUNT, MATCH_COST, QUEUE, batches, cost_of, publish
from games.matches.run_match import dealer_secret, luck_of_seats, luck_of_stand_in
from games.matches.services import BlockOrder, Rotation, all_rotations, create_block, create_blocks
from tests.games.factories import GAME, blocks, ids_of, matches_of, seat_setups

pytestmark = pytest.mark.django_db


def waiting(redis_url: str) -> int:
    with redis.Redis.from_url(redis_url) as broker:
        return int(broker.llen(QUEUE))


def test_every_player_has_every_seat_once() -> None:
    (block,) = blocks(1, "wanderer", "steward", "wanderer")
    seatings = [[seat.player_id for seat in match.seats.all()] for match in matches_of([block])]
    assert len(seatings) == 3
    assert [{*at_seat} for at_seat in zip(*seatings, strict=True)] == [{*seatings[0]}] * 3


def test_the_commitment_is_published_from_the_start() -> None:
    (block,) = blocks()
    assert block.commitment == hashlib.sha256(block.secret).hexdigest()
    assert len(block.secret) == 32
    assert block.is_sealed


def test_two_blocks_have_two_secrets() -> None:
    one, other = blocks(2)
    assert one.secret != other.secret


def test_options_are_stored_in_full_with_the_version_of_the_rules() -> None:
    block = create_block(order=BlockOrder(game=GAME, rotations=all_rotations(seat_setups("wanderer", "wanderer"))))
    match = matches_of([block])[0]
    assert match.options == {"bruce": False, "activation": "by-players"}
    assert match.rules_version == "lords-of-scotland/1"


@pytest.mark.django_db(transaction=True)
def test_messages_go_out_on_commit_and_the_rows_say_when(redis_url: str) -> None:
    with transaction.atomic():
        made = blocks(3)
        assert waiting(redis_url) == 0
    assert waiting(redis_url) == 1
    assert all(match.enqueued_at for match in matches_of(made))


def test_what_the_broker_does_not_take_counts_as_never_enqueued() -> None:
    ids = ids_of(blocks(2))
    answers = iter([True, False, True])
    publish([Match(pk=number, attempt=1, cost=1) for number in ids], send=lambda *_: next(answers))
    marked = Match.objects.exclude(enqueued_at=None).values_list("pk", flat=True)
    assert list(marked) == ids[:1]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "lords-of-scotlan"}, "Did you mean lords-of-scotland"),
        ({"options": {"bruce": "perhaps"}}, "bruce of Lords of Scotland can be off or on"),
        ({"rotations": ()}, "no matches"),
    ],
)
def test_what_makes_no_match_is_refused_in_a_sentence(change: dict[str, Any], sentence: str) -> None:
    order = BlockOrder(game=GAME, rotations=all_rotations(seat_setups("wanderer", "wanderer")))
    with pytest.raises(CannotBePlayed, match=sentence):
        create_block(order=replace(order, **change))


def test_bots_and_seats_are_checked_too() -> None:
    morag, hamish = seat_setups("wanderer", "wanderer")
    for seated, sentence in (
        ((morag, morag), "two seats"),
        ((morag,), "played by 2 to 5"),
        ((morag, hamish._replace(bot="stewart")), "Did you mean steward"),
        ((morag, hamish._replace(playouts=100_000)), "fewer playouts"),
    ):
        with pytest.raises(CannotBePlayed, match=sentence):
            create_block(order=BlockOrder(game=GAME, rotations=(Rotation(seats=seated),)))


def test_a_deal_stays_among_its_players() -> None:
    one, other, third = seat_setups("wanderer", "wanderer", "wanderer")
    rotations = (Rotation(seats=(one, other)), Rotation(seats=(other, third)))
    with pytest.raises(CannotBePlayed, match="different players"):
        create_block(order=BlockOrder(game=GAME, rotations=rotations))


def test_one_bad_block_makes_none() -> None:
    good = BlockOrder(game=GAME, rotations=all_rotations(seat_setups("wanderer", "wanderer")))
    with pytest.raises(CannotBePlayed):
        create_blocks(orders=[good, replace(good, game="chess")])
    assert not Block.objects.exists()
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("matches", "tasks"),
    [
        ([(number, 0, MATCH_COST) for number in range(50)], [[*range(50)]]),  # cheap ones share a task
        ([(1, 0, BATCH_COST), (2, 0, BATCH_COST)], [[1], [2]]),  # what takes a second goes alone
        ([(1, 0, BATCH_COST), (2, 0, MATCH_COST)], [[2], [1]]),  # cheap ones come first
        ([(1, 0, MATCH_COST), (2, 1, MATCH_COST), (3, 0, MATCH_COST)], [[2], [1, 3]]),  # a retry goes alone
        (
            [(number, 0, 1) for number in range(2 * BATCH_COUNT + 1)],
            [[*range(BATCH_COUNT)], [*range(BATCH_COUNT, 2 * BATCH_COUNT)], [2 * BATCH_COUNT]],
        ),
    ],
    ids=["cheap", "costly", "order", "tried", "many"],
)
def test_matches_are_put_into_tasks_of_about_a_second(
    matches: list[tuple[int, int, int]], tasks: list[list[int]]
) -> None:
    assert list(batches(Match(pk=pk, attempt=attempt, cost=cost) for pk, attempt, cost in matches)) == tasks


def test_a_budget_counts_for_every_seat_that_has_one() -> None:
    assert cost_of([0, 0]) == MATCH_COST
    assert cost_of([100, 50]) - MATCH_COST == 3 * (cost_of([50, 0]) - MATCH_COST)


SECRET = bytes(range(32))


def test_every_rotation_has_the_same_deck_and_its_own_luck() -> None:
    assert dealer_secret(SECRET) == dealer_secret(SECRET)
    assert luck_of_seats(SECRET, 0) != luck_of_seats(SECRET, 1)


def test_no_two_purposes_share_a_key() -> None:
    keys = [SECRET, dealer_secret(SECRET), luck_of_seats(SECRET, 0), luck_of_seats(SECRET, 1)]
    seeds = [luck_of_stand_in(SECRET, rotation, seat) for rotation in range(2) for seat in range(2)]
    assert len({*keys, *(seed.to_bytes(32, "big") for seed in seeds)}) == 8
