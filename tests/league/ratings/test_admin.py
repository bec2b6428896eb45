"""Operators read the ledger and the folds, and change neither."""

import pytest
from django.test import Client
from django.urls import reverse

from league.ratings.models import Fold, Rating
from league.ratings.queries import folds_of, is_behind
from league.results.models import Pool, Result
from tests.factories import browser_of, operator
from tests.league.ledger import a_pool

pytestmark = pytest.mark.django_db


@pytest.fixture
def ishbel() -> Client:
    return browser_of(operator())


def test_a_result_is_shown_and_offers_no_change(evening: Pool, ishbel: Client) -> None:
    result = Result.objects.get(pool=evening, number=1)
    address = reverse("admin:results_result_change", args=[result.pk])
    page = ishbel.get(address).content.decode()
    assert "Morag" in page
    assert 'name="_save"' not in page
    assert ishbel.post(address, {"how": "forfeit"}).status_code == 403
    assert ishbel.get(reverse("admin:results_result_add")).status_code == 403
    assert ishbel.post(reverse("admin:results_result_delete", args=[result.pk]), {"post": "yes"}).status_code == 403


def test_a_pool_is_renamed_and_nothing_that_it_compares_changes(evening: Pool, ishbel: Client) -> None:
    asked = given(evening, "elo") | {"name": "Mondays at the inn", "game": "chess", "next_number": "1"}
    ishbel.post(reverse("admin:results_pool_change", args=[evening.pk]), asked)
    after = Pool.objects.get(pk=evening.pk)
    assert (after.name, after.game, after.next_number) == ("Mondays at the inn", evening.game, evening.next_number + 3)


def given(pool: Pool, system: str) -> dict[str, str]:
    return {"name": pool.name, "rating_system": system}


def test_another_system_is_chosen_for_a_leaderboard(evening: Pool, ishbel: Client) -> None:
    address = reverse("admin:results_pool_change", args=[evening.pk])
    page = ishbel.get(address).content.decode()
    assert '<option value="weng-lin">Weng-Lin</option>' in page
    assert "maximum-likelihood" not in page
    ishbel.post(address, given(evening, "weng-lin"))
    evening.refresh_from_db()
    assert evening.rating_system == "weng-lin"
    assert not is_behind(evening.pk)
    assert folds_of(evening)[0].folded_count == 3


@pytest.mark.parametrize("system", ["stars", "maximum-likelihood"])
def test_a_system_that_is_not_for_these_players_is_refused(system: str, evening: Pool, ishbel: Client) -> None:
    page = ishbel.post(reverse("admin:results_pool_change", args=[evening.pk]), given(evening, system))
    said = f"“{system}” is not a rating system of this leaderboard. Choose one of: Elo, Weng-Lin."
    assert said in page.content.decode()
    evening.refresh_from_db()
    assert evening.rating_system == "elo"


def test_bots_may_be_ordered_by_the_fit(ishbel: Client) -> None:
    pool = a_pool("bot")
    ishbel.post(reverse("admin:results_pool_change", args=[pool.pk]), given(pool, "maximum-likelihood"))
    pool.refresh_from_db()
    assert pool.rating_system == "maximum-likelihood"


def test_a_fold_is_begun_anew(evening: Pool, ishbel: Client) -> None:
    chosen = {"action": "rebuild_fold", "_selected_action": list(Fold.objects.values_list("pk", flat=True))}
    answer = ishbel.post(reverse("admin:ratings_fold_changelist"), chosen, follow=True)
    assert "2 rating calculations restarted." in answer.content.decode()
    assert not Fold.objects.exists()
    assert not Rating.objects.exists()
    assert is_behind(evening.pk)
