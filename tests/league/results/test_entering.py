"""Results enter the ledger, which only grows."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, transaction
from django.db.transaction import atomic
from django.utils import timezone

from league.accounts.models import Player
from league.results.drafts import ResultDraft, SeatResult
from league.results.errors import (
    PlayerTwice,
    RefusedResult,
    WrongEntry,
    WrongPlaces,
    WrongPlayer,
    WrongTable,
    WrongTime,
)
from league.results.models import Pool, Result, ResultSeat
from league.results.queries import results_of
from league.results.services.ledger import enter_results
from league.results.signals import results_entered
from tests.concurrency import at_once
from tests.league.ledger import FIRST_EVENING, a_pool, bots, enter, people, supersede, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool() -> Pool:
    return a_pool()


@pytest.fixture
def cast() -> list[Player]:
    return people("Morag", "Hamish", "Senga", "Ailsa", "Fergus")


@pytest.fixture
def heard() -> Iterator[list[tuple[int, tuple[UUID, ...]]]]:
    """What `results_entered` said."""
    said: list[tuple[int, tuple[UUID, ...]]] = []

    def listen(pool_id: int, subjects: tuple[UUID, ...], **_: Any) -> None:
        said.append((pool_id, subjects))

    results_entered.connect(listen)
    yield said
    results_entered.disconnect(listen)


def test_people_and_bots_stand_together_where_the_pool_is_for_both() -> None:
    (morag,), (bot,) = people("Morag"), bots(1)
    enter(a_pool(Pool.Kind.ALL), table(morag, bot))
    assert {seat.player for seat in ResultSeat.objects.all()} == {morag, bot}


def test_a_result_stands_with_its_seats_in_their_order(pool: Pool, cast: list[Player]) -> None:
    morag, hamish, senga, *_ = cast
    entry = table(senga, morag, hamish, places=(2, 1, 2))
    enter(pool, entry)
    (result,) = results_of([entry.subject])
    assert (result.number, result.how, result.is_rated) == (1, "played", True)
    assert [(seat.player, seat.place, seat.points) for seat in result.seats.all()] == [
        (senga, 2, 48),
        (morag, 1, 49),
        (hamish, 2, 48),
    ]


def test_numbers_have_no_gap_over_batches(pool: Pool, cast: list[Player]) -> None:
    for size in (3, 1, 4):
        enter(pool, *(table(*cast[:2]) for _ in range(size)))
    pool.refresh_from_db()
    assert list(Result.objects.order_by("number").values_list("number", flat=True)) == list(range(1, 9))
    assert pool.next_number == 9


def test_a_batch_that_comes_twice_is_entered_once(pool: Pool, cast: list[Player]) -> None:
    first, second = table(*cast[:2]), table(*cast[:3])
    enter(pool, first)
    assert [result.subject for result in enter(pool, first, second)] == [second.subject]
    assert enter(pool, first, second) == []
    assert (Result.objects.count(), ResultSeat.objects.count()) == (2, 5)


def test_what_is_played_as_it_is_entered_has_the_clock_of_the_database(pool: Pool, cast: list[Player]) -> None:
    (now,) = enter(pool, table(*cast))
    (sheet,) = enter(pool, table(*cast, at=FIRST_EVENING))
    assert now.played_at == now.entered_at
    assert (sheet.played_at, sheet.entered_at > FIRST_EVENING) == (FIRST_EVENING, True)


@pytest.mark.parametrize("how", [Result.How.FORFEIT, Result.How.ARBITER])
def test_what_was_not_played_is_not_rated(how: str, pool: Pool, cast: list[Player]) -> None:
    seats = (SeatResult(cast[0].pk, 0, 1), SeatResult(cast[1].pk, 0, 2))
    (result,) = enter(pool, ResultDraft(uuid4(), seats, how=how))
    assert not result.is_rated


@pytest.mark.django_db(transaction=True)
def test_it_must_be_part_of_a_transaction(pool: Pool, cast: list[Player]) -> None:
    with pytest.raises(transaction.TransactionManagementError):
        enter_results(pool=pool, entries=[table(*cast[:2])])


def entry_of(*seats: tuple[Player, int, int], **more: Any) -> ResultDraft:
    return ResultDraft(uuid4(), tuple(SeatResult(player.pk, points, place) for player, points, place in seats), **more)


def test_it_refuses_places_that_do_not_count(pool: Pool, cast: list[Player]) -> None:
    morag, hamish, senga, *_ = cast
    with pytest.raises(WrongPlaces, match="The places 1, 2, 2, 3 are not possible"):
        enter(pool, table(*cast[:4], places=(1, 2, 2, 3)))
    with pytest.raises(WrongPlaces, match=r"1.+3"):
        enter(pool, entry_of((morag, 20, 3), (hamish, 30, 1), (senga, 10, 2)))


def test_equal_points_may_be_told_apart_and_the_last_may_have_most(pool: Pool, cast: list[Player]) -> None:
    morag, hamish, senga, *_ = cast
    enter(pool, entry_of((morag, 20, 1), (hamish, 20, 2)))
    enter(pool, entry_of((morag, 40, 3), (hamish, 30, 1), (senga, 20, 2), placed_last=(0,)))
    assert Result.objects.count() == 2


def test_it_refuses_tables_that_nobody_can_sit_at(pool: Pool, cast: list[Player]) -> None:
    morag, hamish, *_ = cast
    with pytest.raises(WrongTable, match="not 1"):
        enter(pool, table(morag))
    with pytest.raises(WrongTable, match="for tables of 3, but this game had 2"):
        enter(a_pool(seats=3), table(morag, hamish))
    with pytest.raises(PlayerTwice, match="two seats"):
        enter(pool, table(morag, hamish, morag))


def test_it_refuses_players_who_do_not_belong(pool: Pool, cast: list[Player]) -> None:
    morag, hamish, *_ = cast
    (bot,) = bots(1)
    with pytest.raises(WrongPlayer, match="only for one kind of player"):
        enter(pool, table(morag, bot))
    with pytest.raises(WrongPlayer, match="does not exist"):
        enter(pool, table(morag, Player(pk=10**9)))
    Player.objects.filter(pk=hamish.pk).update(merged_into=morag)
    with pytest.raises(PlayerTwice, match="old name"):
        enter(pool, table(morag, hamish))


def test_it_refuses_the_future_a_repetition_and_the_withdrawal_of_nothing(pool: Pool, cast: list[Player]) -> None:
    again = table(*cast[:2])
    with pytest.raises(WrongTime, match="future"):
        enter(pool, table(*cast[:2], at=timezone.now() + timedelta(hours=1)))
    with pytest.raises(WrongTime, match="too early"):
        enter(pool, table(*cast[:2], at=datetime(1, 1, 1, 12, tzinfo=UTC)))
    with pytest.raises(WrongEntry, match="in this batch twice"):
        enter(pool, again, again)
    with pytest.raises(WrongEntry, match="no result to withdraw"):
        enter(pool, ResultDraft(uuid4(), again.seats, how=Result.How.WITHDRAWN))


def test_one_refused_entry_keeps_its_whole_batch_out(pool: Pool, cast: list[Player]) -> None:
    with pytest.raises(RefusedResult):
        enter(pool, table(*cast[:2]), table(cast[0]))
    pool.refresh_from_db()
    assert (Result.objects.count(), pool.next_number) == (0, 1)


@pytest.mark.django_db(transaction=True)
def test_a_transaction_is_announced_once_and_only_when_it_stands(
    pool: Pool, cast: list[Player], heard: list[tuple[int, tuple[UUID, ...]]]
) -> None:
    one, two, lost = (table(*cast[:2]) for _ in range(3))
    with transaction.atomic():
        enter(pool, one)
        enter(pool, two)
        assert heard == []
    with transaction.atomic():
        enter(pool, lost)
        transaction.set_rollback(True)
    assert heard == [(pool.pk, (one.subject, two.subject))]


@pytest.mark.django_db(transaction=True)
def test_it_is_announced_though_a_savepoint_before_it_was_rolled_back(
    pool: Pool, cast: list[Player], heard: list[tuple[int, tuple[UUID, ...]]]
) -> None:
    kept = table(*cast[:2])
    with transaction.atomic():
        with transaction.atomic():
            enter(pool, table(*cast[:2]))
            transaction.set_rollback(True)
        enter(pool, kept)
    assert heard == [(pool.pk, (kept.subject,))]


@pytest.mark.django_db(transaction=True)
def test_four_writers_leave_no_gap_and_no_time_runs_backwards(pool: Pool, cast: list[Player]) -> None:
    shared = [table(*cast[:2]) for _ in range(10)]
    at_once(*[lambda: [enter(pool, entry, *(table(*cast[:3]) for _ in range(4))) for entry in shared]] * 4)
    rows = list(Result.objects.order_by("number").values_list("number", "entered_at"))
    assert [number for number, _ in rows] == list(range(1, 10 + 160 + 1))
    assert [at for _, at in rows] == sorted(at for _, at in rows)


@pytest.fixture
def result(pool: Pool) -> Result:
    (result,) = enter(pool, table(*people("Morag", "Hamish", "Senga")))
    return result


def test_a_result_is_neither_changed_nor_deleted(result: Result) -> None:
    row = Result.objects.filter(pk=result.pk)
    with pytest.raises(IntegrityError, match=r"append-only: row \d+ of results_result cannot be changed"), atomic():
        row.update(how="forfeit", is_rated=False)
    with pytest.raises(IntegrityError, match=r"append-only: row \d+ of results_result cannot be deleted"), atomic():
        row._raw_delete("default")


def test_a_seat_is_neither_changed_nor_deleted(result: Result) -> None:
    with pytest.raises(IntegrityError, match="results_resultseat cannot be changed"), atomic():
        ResultSeat.objects.filter(result=result, seat=0).update(place=3)
    with pytest.raises(IntegrityError, match="results_resultseat cannot be deleted"), atomic():
        ResultSeat.objects.filter(result=result).delete()


def test_a_correction_counts_in_place_of_what_it_supersedes(result: Result) -> None:
    morag, hamish, senga = (seat.player_id for seat in result.seats.all())
    new = supersede(result, SeatResult(senga, 40, 1), SeatResult(morag, 30, 2), SeatResult(hamish, 20, 3))
    assert results_of([result.subject, uuid4()]) == [new]


def test_a_correction_stays_with_its_subject_and_comes_once(result: Result) -> None:
    supersede(result)
    with pytest.raises(IntegrityError, match="supersedes"), atomic():
        supersede(result)
    result.subject = uuid4()
    with pytest.raises(IntegrityError, match="of its own pool and subject"), atomic():
        supersede(result)
