"""Deals of finals come into the queue by turns, as many of all together as of ladders."""

import pytest
from django.test import override_settings

from games.contests.final import queue_deals, reveal_deals, skip_deal
from games.contests.models import Contest, FinalDeal
from games.matches.models import Match
from games.matches.worker import run_batch
from league.accounts.models import Account
from league.clubs.models import Club
from tests.factories import browser_of
from tests.games.contests.factories import closed, contest_of, house_of, play
from tests.games.factories import TERMS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


def numbers_queued(contest: Contest) -> list[int]:
    return list(contest.final.exclude(block=None).values_list("number", flat=True))


def test_a_long_final_is_queued_a_few_deals_at_a_time_in_their_order(club: Club, morag: Account) -> None:
    long = contest_of(club, blocks=8)
    house_of(long, morag, "wanderer", "courtier")
    closed(long)
    assert numbers_queued(long) == [1, 2, 3]
    assert queue_deals() == 0
    Match.objects.filter(block__of_a_final__number=2).update(status=Match.Status.DEAD)  # it holds up nothing but itself
    assert [queue_deals(), queue_deals()] == [1, 0]
    assert numbers_queued(long) == [1, 2, 3, 4]
    play()
    assert numbers_queued(long) == list(range(1, 9))


def another_final(club: Club, morag: Account, name: str, *, blocks: int = 4) -> Contest:
    """Return another final of built-in bots."""
    contest = contest_of(club, name=name, blocks=blocks)
    house_of(contest, morag, "wanderer", "courtier")
    return closed(contest)


def test_a_contest_that_cannot_go_on_keeps_no_other_waiting(final: Contest, club: Club, morag: Account) -> None:
    final.final.update(block=None)
    final.entries.all().delete()  # what nobody foresaw
    other = another_final(club, morag, "Other cup")
    other.final.filter(number=1).update(block=None)
    assert queue_deals() == 1
    assert numbers_queued(other) == [1, 2, 3]
    assert numbers_queued(final) == []


def test_all_finals_together_have_as_many_deals_in_the_queue_as_ladders(club: Club, morag: Account) -> None:
    finals = [another_final(club, morag, f"Cup {number}") for number in range(5)]
    assert [len(numbers_queued(one)) for one in finals] == [3, 0, 0, 0, 0]
    assert queue_deals() == 0
    with override_settings(LADDER_DEALS=4):
        assert queue_deals() == 1
    with override_settings(LADDER_DEALS=0):  # ladders that rest
        assert queue_deals() == 0


def test_finals_put_their_deals_into_the_queue_by_turns_and_none_starves(club: Club, morag: Account) -> None:
    finals = [another_final(club, morag, f"Cup {number}") for number in range(3)]
    order: list[str] = []
    while waiting := FinalDeal.objects.filter(block__isnull=False, block__finished_at=None).order_by("block"):
        deal = waiting[0]
        order.append(deal.contest.name[-1])
        ids = Match.objects.filter(block=deal.block_id).values_list("pk", flat=True)
        run_batch(list(ids), terms=TERMS)
        assert queue_deals() <= 1
    assert "".join(order) == "000" + "12" + "0" + "12" * 3
    assert [len(numbers_queued(one)) for one in finals] == [4] * 3


def test_what_cannot_be_queued_is_told_to_organisers_and_tried_again(club: Club, morag: Account) -> None:
    long = contest_of(club, blocks=5)
    house_of(long, morag, "wanderer", "courtier")
    closed(long)
    wanderers = long.entries.filter(bot="wanderer")
    wanderers.update(bot="gone-with-an-upgrade")
    play()
    assert numbers_queued(long) == [1, 2, 3]
    shown = browser_of(morag).get(f"/contests/{long.public_id}/").content.decode()
    assert "Deal 4 cannot be finished." in shown
    assert "gone-with-an-upgrade" in shown
    skip_deal(contest=long.public_id, number=4, by=morag)
    long.entries.filter(bot="gone-with-an-upgrade").update(bot="wanderer")
    assert queue_deals() == 1
    play()
    reveal_deals()
    long.refresh_from_db()
    assert long.final.exclude(told_at=None).count() == 4
    assert long.state == Contest.State.OVER
