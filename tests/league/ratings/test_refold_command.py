"""`manage.py refold` rebuilds all ratings from the ledger, and with `--check` compares bytes."""

import threading
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from league.accounts.models import Player
from league.ratings.models import Fold, Rating, RatingStep
from league.ratings.recompute import stored_content
from league.ratings.services import FoldStatus, fold_chunk, fold_pool
from league.results.drafts import SeatResult
from league.results.models import Pool
from league.results.services.corrections import correct_result, withdraw_result
from tests.league.ledger import FIRST_EVENING, a_pool, bots, enter, people, table

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def said(*options: str) -> str:
    out = StringIO()
    call_command("refold", *options, stdout=out)
    return out.getvalue()


def said_before_it_failed(*options: str) -> str:
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("refold", *options, stdout=out)
    assert ended.value.code == 1
    return out.getvalue()


@pytest.fixture
def pools() -> list[Pool]:
    """One of people and one of bots, folded again after a late result, a correction, a withdrawal and a merge."""
    made = []
    for pool, players in ((a_pool(), people(*"ABCDE")), (a_pool(Player.Kind.BOT), bots(5))):
        first, second, *_ = enter(pool, *(table(*players[at % 3 : at % 3 + 3]) for at in range(9)))
        fold_pool(pool_id=pool.pk, checkpoint_every=4)
        enter(pool, table(*players[:2], at=FIRST_EVENING))
        turned = SeatResult(players[1].pk, 2, 1), SeatResult(players[0].pk, 1, 2)
        correct_result(result=first, seats=turned, reason="x", by=None)
        withdraw_result(result=second, reason="x", by=None)
        stranger = Player.objects.create(name="F", kind=pool.player_kind)
        Player.objects.filter(pk=players[4].pk).update(merged_into=stranger)
        fold_pool(pool_id=pool.pk, checkpoint_every=4)
        made.append(pool)
    return made


def test_what_is_folded_is_what_comes_out_of_the_ledger(pools: list[Pool]) -> None:
    lines = said("--check").splitlines()
    assert lines == [
        "lords-bot-any-site, elo: 12 rows, 5 players, the same bytes.",
        "lords-bot-any-site, maximum-likelihood: 12 rows, 5 players, the same bytes.",
        "lords-bot-any-site, weng-lin: 12 rows, 5 players, the same bytes.",
        "lords-person-any-site, elo: 12 rows, 5 players, the same bytes.",
        "lords-person-any-site, weng-lin: 12 rows, 5 players, the same bytes.",
        "Compared: 5. Differing: 0. Not folded yet: 0.",
    ]
    assert said("--check", "--pool", "lords-person-any-site").splitlines() == [
        *lines[3:5],
        "Compared: 2. Differing: 0. Not folded yet: 0.",
    ]


def test_it_says_which_rating_differs_and_ends_with_one(pools: list[Pool]) -> None:
    rating = Rating.objects.filter(fold__pool=pools[0], fold__system="elo").latest("generation")
    Rating.objects.filter(pk=rating.pk).update(value=rating.value + 1)
    told = said_before_it_failed("--check")
    line = next(line for line in told.splitlines() if "DIFFERS" in line)
    assert line.startswith("lords-person-any-site, elo: 12 rows, 5 players, DIFFERS in the rating of")
    assert f"{rating.player.public_id} ({rating.value + 1}, {rating.games} results is stored, {rating.value}" in line
    assert told.endswith("Differing: 1. Not folded yet: 0.\n")


def test_a_single_wrong_step_or_byte_is_found(pools: list[Pool]) -> None:
    step = RatingStep.objects.filter(fold__system="elo", fold__pool=pools[0]).order_by("player", "ordinal")[3]
    RatingStep.objects.filter(pk=step.pk).update(uncertainty=step.uncertainty + 1)
    assert "DIFFERS in the steps." in said_before_it_failed("--check")
    fold = Fold.objects.get(pool=pools[1], system="maximum-likelihood")
    Fold.objects.filter(pk=fold.pk).update(state=bytes(fold.state)[:-1] + b"\xff")
    told = said_before_it_failed("--check")
    assert "lords-bot-any-site, maximum-likelihood: 12 rows, 5 players, DIFFERS in the state" in told
    assert "Differing: 2." in told


def test_without_check_it_rebuilds_what_was_wrong(pools: list[Pool]) -> None:
    before = {system: stored_content(pools[0].pk, system) for system in ("elo", "weng-lin")}
    Rating.objects.update(value=1)
    RatingStep.objects.all().delete()
    told = said("--pool", "lords-person-any-site")
    assert "Differing: 0." in told
    assert {system: stored_content(pools[0].pk, system) for system in before} == before
    assert "Differing: 3." in said_before_it_failed("--check")
    said()
    assert "Differing: 0." in said("--check")


def test_what_is_not_folded_yet_is_said_and_is_no_difference(pools: list[Pool]) -> None:
    players = list(Player.objects.filter(kind=Player.Kind.PERSON))
    enter(pools[0], table(*players[:2]), table(*players[:2], at=FIRST_EVENING))
    Player.objects.filter(pk=players[4].pk).update(merged_into=people("F")[0])
    assert "12 rows, 5 players (2 more rows wait to be folded), the same bytes." in said("--check")
    a_pool(seats=2)
    enter(a_pool(seats=3), table(*players[:3]))
    told = said("--check")
    assert "lords-person-2-site, elo: no results." in told
    assert "lords-person-3-site, elo: not folded yet." in told
    assert "Differing: 0. Not folded yet: 2." in told


def test_in_the_middle_of_a_long_fold_nothing_is_wrong(pools: list[Pool]) -> None:
    players = list(Player.objects.filter(kind=Player.Kind.PERSON))
    enter(pools[0], *(table(*players[:2]) for _ in range(20)))
    assert fold_chunk(pool_id=pools[0].pk, system="elo", checkpoint_every=4) == FoldStatus.MORE_TO_DO
    assert "Differing: 0." in said("--check")


def test_it_compares_one_moment_while_others_enter_and_fold(pools: list[Pool]) -> None:
    players = list(Player.objects.filter(kind=Player.Kind.PERSON))
    stop = threading.Event()

    def go_on() -> None:
        while not stop.is_set():
            enter(pools[0], table(*players[:3]), table(*players[1:3], at=FIRST_EVENING))
            fold_pool(pool_id=pools[0].pk, checkpoint_every=4)
        connection.close()

    busy = threading.Thread(target=go_on)
    busy.start()
    try:
        for _ in range(5):
            assert "Differing: 0." in said("--check", "--pool", pools[0].slug)
    finally:
        stop.set()
        busy.join()


def test_it_refuses_a_pool_that_there_is_not() -> None:
    with pytest.raises(CommandError, match="Unknown leaderboard highland"):
        said("--check", "--pool", "highland")
