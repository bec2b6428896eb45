"""Finishing: by token or not at all, gapless, in sub-batches that fall back to single matches."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import pytest
from django.db import connection

from games.matches.claims import Finish, finish_matches
from games.matches.models import Block, Match, MatchRecord
from league.results.models import Result
from tests.games.factories import OVER, TERMS, blocks, claim, ids_of, numbers, played

pytestmark = pytest.mark.django_db


def finish(finishes: list[Finish]) -> int:
    return finish_matches(finishes=finishes, terms=TERMS)


def test_record_result_and_status_come_together() -> None:
    (first, second) = played(claim(ids_of(blocks())))
    assert finish([first]) == 1
    match = Match.objects.get(pk=first.claim.id)
    result = Result.objects.get(subject=match.subject)
    assert match.status == "done"
    assert match.record.text == first.played.text
    assert tuple(result.seats.values_list("points", "place")) == tuple(
        zip(first.played.points, first.played.places, strict=True)
    )
    assert list(match.seats.values_list("points", flat=True)) == list(first.played.points)
    assert Match.objects.get(pk=second.claim.id).status == "running"


def test_who_lost_the_lease_to_another_writes_nothing() -> None:
    number = ids_of(blocks())[0]
    late = played(claim([number], OVER))
    claim([number])
    assert finish(late) == 0
    assert not MatchRecord.objects.exists()
    assert not Result.objects.exists()


def test_a_lapsed_lease_that_nobody_took_still_counts() -> None:
    assert finish(played(claim(ids_of(blocks()), OVER))) == 2


def test_one_who_is_fenced_off_does_not_stop_the_others() -> None:
    ids = ids_of(blocks(2))
    late = [held for number in ids for held in claim([number], OVER)]
    finishes = played(late)
    claim(ids[:1])
    assert finish(finishes) == 3
    assert numbers() == [1, 2, 3]


def test_finishing_again_after_an_unknown_commit_is_harmless() -> None:
    finishes = played(claim(ids_of(blocks())))
    assert [finish(finishes) for _ in range(3)] == [2, 2, 2]
    assert numbers() == [1, 2]


def test_a_refused_match_goes_back_and_the_others_are_stored() -> None:
    finishes = played(claim(ids_of(blocks(2))))
    bad = finishes[1]
    finishes[1] = Finish(bad.claim, replace(bad.played, places=(1, 4)))
    assert finish(finishes) == 3
    match = Match.objects.get(pk=bad.claim.id)
    assert (match.status, match.attempt) == ("queued", 1)
    assert "WrongPlaces" in match.attempt_log
    assert numbers() == [1, 2, 3]


def test_what_the_database_refuses_goes_back_too() -> None:
    finishes = played(claim(ids_of(blocks(2))))
    bad = finishes[0]
    finishes[0] = Finish(bad.claim, replace(bad.played, text="a\x00b"))
    assert finish(finishes) == 3
    assert "invalid byte sequence" in Match.objects.get(pk=bad.claim.id).attempt_log


def test_a_leg_that_an_organiser_decided_meanwhile_keeps_the_first_result() -> None:
    finishes = played(claim(ids_of(blocks())))
    finish(finishes[:1])
    Match.objects.filter(pk=finishes[0].claim.id).update(status="running", lease_until="2030-01-01T00:00Z")
    MatchRecord.objects.all().delete()
    assert finish(finishes) == 2
    assert numbers() == [1, 2]


def test_the_block_opens_with_its_last_rotation() -> None:
    (block,) = blocks(1, "wanderer", "wanderer", "wanderer")
    first, second, third = played(claim(ids_of([block])))
    finish([first, second])
    assert Block.objects.get(pk=block.pk).is_sealed
    finish([third])
    assert not Block.objects.get(pk=block.pk).is_sealed


@pytest.mark.django_db(transaction=True)
def test_workers_who_finish_the_last_two_rotations_at_once_still_open_the_block(redis_url: str) -> None:
    made = blocks(15)
    finishes = played(claim(ids_of(made)))
    start = Barrier(2)

    def worker(hand: list[Finish]) -> int:
        stored = 0
        try:
            for one in hand:
                start.wait()
                stored += finish([one])
        finally:
            connection.close()
        return stored

    with ThreadPoolExecutor(2) as pool:
        assert sum(pool.map(worker, (finishes[0::2], finishes[1::2]))) == 30
    assert not Block.objects.filter(finished_at=None).exists()
    assert numbers() == list(range(1, 31))


def test_a_bots_fault_is_a_result_with_the_offender_last() -> None:
    from tests.games import odd_bots  # noqa: F401  (it makes the bots known)

    (block,) = blocks(1, "crasher", "steward", "wanderer")
    finish(played(claim(ids_of([block]))))
    for match in Match.objects.filter(block=block):
        places = {seat.bot: seat.place for seat in match.seats.all()}
        assert places["crasher"] == 3
        assert match.seats.get(bot="crasher").fault.startswith("crasher failed: ZeroDivisionError")
    assert numbers() == [1, 2, 3]


def test_unrated_matches_enter_no_result() -> None:
    ids = ids_of(blocks())
    Match.objects.update(pool=None)
    assert finish(played(claim(ids))) == 2
    assert numbers() == []
