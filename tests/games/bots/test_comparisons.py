"""Morag compares versions of her bot on equal deals; at home the same is played, with the same figures."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.db.models import F
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from engine.cli import main
from engine.core.comparison import LEAST_BLOCKS, seatings
from games.bots.comparisons.presenters import compare_command
from games.bots.comparisons.queries import figures_of
from games.bots.comparisons.services import (
    MOST_A_DAY,
    MOST_KEPT,
    claim_comparison,
    play_comparison,
    stop_comparison,
    sweep_comparisons,
)
from games.bots.errors import CannotTest, NoSuchTest, NoSuchVersion, NotNow, TooManyBotTests
from games.bots.jobs import COMPARISONS
from games.bots.models import BotTestMatch, Comparison, Version
from games.bots.services import retire_bot
from games.bots.test_matches.services import LONGEST_A_DAY
from games.bots.test_matches.services import TERMS as LEASES
from games.ladder.templatetags.ladder import percent
from games.matches.models import Match
from league.accounts.models import Account
from league.common.templatetags.design import signed
from league.results.models import Result
from tests.engine.sandbox.programs import deciding
from tests.factories import account_of, browser_of
from tests.games.bots.factories import (
    GAME,
    another,
    author,
    bare_bot,
    bot_by,
    finished_test,
    ordered_comparison,
    passed,
)

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

Status = Comparison.Status


@pytest.fixture
def version(morag: Account) -> Version:
    return passed(bot_by(morag))


def owner_of(version: Version) -> Account:
    owner = version.bot.player.owner
    assert owner is not None
    return owner


def played(comparison: Comparison, games: int | None = None) -> Comparison:
    """The comparison after so many games, or all of them, each in a process without layers."""
    left = games
    while left != 0 and play_comparison(comparison.pk, find=bare_bot):
        left = None if left is None else left - 1
    return Comparison.objects.get(pk=comparison.pk)


# --- games ---------------------------------------------------------------------------------------------------------
@pytest.mark.long
@pytest.mark.parametrize(
    ("opponent", "more"),
    [("lookout-5", {"seed": 7}), ("version:1", {}), ("wanderer", {"seats": 3, "deals": 1}),
     ("wanderer", {"deals": 12, "elo_to_find": 100})],
    ids=["built-in bot", "version", "three seats", "test"],
)  # fmt: skip
def test_the_command_plays_the_same_at_home(
    version: Version,
    opponent: str,
    more: dict[str, int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    newer = passed(another(version, deciding("return legal[-1] if rng.random() < 0.9 else 1 // 0")))
    comparison = played(ordered_comparison(newer, opponent, **more))
    assert comparison.status == Status.DONE
    monkeypatch.chdir(tmp_path)
    Path("grouse-1.py").write_text(version.source)
    Path("grouse-2.py").write_text(newer.source)
    command = compare_command(comparison).removeprefix("moothill-engine ").split()
    assert main([*command, "--jobs", "1", "--json"]) in {0, 1}
    at_home = json.loads(capsys.readouterr().out)
    figures = figures_of(comparison)
    assert figures.estimate is not None
    assert (figures.deals, figures.games) == (at_home["deals"], at_home["games"])
    assert [figures.estimate.low, figures.estimate.high] == at_home["interval"]
    assert figures.estimate.superiority == at_home["superiority"]
    assert [{"seat": seat, "a": a, "b": b} for seat, (a, b) in enumerate(figures.seats, 1)] == at_home["seats"]
    assert dict(zip("AB", figures.failures, strict=True)) == at_home["failures"]
    if figures.sprt:
        assert (figures.ratio, figures.accepted) == (at_home["sprt"]["ratio"], at_home["sprt"]["accepted"])


def test_every_deal_is_played_from_all_seats_and_nothing_is_rated(version: Version) -> None:
    comparison = played(ordered_comparison(version, deals=2))
    assert len(comparison.results) == 2 * len(seatings(2))
    assert (comparison.status, comparison.finished_at is None) == (Status.DONE, False)
    assert not Result.objects.exists()
    assert not Match.objects.exists()


def test_figures_count_whole_deals_alone(version: Version) -> None:
    comparison = played(ordered_comparison(version, deals=2), games=3)
    assert (len(comparison.results), figures_of(comparison).deals, figures_of(comparison).games) == (3, 1, 2)


def test_a_test_that_decides_ends_the_comparison(version: Version) -> None:
    """A program that fails loses every game, so a handful of deals decides."""
    failing = passed(another(version, deciding("return 1 // 0")))
    comparison = played(ordered_comparison(version, "version:2", deals=200, elo_to_find=100))
    assert failing.number == 2
    assert comparison.status == Status.DONE
    figures = figures_of(comparison)
    assert (figures.accepted, figures.failures[0]) == (100, 0)
    assert figures.deals == figures.failures[1] / 2 < 200


def test_each_message_plays_one_game_and_owners_take_turns(version: Version) -> None:
    other = passed(bot_by(author("Hamish"), "Plover"))
    first, second = ordered_comparison(version), ordered_comparison(other)
    for comparison in (first, second, first, second):
        assert play_comparison(comparison.pk, find=bare_bot)
    lengths = Comparison.objects.order_by("pk").values_list("results", flat=True)
    assert [len(results) for results in lengths] == [2, 2]


def test_a_lost_worker_costs_one_game_at_most(version: Version) -> None:
    comparison = ordered_comparison(version)
    claim = claim_comparison(comparison_id=comparison.pk)
    assert claim is not None
    assert claim_comparison(comparison_id=comparison.pk) is None
    for _attempt in range(LEASES.attempts - 1):
        COMPARISONS.fail(claim, "The disk is full.", LEASES)
        claim = claim_comparison(comparison_id=comparison.pk)
        assert claim is not None
    COMPARISONS.fail(claim, "The disk is full.", LEASES)
    comparison.refresh_from_db()
    assert (comparison.status, claim_comparison(comparison_id=comparison.pk)) == (Status.DEAD, None)


def test_attempts_count_anew_for_every_game(version: Version) -> None:
    comparison = ordered_comparison(version, deals=4)
    assert played(comparison).attempt == 0


def test_what_the_broker_lost_is_queued_again(version: Version) -> None:
    comparison = ordered_comparison(version)
    Comparison.objects.filter(pk=comparison.pk).update(enqueued_at=None)
    assert (sweep_comparisons(), sweep_comparisons()) == (1, 0)
    played(comparison)
    assert sweep_comparisons() == 0


# --- limits --------------------------------------------------------------------------------------------------------
def test_an_account_has_one_unfinished_comparison(version: Version) -> None:
    comparison = ordered_comparison(version)
    with pytest.raises(TooManyBotTests):
        ordered_comparison(version)
    stop_comparison(account=owner_of(version), bot=version.bot.public_id, public_id=comparison.public_id)
    ordered_comparison(version)


def ended(version: Version) -> Comparison:
    facts = {"names": ["a", "b"], "labels": ["a", "b"], "game": GAME, "seats": 2, "deals": 1, "seed": 1}
    return Comparison(version=version, opponent="wanderer", status=Status.DONE, **facts)


def test_comparisons_of_a_day_are_counted(version: Version) -> None:
    Comparison.objects.bulk_create(ended(version) for _ in range(MOST_A_DAY))
    with pytest.raises(TooManyBotTests):
        ordered_comparison(version)
    Comparison.objects.filter(pk=Comparison.objects.earliest("pk").pk).delete()
    ordered_comparison(version)


def test_tests_and_comparisons_share_the_time_of_a_day(version: Version) -> None:
    bot_test = finished_test(version)
    bot_test.bot_test_matches.update(held_for=LONGEST_A_DAY / 4)
    comparison = ordered_comparison(version, deals=5)
    Comparison.objects.filter(pk=comparison.pk).update(held_for=LONGEST_A_DAY / 2)
    comparison = played(comparison)
    assert (comparison.status, len(comparison.results)) == (Status.LIMITED, 1)
    with pytest.raises(TooManyBotTests):
        ordered_comparison(version)
    BotTestMatch.objects.update(held_for=timedelta())
    ordered_comparison(version)


def test_a_stopped_comparison_keeps_its_deals_and_takes_no_late_game(version: Version) -> None:
    comparison = played(ordered_comparison(version, deals=5), games=2)
    claim = claim_comparison(comparison_id=comparison.pk)
    assert claim is not None
    for _twice in range(2):
        stop_comparison(account=owner_of(version), bot=version.bot.public_id, public_id=comparison.public_id)
    COMPARISONS.fail(claim, "late", LEASES)
    comparison = played(comparison)
    assert (comparison.status, figures_of(comparison).deals) == (Status.STOPPED, 1)


def test_the_time_of_the_game_that_a_stop_ends_counts(version: Version) -> None:
    comparison = ordered_comparison(version)
    claimed = claim_comparison(comparison_id=comparison.pk)
    assert claimed is not None
    minute = timedelta(minutes=1)
    Comparison.objects.update(held_for=minute, started_at=F("started_at") - minute)
    stop_comparison(account=owner_of(version), bot=version.bot.public_id, public_id=comparison.public_id)
    comparison.refresh_from_db()
    assert 2 * minute <= comparison.held_for < 3 * minute


def test_a_stop_counts_the_time_of_a_lost_worker_until_its_lease_ended(version: Version) -> None:
    comparison = ordered_comparison(version)
    claim_comparison(comparison_id=comparison.pk)
    day, minute = timedelta(days=1), timedelta(minutes=1)
    Comparison.objects.update(started_at=F("started_at") - day, lease_until=F("started_at") - day + minute)
    stop_comparison(account=owner_of(version), bot=version.bot.public_id, public_id=comparison.public_id)
    comparison.refresh_from_db()
    assert comparison.held_for == minute


def test_a_stop_of_a_queued_comparison_counts_no_more_time(version: Version) -> None:
    comparison = played(ordered_comparison(version, deals=5), games=1)
    before = comparison.held_for
    stop_comparison(account=owner_of(version), bot=version.bot.public_id, public_id=comparison.public_id)
    comparison.refresh_from_db()
    assert (comparison.status, comparison.held_for) == (Status.STOPPED, before)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [({"opponent": "version:1"}, CannotTest), ({"opponent": "version:9"}, CannotTest),
     ({"opponent": "bot:222222222222"}, CannotTest), ({"game": "highland-clans", "seats": 3}, CannotTest),
     ({"seats": 5}, CannotTest), ({"version": 9}, NoSuchVersion)],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)  # fmt: skip
def test_what_cannot_be_compared_is_refused(
    version: Version, wrong: dict[str, int | str], error: type[Exception]
) -> None:
    with pytest.raises(error):
        ordered_comparison(version, **{"opponent": "wanderer", **wrong})  # type: ignore[arg-type]  # by name
    assert not Comparison.objects.exists()


def test_old_comparisons_are_deleted(version: Version) -> None:
    Comparison.objects.bulk_create(ended(version) for _ in range(MOST_KEPT + 1))
    Comparison.objects.update(created_at="2026-11-01T00:00:00Z")
    oldest = Comparison.objects.earliest("pk")
    last = ordered_comparison(version)
    assert Comparison.objects.count() == MOST_KEPT + 1
    assert not Comparison.objects.filter(pk=oldest.pk).exists()
    assert Comparison.objects.filter(pk=last.pk).exists()


def test_a_retired_bot_compares_nothing_more(version: Version) -> None:
    queued, finished = ordered_comparison(version), ended(version)
    finished.save()
    retire_bot(account=owner_of(version), bot=version.bot.public_id)
    assert not play_comparison(queued.pk, find=bare_bot)
    assert [*Comparison.objects.order_by("pk").values_list("status", flat=True)] == [Status.STOPPED, Status.DONE]
    with pytest.raises(NotNow):
        ordered_comparison(version)


# --- pages ---------------------------------------------------------------------------------------------------------
def test_a_comparison_is_ordered_from_the_page_of_the_bot_and_shown_with_its_figures(version: Version) -> None:
    browser, bot = browser_of(owner_of(version)), version.bot.public_id
    address = reverse("bots:comparisons", args=[bot])
    assert address in browser.get(reverse("bots:bot", args=[bot])).content.decode()
    form = {"version": "1", "opponent": "wanderer", "game": GAME, "seats": "2", "deals": "2", "seed": "5"}
    answer = browser.post(address, form)
    comparison = Comparison.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, comparison.get_absolute_url())
    waiting = browser.get(answer["Location"]).content.decode()
    assert "data-live-topic" in waiting
    played(comparison)
    page = browser.get(answer["Location"]).content.decode()
    estimate = figures_of(Comparison.objects.get()).estimate
    assert estimate is not None
    assert percent(estimate.score) in page
    assert compare_command(comparison) in page
    assert reverse("bots:comparison-stop", args=[bot, comparison.public_id]) not in page
    fragment = browser.get(answer["Location"], headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in fragment
    assert answer["Location"] in browser.get(address).content.decode()


def test_only_what_can_be_compared_is_offered(version: Version) -> None:
    """Grouse plays King's Kilt: neither bots of other games alone nor the newest version against itself are offered."""
    browser, address = browser_of(owner_of(version)), reverse("bots:comparisons", args=[version.bot.public_id])
    page = browser.get(address).content.decode()
    assert 'value="courtier"' in page
    assert [bot for bot in ("steward", "reiver", "version:1") if f'value="{bot}"' in page] == []
    passed(another(version, deciding("return legal[-1]")))
    page = browser.get(address).content.decode()
    assert ('value="version:1"' in page, 'value="version:2"' in page) == (True, False)


def test_an_elo_difference_appears_with_the_tenth_deal(version: Version) -> None:
    comparison = ended(version)
    comparison.deals = LEAST_BLOCKS
    browser, bot = browser_of(owner_of(version)), version.bot.public_id
    for deals in (LEAST_BLOCKS - 1, LEAST_BLOCKS):
        comparison.results = [[1.0, ""], [0.0, ""]] * deals
        comparison.save()
        estimate = figures_of(comparison).estimate
        assert estimate is not None
        signed_low = signed(round(estimate.low))
        for address in (comparison.get_absolute_url(), reverse("bots:comparisons", args=[bot])):
            assert (signed_low in browser.get(address).content.decode()) is (deals == LEAST_BLOCKS)


def test_a_form_with_a_mistake_says_so(version: Version) -> None:
    browser, address = browser_of(owner_of(version)), reverse("bots:comparisons", args=[version.bot.public_id])
    form = {"version": "1", "opponent": "version:1", "game": GAME, "seats": "2", "deals": "2", "seed": "5"}
    for wrong in ({}, {"opponent": "wanderer", "deals": "201"}, {"opponent": "wanderer", "seats": "5"}):
        page = browser.post(address, {**form, **wrong})
        assert b'aria-invalid="true"' in page.content
    assert not Comparison.objects.exists()


def test_a_comparison_is_stopped_from_its_page(version: Version) -> None:
    comparison = ordered_comparison(version)
    stop = reverse("bots:comparison-stop", args=[version.bot.public_id, comparison.public_id])
    browser = browser_of(owner_of(version))
    assert stop in browser.get(comparison.get_absolute_url()).content.decode()
    assert "Stopped" in browser.post(stop, follow=True).content.decode()


def test_nobody_else_sees_it(version: Version) -> None:
    comparison = ordered_comparison(version)
    with pytest.raises(NoSuchTest):
        stop_comparison(account=account_of("Una"), bot=version.bot.public_id, public_id=comparison.public_id)
    assert browser_of(account_of("Fergus")).get(comparison.get_absolute_url()).status_code == 404


def test_pages_ask_as_much_for_many_as_for_few(
    version: Version, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    browser = browser_of(owner_of(version))
    for _more in range(3):
        comparison = played(ordered_comparison(version, deals=1))
        for address in (comparison.get_absolute_url(), reverse("bots:comparisons", args=[version.bot.public_id])):
            with django_assert_max_num_queries(8):
                browser.get(address)
