"""A changed bot file is provisional again: its rating stays, its uncertainty is reset, in every rating system."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.accounts.models import Player
from league.competition.ratings import rating_system_named
from league.ratings.explanation import explanation_of
from league.ratings.history import History
from league.ratings.models import Rating
from league.ratings.pool_fold import PoolFold, lines_of
from league.ratings.queries import systems_of
from league.ratings.recompute import recompute_fold, stored_content
from league.ratings.services import fold_pool
from league.ratings.what_if import preview_of
from league.results.consequences import Change
from league.results.drafts import ResultDraft
from league.results.models import NewStrength, Pool, Result
from league.results.queries import chain_of
from tests.league.ledger import a_pool, bots, enter, supersede, table
from tests.league.ratings.test_refolding import a_line

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

FEW = 4  # lines between two checkpoints


def played(first: str, second: str, *players: Player) -> ResultDraft:
    """A table at which two programs sit."""
    return replace(table(*players), strengths=(first, second))


@pytest.fixture
def pair() -> list[Player]:
    return bots(2)


@pytest.fixture
def pool() -> Pool:
    return a_pool("bot")


def rating(pool: Pool, player: Player, system: str) -> Rating:
    fold_pool(pool_id=pool.pk, checkpoint_every=FEW)
    rating = Rating.objects.filter(fold__pool=pool, fold__system=system, player=player)
    return rating.order_by("-generation")[0]


def is_what_the_ledger_comes_to(pool: Pool) -> bool:
    fold_pool(pool_id=pool.pk, checkpoint_every=FEW)
    return all(stored_content(pool.pk, one.slug) == recompute_fold(pool.pk, one.slug) for one in systems_of(pool))


@pytest.mark.parametrize("system", ["elo", "weng-lin"])
def test_a_changed_file_keeps_the_number_and_is_provisional_again(system: str, pool: Pool, pair: list[Player]) -> None:
    enter(pool, *(played("v-one", "v-other", *pair) for _ in range(25)))
    before = rating(pool, pair[0], system)
    assert (before.games, before.is_provisional) == (25, False)
    enter(pool, played("v-two", "v-other", *pair))
    after = rating(pool, pair[0], system)
    assert (after.games, after.wins, after.is_provisional) == (1, 1, True)
    assert 0 < after.value - before.value < 60_000
    assert after.uncertainty > 1.3 * before.uncertainty
    assert rating(pool, pair[1], system).games == 26
    assert is_what_the_ledger_comes_to(pool)


def test_the_line_of_its_history_goes_on_and_is_provisional_again(pool: Pool, pair: list[Player]) -> None:
    enter(pool, *(played("v-one", "", *pair) for _ in range(22)), *(played("v-two", "", *pair) for _ in range(2)))
    course = History(rating(pool, pair[0], "elo").fold, pair[0].pk, AnonymousUser()).rating_history()
    assert [point[0] for point in course.points] == list(range(1, 25))
    assert course.settled > 24


@pytest.mark.parametrize("system", ["elo", "weng-lin"])
def test_the_result_page_says_so_with_a_right_sum(system: str, pool: Pool, pair: list[Player], client: Client) -> None:
    enter(pool, *(played("v-one", "", *pair) for _ in range(22)))
    (last,) = enter(pool, played("v-two", "", *pair))
    fold = rating(pool, pair[0], system).fold
    again, other = explanation_of(chain_of(last.subject), fold, AnonymousUser())
    assert (again.begins_again, other.begins_again) == (True, False)
    assert again.before.provisional
    assert sum(term.exchange for _, term in again.terms) == again.change
    page = client.get(reverse("ratings:calculation", args=[pool.slug, last.number]), {"by": system}).content.decode()
    assert "A new version of the bot" in page


def test_the_first_file_that_is_known_changes_nothing(pool: Pool, pair: list[Player]) -> None:
    enter(pool, table(*pair), played("v-one", "", *pair))
    assert rating(pool, pair[0], "elo").games == 2
    assert list(NewStrength.objects.values_list("player", "strength", "begins_again")) == [(pair[0].pk, "v-one", False)]


def test_going_back_to_an_older_file_is_a_change_too(pool: Pool, pair: list[Player]) -> None:
    enter(pool, *(played(file, "", *pair) for file in ("v-one", "v-two", "v-two", "v-one")))
    assert rating(pool, pair[0], "elo").games == 1


def test_a_file_under_another_name_is_no_change(pool: Pool, pair: list[Player]) -> None:
    enter(pool, played("v-one", "", *pair))
    enter(pool, replace(played("v-again", "", *pair), alike={"v-again": frozenset({"v-one", "v-again"})}))
    assert rating(pool, pair[0], "elo").games == 2
    enter(pool, played("v-two", "", *pair))
    enter(pool, replace(played("v-again", "", *pair), alike={"v-again": frozenset({"v-one", "v-again"})}))
    assert rating(pool, pair[0], "elo").games == 1


def test_a_match_that_waited_for_the_old_file_is_no_change(pool: Pool, pair: list[Player]) -> None:
    drawn = timezone.now()
    enter(pool, played("v-one", "", *pair), played("v-two", "", *pair))
    enter(pool, replace(played("v-one", "", *pair), drawn_at=drawn))
    assert rating(pool, pair[0], "elo").games == 2
    enter(pool, replace(played("v-one", "", *pair), drawn_at=timezone.now()))
    assert rating(pool, pair[0], "elo").games == 1


def test_entering_twice_begins_once_and_an_unrated_result_begins_nothing(pool: Pool, pair: list[Player]) -> None:
    entry = played("v-two", "", *pair)
    enter(pool, played("v-one", "", *pair), entry)
    enter(pool, entry)
    enter(pool, replace(played("v-three", "", *pair), is_rated=False))
    assert NewStrength.objects.filter(begins_again=True).count() == 1
    assert rating(pool, pair[0], "elo").games == 1


def test_the_numbers_of_the_ledger_have_no_gap(pool: Pool, pair: list[Player]) -> None:
    enter(pool, played("v-one", "v-other", *pair), table(*pair), played("v-two", "v-other", *pair))
    numbers = [row.number for kind in (NewStrength, Result) for row in kind.objects.all()]
    pool.refresh_from_db()
    assert sorted(numbers) == list(range(1, pool.next_number))


def test_what_stands_there_stays(pool: Pool, pair: list[Player]) -> None:
    enter(pool, played("v-one", "", *pair))
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        NewStrength.objects.update(begins_again=True)


@pytest.mark.long
def test_any_history_with_changes_late_results_corrections_and_merges_is_folded_as_anew(pool: Pool) -> None:
    rng, players = Random(6), bots(5)
    for at in range(12):
        two = [rng.choice((players[0], players[4])), rng.choice(players[1:4])]  # the first and the last are one
        enter(pool, *(played(rng.choice(("v-1", "v-2")), rng.choice(("v-1", "v-2")), *two) for _ in range(2)))
        fold_pool(pool_id=pool.pk, checkpoint_every=FEW)
        if at % 4 == 2:
            enter(pool, replace(table(*two), played_at=timezone.now() - timedelta(minutes=1)))
            assert is_what_the_ledger_comes_to(pool)
    assert NewStrength.objects.filter(begins_again=True).count() > 5
    alone = [number - 1 for number in Result.objects.order_by("number").values_list("number", flat=True)[4:20]]
    for begun in NewStrength.objects.filter(begins_again=True, number__in=alone):
        supersede(Result.objects.get(pool=pool, number=begun.number + 1), how=Result.How.WITHDRAWN)
        assert is_what_the_ledger_comes_to(pool)
    Player.objects.filter(pk=players[0].pk).update(merged_into=players[4])
    assert is_what_the_ledger_comes_to(pool)


@pytest.mark.parametrize("system", ["elo", "maximum-likelihood"])
def test_a_preview_says_what_a_correction_comes_to(system: str, pool: Pool, pair: list[Player]) -> None:
    Pool.objects.filter(pk=pool.pk).update(rating_system=system)
    pool.refresh_from_db()
    enter(pool, *(played("v-one", "", *pair) for _ in range(3)), played("v-two", "", *pair))
    last = Result.objects.latest("number")
    fold_pool(pool_id=pool.pk)
    preview = preview_of(pool, [Change(last.subject, pool, None, None, played_at=last.played_at)])
    supersede(last, how=Result.How.WITHDRAWN)
    for player in pair:
        assert preview.after[player.pk].value == rating(pool, player, system).value


def test_before_and_after_are_two_for_maximum_likelihood(pool: Pool) -> None:
    one, other, third = bots(3)
    for _ in range(10):
        enter(pool, played("v-one", "", one, other), played("", "", third, other))
    for _ in range(10):
        enter(pool, played("", "v-two", other, one), played("", "", third, other))
    ratings = [rating(pool, player, "maximum-likelihood").value for player in (one, other, third)]
    assert ratings[0] < ratings[1] < ratings[2]
    assert is_what_the_ledger_comes_to(pool)


@pytest.mark.parametrize("system", ["elo", "weng-lin"])
def test_columns_with_changes_come_to_what_lines_come_to(system: str) -> None:
    rng = Random(9)
    one, other = (PoolFold(rating_system_named(system)) for _ in range(2))
    lines = [a_line(rng, at, 12) for at in range(300)]
    lines = [
        line._replace(begin_again=line.players[: rng.randrange(2)] if rng.random() < 0.1 else ()) for line in lines
    ]
    assert one.take_all(lines_of(lines)).tolist() == [
        row for line in lines for row in other.take_all(lines_of([line])).tolist()
    ]
    assert (one.standings(), one.dump()) == (other.standings(), other.dump())
