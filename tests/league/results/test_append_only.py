"""The database itself refuses to change stored results."""

from uuid import uuid4

import pytest
from django.db import IntegrityError
from django.db.transaction import atomic

from league.results.drafts import SeatResult
from league.results.models import Pool, Result, ResultSeat
from league.results.queries import results_of
from tests.league.ledger import a_pool, enter, people, supersede, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool() -> Pool:
    return a_pool()


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
