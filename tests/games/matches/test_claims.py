"""A match is in the hands of one worker at a time, by a lease on the database's clock."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection

from games.matches.claims import extend_leases, fail_attempt
from games.matches.models import Match
from tests.games.tables import OVER, TERMS, blocks, claim, ids_of, matches_of

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
    assert first.sheet.secret == second.sheet.secret == block.secret
    assert (first.sheet.rotation, second.sheet.rotation) == (0, 1)
    assert first.sheet.chairs == second.sheet.chairs[::-1]
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
    assert extend_leases(claims=claims, lease=timedelta(minutes=5)) == {claims[1].token}
    assert extend_leases(claims=[taken], lease=timedelta(minutes=5)) == {taken.token}
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
