"""Remote bots in contests: admitted or excluded, last where they are absent, and nobody else waits for them."""

import re
from collections import defaultdict
from typing import Any

import pytest
from django.core import mail
from django.test import Client, override_settings
from pytest_django import Settings

from games.bots.models import RemoteBot
from games.bots.remote import remote_player
from games.bots.remote.remote_player import run_remote
from games.contests import final
from games.contests.errors import EntryRefused
from games.contests.final import queue_deals, reveal_deals
from games.contests.models import Contest
from games.contests.queries import bots_to_enter
from games.contests.services import change_contest, enter
from games.contests.tasks import go_on
from games.matches.models import Match, SeatReport
from league.accounts.models import Account
from tests.factories import browser_of
from tests.games.bots.factories import author
from tests.games.bots.remote.factories import remote_bot
from tests.games.contests.factories import closed, entered, house_of, plan
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
def test_no_deal_waits_for_remote_bots_or_workers_that_it_does_not_need(with_curlew: Contest, morag: Account) -> None:
    change_contest(contest=with_curlew.public_id, by=morag, plan=plan(blocks=6))
    entered(with_curlew, "Flora", "Grouse")
    house_of(with_curlew, morag, "wanderer")
    closed(with_curlew)
    assert queue_deals() == 0
    cards: dict[tuple[bool, bool], list[bytes]] = defaultdict(list)
    for match in Match.objects.prefetch_related("seats"):
        cards[match.is_remote, match.needs_sandbox].append(match.setup.deal)
    assert {kind: (len(deals), len(set(deals))) for kind, deals in cards.items()} == {
        (False, True): (2, 1),
        (True, False): (2, 2),
        (True, True): (2, 2),
    }


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


@override_settings(LADDER_DEALS=1, REMOTE_AWAY_SECONDS=0.06, REMOTE_ABSENT_SECONDS=0.02)
def test_after_many_missed_matches_the_next_ones_wait_for_it_only_briefly(
    with_curlew: Contest, morag: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(final, "MOST_MISSED", 3)
    monkeypatch.setattr(remote_player, "LOOK_SECONDS", 0.01)
    house_of(with_curlew, morag, "wanderer")
    closed(with_curlew)
    written = []
    for _deal in range(with_curlew.blocks):
        for match in Match.objects.filter(status=Match.Status.QUEUED).values_list("pk", flat=True):
            assert run_remote([match], terms=TERMS) == 1
        go_on()
        written.append([each.subject for each in mail.outbox if "misses matches" in each.subject])
    details = SeatReport.objects.order_by("match").values_list("detail", flat=True)
    limits = [re.search(r"limit of (\d+) ms", str(detail)) for detail in details]
    assert [limit and limit[1] for limit in limits] == ["60", "60", "60", "60", "20", "20"]
    warning = "Moothill: your bot misses matches of Bots' cup"
    assert written == [[], [warning], [warning]]
    with_curlew.refresh_from_db()
    assert with_curlew.state == Contest.State.OVER
