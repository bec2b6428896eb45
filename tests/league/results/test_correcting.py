"""A result is corrected by a row that supersedes it, by people with the right to do so, with a reason."""

from uuid import uuid4

import pytest

from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.results.drafts import ResultDraft, SeatResult
from league.results.errors import (
    CorrectedMeanwhile,
    MayNotCorrect,
    NothingCorrected,
    OtherPlayers,
    PlayerTwice,
    RefusedResult,
    WithoutReason,
    WrongPlaces,
    WrongTable,
)
from league.results.models import Pool, Result
from league.results.queries import chain_of, results_of
from league.results.services.corrections import correct_result, withdraw_result
from league.results.signals import results_entered
from tests.concurrency import at_once
from tests.factories import Role, account_of, joins, operator
from tests.league.ledger import FIRST_EVENING, a_pool, bots, enter, people, table

pytestmark = pytest.mark.django_db

WHY = "The sheet was read upside down."


@pytest.fixture
def cast() -> list[Player]:
    return people("Ailsa", "Bruce", "Catriona")


@pytest.fixture
def wrong(pool: Pool, cast: list[Player]) -> Result:
    """Ailsa before Bruce, they say."""
    (result,) = enter(pool, table(cast[0], cast[1], at=FIRST_EVENING))
    return result


def won_by(first: Player, second: Player) -> tuple[SeatResult, SeatResult]:
    return (SeatResult(first.pk, 40, 1), SeatResult(second.pk, 30, 2))


def turned(cast: list[Player]) -> tuple[SeatResult, ...]:
    return (SeatResult(cast[0].pk, 30, 2), SeatResult(cast[1].pk, 40, 1))


def test_a_correction_has_the_next_number_the_old_place_and_says_who_and_why(
    wrong: Result, cast: list[Player], morag: Account, pool: Pool
) -> None:
    enter(pool, table(*cast))
    new = correct_result(result=wrong, seats=turned(cast), reason=f"  {WHY} ", by=morag)
    assert (new.number, new.supersedes, new.played_at, new.reason) == (3, wrong, FIRST_EVENING, WHY)
    assert (new.entered_by, new.is_rated, new.entered_at > wrong.entered_at) == (morag.player, True, True)
    assert results_of([wrong.subject]) == [new]
    pool.refresh_from_db()
    assert pool.next_number == 4


def test_a_withdrawn_result_has_no_seats_and_can_be_put_back(wrong: Result, cast: list[Player], morag: Account) -> None:
    gone = withdraw_result(result=wrong, reason="It was played at another club.", by=morag)
    assert (gone.how, gone.is_rated, gone.seats.count()) == (Result.How.WITHDRAWN, False, 0)
    chain = chain_of(wrong.subject)
    assert (chain.is_withdrawn, [seat.player_id for seat in chain.seats]) == (True, [cast[0].pk, cast[1].pk])
    back = correct_result(result=gone, seats=chain.seats, reason="It was here after all.", by=morag)
    assert (back.is_rated, back.seats.count(), back.played_at) == (True, 2, FIRST_EVENING)


def test_a_correction_counts_for_ratings_if_it_was_played(pool: Pool, cast: list[Player], morag: Account) -> None:
    walkover = ResultDraft(uuid4(), (SeatResult(cast[0].pk, 0, 1), SeatResult(cast[1].pk, 0, 2)), how="forfeit")
    (result,) = enter(pool, walkover)
    played = correct_result(result=result, seats=turned(cast), reason="Bruce was only late.", by=morag)
    assert played.is_rated
    decided = correct_result(result=played, seats=turned(cast), reason="Settled.", how="arbiter", by=morag)
    assert not decided.is_rated


def test_what_was_played_without_counting_stays_so(pool: Pool, cast: list[Player], morag: Account) -> None:
    (friendly,) = enter(pool, ResultDraft(uuid4(), won_by(cast[0], cast[1]), is_rated=False))
    assert not correct_result(result=friendly, seats=turned(cast), reason=WHY, by=morag).is_rated


@pytest.mark.parametrize("reason", ["", "   ", "x" * 401])
def test_corrections_need_a_proper_reason(wrong: Result, cast: list[Player], morag: Account, reason: str) -> None:
    with pytest.raises(WithoutReason, match=r"Enter a reason|maximum is 400"):
        correct_result(result=wrong, seats=turned(cast), reason=reason, by=morag)
    with pytest.raises(WithoutReason):
        withdraw_result(result=wrong, reason=reason, by=morag)
    assert Result.objects.count() == 1


def test_it_refuses_what_the_ledger_refuses_of_any_result(wrong: Result, cast: list[Player], morag: Account) -> None:
    for seats, fault in (
        ((SeatResult(cast[0].pk, 40, 2), SeatResult(cast[1].pk, 30, 1)), WrongPlaces),
        ((SeatResult(cast[0].pk, 40, 1),), WrongTable),
        (won_by(cast[0], cast[0]), PlayerTwice),
        (won_by(cast[0], bots(1)[0]), RefusedResult),
    ):
        with pytest.raises(fault):
            correct_result(result=wrong, seats=seats, reason=WHY, by=morag)
    assert Result.objects.count() == 1


def test_it_refuses_to_correct_nothing(wrong: Result, morag: Account) -> None:
    with pytest.raises(NothingCorrected, match="changes nothing"):
        correct_result(result=wrong, seats=chain_of(wrong.subject).seats, reason=WHY, by=morag)
    gone = withdraw_result(result=wrong, reason=WHY, by=morag)
    with pytest.raises(NothingCorrected):
        withdraw_result(result=gone, reason="Once more.", by=morag)
    with pytest.raises(RefusedResult, match="withdraw it"):
        correct_result(result=gone, seats=(), reason=WHY, how="withdrawn", by=morag)


def test_the_same_correction_sent_twice_is_entered_once(wrong: Result, cast: list[Player], morag: Account) -> None:
    new = correct_result(result=wrong, seats=turned(cast), reason=WHY, by=morag)
    assert correct_result(result=wrong, seats=turned(cast), reason=WHY, by=morag) == new
    gone = withdraw_result(result=new, reason=WHY, by=morag)
    assert withdraw_result(result=new, reason=WHY, by=morag) == gone
    assert Result.objects.count() == 3


def test_stale_corrections_are_told_what_counts(wrong: Result, cast: list[Player], morag: Account, club: Club) -> None:
    hamish = account_of("Hamish")
    joins(hamish, club, Role.ORGANISER)
    new = correct_result(result=wrong, seats=turned(cast), reason=WHY, by=hamish)
    with pytest.raises(CorrectedMeanwhile, match="Hamish corrected this result"):
        correct_result(result=wrong, seats=won_by(cast[2], cast[1]), reason="It was Catriona.", by=morag)
    with pytest.raises(CorrectedMeanwhile):
        withdraw_result(result=wrong, reason="Away with it.", by=morag)
    assert results_of([wrong.subject]) == [new]


def test_only_its_clubs_organisers_correct_it(wrong: Result, cast: list[Player], morag: Account, club: Club) -> None:
    scorer, member, stranger = (account_of(name) for name in ("Ishbel", "Hamish", "Senga"))
    joins(scorer, club, Role.SCORER)
    joins(member, club)
    for user in (scorer, member, stranger):
        with pytest.raises(MayNotCorrect, match="Only an organiser of Glen Orchy Games"):
            correct_result(result=wrong, seats=turned(cast), reason=WHY, by=user)
        with pytest.raises(MayNotCorrect):
            withdraw_result(result=wrong, reason=WHY, by=user)
    assert correct_result(result=wrong, seats=turned(cast), reason=WHY, by=None).entered_by is None


def test_only_operators_correct_the_sites_results(cast: list[Player], morag: Account, club: Club, pool: Pool) -> None:
    (sites,) = enter(a_pool(), table(*cast[:2]))
    match = uuid4()
    (played_here,) = enter(pool, ResultDraft(match, won_by(cast[0], cast[1]), evidence=match))
    for result in (sites, played_here):
        with pytest.raises(MayNotCorrect, match="Only a site admin"):
            withdraw_result(result=result, reason=WHY, by=morag)
        withdraw_result(result=result, reason=WHY, by=operator(f"Ishbel {result.pk}"))
        assert chain_of(result.subject).is_withdrawn


def test_who_sat_at_a_match_is_what_the_match_says(pool: Pool, cast: list[Player]) -> None:
    match = uuid4()
    (played_here,) = enter(pool, ResultDraft(match, won_by(cast[0], cast[1]), evidence=match))
    with pytest.raises(OtherPlayers, match="The players of a bot match"):
        correct_result(result=played_here, seats=won_by(cast[2], cast[1]), reason=WHY, by=operator())


def test_a_result_whose_loser_has_more_points_can_be_put_back_as_it_was(pool: Pool, cast: list[Player]) -> None:
    failed, match = (SeatResult(cast[0].pk, 40, 2), SeatResult(cast[1].pk, 30, 1)), uuid4()
    (result,) = enter(pool, ResultDraft(match, failed, evidence=match, placed_last=(0,)))
    gone = withdraw_result(result=result, reason=WHY, by=None)
    assert correct_result(result=gone, seats=failed, reason="As it was.", by=None).seats.count() == 2


def test_evidence_of_a_result_stays_linked_unless_replaced(pool: Pool, cast: list[Player], morag: Account) -> None:
    record, block, other = uuid4(), uuid4(), uuid4()
    (result,) = enter(pool, ResultDraft(uuid4(), won_by(cast[0], cast[1]), evidence=record, block=block))
    new = correct_result(result=result, seats=turned(cast), reason=WHY, by=morag)
    assert (new.evidence, new.block) == (record, block)
    gone = withdraw_result(result=new, reason=WHY, by=morag)
    assert (gone.evidence, gone.block) == (record, block)
    back = correct_result(result=gone, seats=turned(cast), reason=WHY, by=morag, evidence=other)
    assert back.evidence == other


@pytest.mark.django_db(transaction=True)
def test_a_correction_is_announced_like_a_result(wrong: Result, cast: list[Player], morag: Account) -> None:
    heard: list[object] = []

    def listen(**said: object) -> None:
        heard.append((said["pool_id"], said["subjects"]))

    results_entered.connect(listen)
    correct_result(result=wrong, seats=turned(cast), reason=WHY, by=morag)
    with pytest.raises(CorrectedMeanwhile):
        withdraw_result(result=wrong, reason=WHY, by=morag)
    results_entered.disconnect(listen)
    assert heard == [(wrong.pool_id, (wrong.subject,))]


@pytest.mark.django_db(transaction=True)
def test_of_two_corrections_at_once_one_is_told(wrong: Result, cast: list[Player], morag: Account, club: Club) -> None:
    hamish = account_of("Hamish")
    joins(hamish, club, Role.ORGANISER)
    outcomes = at_once(
        lambda: correct_result(result=wrong, seats=turned(cast), reason=WHY, by=morag),
        lambda: withdraw_result(result=wrong, reason="Away with it.", by=hamish),
    )
    assert sum(isinstance(one, CorrectedMeanwhile) for one in outcomes) == 1
    assert list(Result.objects.order_by("number").values_list("number", flat=True)) == [1, 2]


@pytest.mark.django_db(transaction=True)
def test_corrections_and_new_results_at_once_leave_no_gap(pool: Pool, cast: list[Player]) -> None:
    old = enter(pool, *(table(*cast[:2]) for _ in range(8)))
    at_once(
        lambda: [correct_result(result=result, seats=turned(cast), reason=WHY, by=None) for result in old],
        lambda: [enter(pool, table(*cast)) for _ in range(20)],
    )
    assert list(Result.objects.order_by("number").values_list("number", flat=True)) == list(range(1, 8 + 8 + 20 + 1))
