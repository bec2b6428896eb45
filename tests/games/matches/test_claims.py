"""A match is in the hands of one worker at a time, by a lease on the database's clock."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection

from games.matches.claims import claim_in_turn, fail_attempt
from games.matches.models import Match
from games.matches.run_match import SeatSetup
from games.matches.services import BlockOrder, all_rotations, create_blocks
from games.matches.tasks import run_matches
from league.common import jobs
from tests.games.factories import GAME, OVER, TERMS, blocks, bots_pool, claim, ids_of, matches_of, seat_setups

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)
def test_two_claimants_at_once_share_nothing(redis_url: str) -> None:
    ids = ids_of(blocks(20))
    start = Barrier(4)

    def claimed(_: int) -> list[int]:
        start.wait()
        try:
            return [held.id for held in claim(ids)]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        hands = list(pool.map(claimed, range(4)))
    assert sorted(number for hand in hands for number in hand) == ids


def test_a_claim_carries_all_that_the_match_depends_on() -> None:
    (block,) = blocks(1, "wanderer", "steward")
    first, second = claim(ids_of([block]))
    assert first.setup.secret == second.setup.secret == block.secret
    assert (first.setup.rotation, second.setup.rotation) == (0, 1)
    assert first.setup.seats == second.setup.seats[::-1]
    assert first.token != second.token


def test_a_message_that_comes_thrice_is_obeyed_once() -> None:
    ids = ids_of(blocks())
    assert [len(claim(ids)) for _ in range(3)] == [2, 0, 0]


def test_a_lease_that_ran_out_frees_the_match() -> None:
    (number, _) = ids_of(blocks())
    first = claim([number], OVER)
    (again,) = claim([number])
    assert again.token != first[0].token
    match = Match.objects.get(pk=number)
    assert match.attempt == 2
    assert "Attempt 1 ended without a word" in match.attempt_log


def test_what_was_tried_before_is_claimed_alone() -> None:
    ids = ids_of(blocks())
    claim(ids, OVER)
    assert claim(ids) == []
    assert len(claim(ids[:1])) == 1


def test_used_up_attempts_are_not_claimed() -> None:
    number = ids_of(blocks())[0]
    terms = replace(OVER, attempts=3)
    assert [len(claim([number], terms)) for _ in range(4)] == [1, 1, 1, 0]


def test_a_match_of_other_rules_stays_queued() -> None:
    ids = ids_of(blocks())
    Match.objects.filter(pk__in=ids).update(rules_version="lords-of-scotland/0")
    assert claim(ids) == []
    assert set(Match.objects.values_list("status", "attempt")) == {("queued", 0)}


def test_a_heartbeat_extends_what_still_stands() -> None:
    made = blocks()
    claims = claim(ids_of(made), OVER)
    (taken,) = claim([claims[0].id])
    assert jobs.extend(Match, claims, timedelta(minutes=5)) == {claims[1].token}
    assert jobs.extend(Match, [taken], timedelta(minutes=5)) == {taken.token}
    assert claim([claims[1].id]) == []


def handed_back(held: Match, reason: str = "The disk is full.") -> Match:
    fail_attempt(claim=held, reason=reason, terms=replace(TERMS, attempts=2))
    return Match.objects.get(pk=held.id)


def test_the_machines_fault_gives_a_match_back_with_the_reason() -> None:
    held = claim(ids_of(blocks()))[0]
    match = handed_back(held)
    assert (match.status, match.token, match.attempt_log) == ("queued", None, "Attempt 1: The disk is full.\n")


def test_the_last_fault_of_the_machine_gives_it_up() -> None:
    number = ids_of(blocks())[0]
    for _ in range(2):
        match = handed_back(claim([number])[0])
    assert match.status == "dead"
    assert match.attempt_log.count("The disk is full.") == 2


def test_only_the_holder_gives_a_match_back() -> None:
    number = ids_of(blocks())[0]
    (lost,) = claim([number], OVER)
    (held,) = claim([number])
    assert handed_back(lost).token == held.token


def test_the_database_refuses_a_running_match_without_a_lease() -> None:
    from django.db import IntegrityError

    match = matches_of(blocks())[0]
    with pytest.raises(IntegrityError, match="match_running_has_a_lease"):
        Match.objects.filter(pk=match.pk).update(status="running")


MORAG, HAMISH = 1, 2


@pytest.fixture
def two() -> tuple[SeatSetup, ...]:
    return seat_setups("wanderer", "wanderer")


def ordered(by: int | None, blocks: int, seated: tuple[SeatSetup, ...]) -> list[int]:
    """Order matches of so many deals for an account, and return their ids."""
    pool = bots_pool()
    orders = [BlockOrder(game=GAME, rotations=all_rotations(seated), pool=pool, ordered_by=by) for _ in range(blocks)]
    return ids_of(create_blocks(orders=orders))


def in_turn(*ids: int) -> list[int]:
    return [held.id for held in claim_in_turn(ids=ids, terms=TERMS)]


def test_owners_take_turns_however_many_matches_one_of_them_orders(two: tuple[SeatSetup, ...]) -> None:
    first = ordered(MORAG, 3, two)
    second = ordered(HAMISH, 1, two)
    site = ordered(None, 1, two)
    turns = [in_turn(number) for number in (*first, *second, *site)]
    assert turns == [
        *([number] for each in zip(first, second, site, strict=False) for number in each),
        *([number] for number in first[2:]),
    ]
    assert in_turn(*first) == []


def test_a_message_is_leave_for_as_much_as_it_names(two: tuple[SeatSetup, ...]) -> None:
    first, second = ordered(MORAG, 2, two), ordered(HAMISH, 1, two)
    assert in_turn(*first) == sorted([*first[:2], *second])


def test_an_owner_of_costly_matches_has_fewer_turns(two: tuple[SeatSetup, ...]) -> None:
    costly = ordered(MORAG, 2, seat_setups("lookout-4", "lookout-4"))
    cheap = ordered(HAMISH, 3, two)
    assert in_turn(costly[0]) == [costly[0]]
    assert [in_turn(number) for number in cheap] == [[number] for number in cheap]


def test_an_owner_who_waited_for_nothing_has_saved_no_turns(two: tuple[SeatSetup, ...]) -> None:
    first = ordered(MORAG, 2, two)
    assert [in_turn(number) for number in first[:2]] == [[number] for number in first[:2]]
    second = ordered(HAMISH, 2, two)
    assert in_turn(*second) == sorted([*first[2:], *second[:2]])


def test_what_was_tried_before_goes_alone_by_its_own_message(two: tuple[SeatSetup, ...]) -> None:
    lost, other = ordered(MORAG, 1, two)
    claim([lost], OVER)
    assert in_turn(lost) == [lost]
    assert in_turn(other) == [other]


@pytest.mark.django_db(transaction=True)
def test_a_worker_plays_whose_turn_it_is(redis_url: str, two: tuple[SeatSetup, ...]) -> None:
    first, second = ordered(MORAG, 2, two), ordered(HAMISH, 1, two)
    run_matches(first[2:])
    done = Match.objects.filter(status="done").values_list("pk", flat=True)
    assert set(done) == {first[0], second[0]}
