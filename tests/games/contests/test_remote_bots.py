"""Remote bots in contests: admitted or excluded, last where they are absent, and nobody else waits for them."""

from typing import Any

import pytest
from django.test import Client, override_settings
from pytest_django import Settings

from games.bots.models import RemoteBot
from games.bots.remote.remote_player import run_remote
from games.contests.errors import EntryRefused
from games.contests.final import queue_deals, reveal_deals
from games.contests.models import Contest
from games.contests.queries import bots_to_enter
from games.contests.services import change_contest, enter
from games.matches.models import Match
from league.accounts.models import Account
from tests.factories import browser_of
from tests.games.bots.factories import author
from tests.games.bots.remote.factories import remote_bot
from tests.games.contests.factories import closed, house_of, plan
from tests.games.factories import TERMS

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def curlew() -> RemoteBot:
    """Hamish's, whose program is not connected."""
    return remote_bot(author("Hamish"), "Curlew")


def owner_of(bot: RemoteBot) -> Account:
    assert bot.player.owner is not None
    return bot.player.owner


@pytest.fixture
def with_curlew(contest: Contest, curlew: RemoteBot) -> Contest:
    """The contest, which Curlew has entered twice."""
    owner = owner_of(curlew)
    assert [bot.public_id for bot in bots_to_enter(contest, owner)] == [curlew.public_id]
    first, again = (enter(contest=contest.public_id, account=owner, bot=curlew.public_id) for _ in range(2))
    assert first == again
    return contest


def test_an_organiser_excludes_them_and_their_authors_read_so(
    contest: Contest, curlew: RemoteBot, morag: Account, client: Any
) -> None:
    address = f"/api/v1/contests/{contest.public_id}/"
    assert client.get(address).json()["admits_remote"] is True
    said = {"name": contest.name, "closes_at": contest.closes_at.strftime("%Y-%m-%dT%H:%M"), "blocks": 3, "pace": 0}
    browser_of(morag).post(f"/contests/{contest.public_id}/change/", said)
    contest.refresh_from_db()
    assert client.get(address).json()["admits_remote"] is contest.admits_remote is False
    assert bots_to_enter(contest, owner_of(curlew)) == []
    with pytest.raises(EntryRefused, match="this contest admits none"):
        enter(contest=contest.public_id, account=owner_of(curlew), bot=curlew.public_id)
    assert "Remote bots cannot enter." in client.get(f"/contests/{contest.public_id}/").content.decode()


def test_one_that_entered_before_is_left_out(with_curlew: Contest, morag: Account) -> None:
    house_of(with_curlew, morag, "wanderer", "courtier")
    change_contest(contest=with_curlew.public_id, by=morag, plan=plan(admits_remote=False))
    closed(with_curlew)
    entry = with_curlew.entries.get(player__remote_bot__isnull=False)
    assert (entry.bot, entry.left_out_because[:23]) == ("", "Curlew is a remote bot,")
    assert not Match.objects.filter(is_remote=True).exists()


@override_settings(LADDER_DEALS=1)
def test_deals_without_them_do_not_wait_for_them(with_curlew: Contest, morag: Account) -> None:
    house_of(with_curlew, morag, "wanderer", "courtier")
    closed(with_curlew)
    assert queue_deals() == 0
    sheets = {
        far: {match.sheet.deal for match in Match.objects.filter(is_remote=far).prefetch_related("seats")}
        for far in (False, True)
    }
    assert {far: len(deals) for far, deals in sheets.items()} == {False: 1, True: 2}
    assert Match.objects.filter(is_remote=True).values("block").distinct().count() == 1


def test_an_absent_one_is_last_in_every_match(
    with_curlew: Contest, morag: Account, client: Client, settings: Settings
) -> None:
    settings.REMOTE_AWAY_SECONDS = 0.05
    house_of(with_curlew, morag, "wanderer")
    change_contest(contest=with_curlew.public_id, by=morag, plan=plan(blocks=1))
    closed(with_curlew)
    matches = list(Match.objects.values_list("pk", flat=True))
    assert [run_remote([match], terms=TERMS) for match in matches for _ in range(2)] == [1, 0, 1, 0]
    assert reveal_deals() == 1
    shown = client.get(f"/api/v1/contests/{with_curlew.public_id}/").json()
    assert [(entry["name"], entry["is_remote"], entry["score"]) for entry in shown["entries"]] == [
        ("Wanderer", False, 1.0),
        ("Curlew", True, 0.0),
    ]
    seats = client.get(f"/api/v1/matches/{shown['told'][0]['match']}/").json()["seats"]
    assert {seat["player"]["name"]: (seat["is_remote"], seat["fault"]) for seat in seats} == {
        "Wanderer": (False, ""),
        "Curlew": (True, "It was away too long."),
    }
    for page in (f"/contests/{with_curlew.public_id}/", f"/matches/{shown['told'][0]['match']}/"):
        html = client.get(page).content.decode()
        assert html.count('<span class="who-of">remote</span>') == 1, page
