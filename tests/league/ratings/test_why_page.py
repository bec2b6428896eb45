"""Why a rating moved: every change opens to a sum that a person can check."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from league.accounts.models import Player
from league.common.templatetags.design import MINUS
from league.competition.ratings import rating_systems
from league.competition.ratings.curve import ONE
from league.competition.ratings.elo import ELO, K_PROVISIONAL, PROVISIONAL_RESULTS, K
from league.competition.ratings.system import RatedResult, RatingSystem
from league.ratings.explanation import explanation_of
from league.ratings.models import Fold, RatingStep
from league.ratings.services import fold_pool
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Pool, Result
from league.results.queries import chain_of
from tests.league.competition.ratings.test_contract import folded, ledgers, results
from tests.league.ledger import FIRST_EVENING, a_pool, bots, enter, people, supersede, table

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

QUERIES = 11
FRAGMENT = {"HX-Request": "true"}
SUM = re.compile(r"([\d.]+) \S \(([\d.]+) \S ([\d.]+)\)(?: ÷ (\d))?\s+(\S[\d.]+)")

every_system = pytest.mark.parametrize("system", rating_systems().values(), ids=list(rating_systems()))


def why(result: Result, client: Client, *, headers: dict[str, str] | None = None, **asked: Any) -> Any:
    return client.get(reverse("ratings:calculation", args=[result.pool.slug, result.number]), asked, headers=headers)


def text_of(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


def signed(figure: str) -> float:
    """A figure of the page, its minus as long as a plus."""
    return float(figure.replace(MINUS, "-"))


def result_of(pool: Pool, number: int) -> Result:
    return Result.objects.select_related("pool").get(pool=pool, number=number)


@every_system
@given(ledger=ledgers, last=results())
@settings(max_examples=40, derandomize=True)
def test_old_results_use_old_ratings(system: RatingSystem[Any], ledger: list[RatedResult], last: RatedResult) -> None:
    state = folded(system, ledger)
    before = {player: system.rating(state, player) for player in last.players}
    changes = system.explain(system.resume(before), last)
    steps = system.apply(state, last)
    assert [(change.before, change.after) for change in changes] == [(step.before, step.after) for step in steps]


@every_system
@given(ledger=ledgers, last=results())
@settings(max_examples=40, derandomize=True)
def test_sums_come_out_on_a_calculator(system: RatingSystem[Any], ledger: list[RatedResult], last: RatedResult) -> None:
    for change in system.explain(folded(system, ledger), last):
        for term in change.terms:
            worked = term.k / 100 * (term.score - term.expected) / ONE / term.divisor
            # A whole K comes out to the last digit, one that was rounded to a hundredth within a hundredth of a point.
            assert abs(worked - term.exchange / 1000) <= (0.00051 if system is ELO else 0.011)


@pytest.mark.parametrize("system", list(rating_systems()))
def test_the_page_shows_sums_that_add_up(system: str, evening: Pool, client: Client) -> None:
    page = text_of(why(result_of(evening, 2), client, system=system))
    lines = SUM.findall(page)
    assert len(lines) == 6  # three players, two opponents each
    for k, score, expected, divisor, exchange in lines:
        worked = float(k) * (float(score) - float(expected)) / int(divisor or 1)
        assert worked == pytest.approx(signed(exchange), abs=0.012)
    before, after = (re.findall(rf"{word} \(± \d+\)(?:, provisional)? ([\d.]+)", page) for word in ("Before", "After"))
    moved = re.findall(r"Total change: (\S[\d.]*\d)", page)
    for start, end, change in zip(before, after, moved, strict=True):
        assert float(start) + signed(change) == pytest.approx(float(end), abs=0.0001)


@given(played=st.lists(results(), min_size=1, max_size=12))
@settings(max_examples=8, derandomize=True)
def test_the_arithmetic_of_every_result_comes_to_its_steps(played: list[RatedResult]) -> None:
    with transaction.atomic():
        pool, cast = a_pool(), people(*"ABCDEFGHI")
        for result in played:
            enter(pool, table(*(cast[number - 1] for number in result.players), places=result.places))
        fold_pool(pool_id=pool.pk)
        for fold in Fold.objects.filter(pool=pool):
            check_every_result(pool, fold)
        transaction.set_rollback(True)


def check_every_result(pool: Pool, fold: Fold) -> None:
    for result in Result.objects.filter(pool=pool):
        steps = {step.player.name: step for step in RatingStep.objects.filter(fold=fold, result=result)}
        workings = explanation_of(chain_of(result.subject), fold, AnonymousUser())
        assert {working.player.name for working in workings} == set(steps)
        for working in workings:
            step = steps[working.player.name]
            assert (working.before.value, working.after.value) == (step.before, step.after)
            assert working.after.uncertainty == step.uncertainty
            assert working.before.value + sum(term.exchange for _, term in working.terms) == step.after


def test_the_words_below_a_sum_have_the_figures_of_the_rule(evening: Pool, client: Client) -> None:
    page = text_of(why(result_of(evening, 2), client))
    assert f"K is {K_PROVISIONAL} if both players have fewer than {PROVISIONAL_RESULTS} games" in page
    assert f"{K} if both have more, otherwise {(K + K_PROVISIONAL) // 2}" in page


def test_a_change_on_a_players_page_opens_to_its_sum(evening: Pool, cast: list[Player], client: Client) -> None:
    page = client.get(reverse("ratings:player", args=[cast[0].public_id, cast[0].slug])).content.decode()
    addresses = re.findall(r'hx-get="(/leaderboards/[^"]+/why/\d+/[^"]+)"', page)
    assert len(addresses) == 2
    part = client.get(addresses[0].replace("&amp;", "&"), headers=FRAGMENT).content.decode().strip()
    assert part.startswith('<div class="arithmetic')
    assert "<html" not in part
    assert part.count("Before (± ") == 1
    assert "Morag" in part
    assert '<a href="/leaderboards/' in page  # and without script


def test_merged_players_are_explained_by_their_new_name(evening: Pool, cast: list[Player], client: Client) -> None:
    Player.objects.filter(pk=cast[3].pk).update(merged_into=cast[4])
    fold_pool(pool_id=evening.pk)
    page = text_of(why(result_of(evening, 3), client))
    assert "Win against Fergus" in page
    assert "Ailsa" not in page


def test_an_unrated_result_says_that_it_moves_nobody(cast: list[Player], client: Client) -> None:
    pool = a_pool()
    seats = tuple(SeatResult(player.pk, 0, place) for place, player in enumerate(cast[:2], 1))
    enter(pool, table(*cast[:2]), ResultDraft(uuid4(), seats, how=Result.How.FORFEIT))
    fold_pool(pool_id=pool.pk)
    assert "not rated (forfeit), so no ratings change" in text_of(why(result_of(pool, 2), client))


def test_corrected_results_say_when_and_are_explained_anew(evening: Pool, cast: list[Player], client: Client) -> None:
    old = result_of(evening, 3)
    supersede(old, SeatResult(cast[1].pk, 1, 2), SeatResult(cast[3].pk, 2, 1))
    fold_pool(pool_id=evening.pk)
    for number in (3, 4):  # by the address of either row
        page = text_of(why(result_of(evening, number), client))
        assert "Corrected on" in page
        assert "The sheet was read wrongly." in page
        assert page.index("Win against Hamish") < page.index("Loss against Ailsa")
    history = client.get(reverse("ratings:player", args=[cast[1].public_id, cast[1].slug])).content.decode()
    assert ">corrected</a>" in history


def test_a_withdrawn_result_moves_nobody(evening: Pool, client: Client) -> None:
    supersede(result_of(evening, 3), how=Result.How.WITHDRAWN)
    fold_pool(pool_id=evening.pk)
    assert "recalculated without it" in text_of(why(result_of(evening, 3), client))


def test_a_result_that_is_not_folded_yet_says_to_look_again(evening: Pool, cast: list[Player], client: Client) -> None:
    enter(evening, table(*cast[:2]))
    assert "are being updated" in text_of(why(result_of(evening, 4), client))


def test_a_result_entered_late_says_that_it_counts_where_it_was_played(cast: list[Player], client: Client) -> None:
    pool = a_pool()
    enter(pool, table(*cast[:2], at=FIRST_EVENING - timedelta(days=30)))
    fold_pool(pool_id=pool.pk)
    assert "counts from the day it was played" in text_of(why(result_of(pool, 1), client))


def test_a_fit_says_why_no_single_result_can_be_shown(client: Client) -> None:
    pool = a_pool("bot")
    enter(pool, table(*bots(3)))
    fold_pool(pool_id=pool.pk)
    page = text_of(why(result_of(pool, 1), client, system="maximum-likelihood"))
    assert "A single result has no separate share" in page
    assert SUM.findall(page) == []


@pytest.mark.parametrize("asked", [{"system": "stars"}, {"player": "nobody"}, {"system": "", "player": ""}])
def test_nonsense_in_the_address_breaks_nothing(asked: dict[str, Any], evening: Pool, client: Client) -> None:
    assert why(result_of(evening, 1), client, **asked).status_code == 200


def test_there_is_nothing_at_a_number_without_a_result(evening: Pool, client: Client) -> None:
    assert client.get(reverse("ratings:calculation", args=[evening.slug, 99])).status_code == 404


@pytest.mark.parametrize("seats", [2, 5])
def test_it_asks_as_much_for_a_full_table_as_for_two(seats: int, cast: Sequence[Player], as_hamish: Client) -> None:
    pool = a_pool()
    enter(pool, *(table(*cast[:seats]) for _ in range(30)))
    fold_pool(pool_id=pool.pk)
    result = result_of(pool, 30)
    with CaptureQueriesContext(connection) as asked:
        assert why(result, as_hamish).status_code == 200
    assert len(asked) == QUERIES
