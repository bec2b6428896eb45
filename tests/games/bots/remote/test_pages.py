"""The pages on which Morag keeps the bots that run on her own machine; to everybody else they are not there."""

import re
from collections.abc import Sequence

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks
from redis.exceptions import ConnectionError as RedisConnectionError

from games.bots.hooks import export_remote_bots
from games.bots.models import RemoteBot
from games.bots.remote import mailbox
from games.bots.remote.services import renew_token, retire_remote_bot
from games.matches.models import Block
from league.accounts.models import Account, ApiToken, Player
from league.accounts.services.tokens import use_token
from tests.concurrency import in_order
from tests.games.bots.factories import author, bot_by, match_of_player
from tests.games.bots.remote.factories import GAME, remote_bot, token_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

NEW = {"name": "Curlew", "games": [GAME]}
MOST_QUERIES = 10  # of any of the pages, whatever there is on it
MOST_OF_MATCHES = 11  # of those on matches, which say what they were played for


def text(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def secret_in(page: str) -> str:
    """The secret that a page shows, and the command with it."""
    (secret,) = set(map(str, re.findall(r"mh_\w{40}", page)))
    assert f"MOOTHILL_TOKEN={secret} python3 remote.py http" in page
    return secret


def test_a_bot_is_made_with_a_token_that_is_shown_once(browser: Client) -> None:
    shown = browser.post("/bots/remote/new/", NEW)
    assert "no-store" in shown["Cache-Control"]
    token = use_token(secret=secret_in(shown.content.decode()))
    bot = RemoteBot.objects.get()
    assert (bot.token, token.scopes, bot.player.name) == (token, ["bots:play"], "Curlew")
    again = browser.post("/bots/remote/new/", NEW, follow=True).content.decode()
    assert "already created" in again
    assert not re.search(r"mh_\w{40}", again)
    assert "Not connected" in again
    assert RemoteBot.objects.count() == ApiToken.objects.count() == 1


def test_another_token_ends_the_one_before(browser: Client, morag: Account) -> None:
    bot = remote_bot(morag)
    address = f"/bots/remote/{bot.public_id}/token/"
    first, second = (secret_in(browser.post(address).content.decode()) for _ in range(2))
    ended, working = ApiToken.objects.order_by("pk")
    assert (ended.works, working.works) == (False, True)
    assert use_token(secret=second) == working
    assert first != second
    browser.post(f"/bots/remote/{bot.public_id}/retire/")
    assert not ApiToken.objects.filter(revoked_at=None).exists()
    assert browser.post(address).status_code == 409


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"name": "Curlew"}, "Choose at least one game"),
        ({"name": "ab", "games": [GAME]}, "The name has 2 characters"),
        ({"name": "Gr-ouse", "games": [GAME]}, "Another bot has this name"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(
    browser: Client, morag: Account, fields: dict[str, object], says: str
) -> None:
    bot_by(morag, "Grouse")
    assert says in browser.post("/bots/remote/new/", fields).content.decode()
    assert not RemoteBot.objects.exists()
    assert not ApiToken.objects.exists()


def test_a_bot_is_named_paused_and_retired(browser: Client, morag: Account) -> None:
    bot, other = remote_bot(morag), remote_bot(morag, "Whaup")
    address = f"/bots/remote/{bot.public_id}/"
    assert "Another bot has this name" in browser.post(f"{address}name/", {"name": "WHA-UP"}).content.decode()
    assert "Lapwing" in browser.post(f"{address}name/", {"name": "Lapwing"}, follow=True).content.decode()
    assert remote_bot(author("Hamish")).player.name == "Curlew"  # the name is free again
    assert "You paused this bot." in browser.post(f"{address}pause/", follow=True).content.decode()
    assert "is resumed" in browser.post(f"{address}resume/", follow=True).content.decode()
    assert "Retired" in browser.post(f"{address}retire/", follow=True).content.decode()
    assert [browser.post(f"{address}{door}/", {"name": "Lapwing"}).status_code for door in ("pause", "name")] == [
        409,
        409,
    ]
    other.refresh_from_db()
    assert other.retired_at is None


def test_its_owner_reads_what_it_did_once_the_deal_is_open(browser: Client, morag: Account) -> None:
    bot = remote_bot(morag)
    matches = f"/bots/remote/{bot.public_id}/matches/"
    assert "data-key" not in text(browser, matches)
    match = match_of_player(bot.player, kind="away")
    report = f"{matches}{match.public_id}/"
    assert "It was away too long." in text(browser, matches)
    assert "--seat 1 --bot ./curlew.py --luck" in text(browser, report)
    program = Client(headers={"authorization": f"Bearer {token_of(morag, 'bots:write')}"})
    told = f"/api/v1/remote-bots/{bot.public_id}/matches/"
    assert [one["fault"] for one in program.get(told).json()["results"]] == ["away"]
    assert len(program.get(f"{told}{match.public_id}/").json()["luck"]) == 64
    Block.objects.update(finished_at=None)
    assert "--luck" not in text(browser, report)
    assert "record.txt" not in text(browser, report)
    assert program.get(f"{told}{match.public_id}/").json()["luck"] == ""
    Block.objects.update(is_withheld=True)
    assert browser.get(report).status_code == 404


def test_pages_ask_as_often_however_much_there_is(
    browser: Client, morag: Account, django_assert_max_num_queries: object
) -> None:
    bots = [remote_bot(morag, f"Curlew {number}") for number in range(3)]
    match = match_of_player(bots[0].player)
    match_of_player(bots[0].player)
    bot = f"/bots/remote/{bots[0].public_id}/"
    for page in ("/bots/", bot, f"{bot}matches/", f"{bot}matches/{match.public_id}/"):
        most = MOST_OF_MATCHES if "matches/" in page else MOST_QUERIES
        with django_assert_max_num_queries(most):  # type: ignore[operator]  # the fixture's class is private
            text(browser, page)


def test_a_bot_is_retired_also_while_redis_is_away(
    morag: Account, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    def away(_ids: Sequence[str]) -> None:
        raise RedisConnectionError

    monkeypatch.setattr(mailbox, "notify", away)
    with django_capture_on_commit_callbacks(execute=True):
        retired = retire_remote_bot(account=morag, bot=remote_bot(morag).public_id)
    assert retired.retired_at is not None


@pytest.mark.django_db(transaction=True)
def test_of_two_new_tokens_at_once_the_later_stands_and_a_retired_bot_keeps_none(morag: Account) -> None:
    bot = remote_bot(morag)

    def renew() -> str:
        return renew_token(account=morag, bot=bot.public_id)

    def retire() -> RemoteBot:
        return retire_remote_bot(account=morag, bot=bot.public_id)

    _first, second = in_order(hold=renew, act=renew, then=lambda: None)
    assert use_token(secret=str(second)).works
    in_order(hold=renew, act=retire, then=lambda: None)
    assert not ApiToken.objects.filter(revoked_at=None).exists()


def test_owners_are_told_of_their_own_remote_bots() -> None:
    bot = remote_bot(author("Morag"))
    remote_bot(author("Senga"), "Whaup")
    players = list(Player.objects.filter(account=bot.player.owner))
    assert [told["bot"] for told in export_remote_bots(players)] == ["Curlew"]
