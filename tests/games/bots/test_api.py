"""Morag's program uploads her bots and reads what came of them; nobody else's does."""

from itertools import count
from typing import Any

import pytest
from django.test import Client

from games.bots.models import UploadedBot, Version
from games.bots.uploads import LARGEST_SOURCE
from league.accounts.models import Account
from league.accounts.services.tokens import make_token
from tests.engine.sandbox.programs import WANDERING, deciding
from tests.games.bots.factories import (
    GAME,
    a_sandbox_holds_at,
    bot_by,
    checked_bare,
    nothing_holds_at,
    passed,
    undecided,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

BOTS = "/api/v1/bots/"
NUMBERS = count(1)
NEW = {"name": "Grouse", "games": [GAME], "source": WANDERING.decode()}


class Program:
    """An API client with a token."""

    def __init__(self, account: Account, *scopes: str) -> None:
        secret = make_token(
            account=account, name=f"Laptop {next(NUMBERS)}", scopes=scopes or ["bots:write"], expires=None
        )
        self._says: Any = {"authorization": f"Bearer {secret}"}
        self._client = Client(headers=self._says)

    def get(self, address: str) -> Any:
        return self._client.get(address)

    def post(self, address: str, what: object = None) -> Any:
        return self._client.post(address, what or {}, content_type="application/json")


@pytest.fixture
def program(morag: Account) -> Program:
    return Program(morag)


def told(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json()


def test_while_no_worker_was_seen_a_bot_is_taken_and_waits_then_it_is_checked_and_read(program: Program) -> None:
    sent = told(program.post(BOTS, NEW), 201)
    assert (sent["number"], sent["verdict"], sent["active"]) == (1, "waiting", False)
    assert "No worker" in sent["blocked_because"]
    (bot,) = told(program.get(BOTS))["results"]
    assert (bot["name"], bot["active"], bot["last"]) == ("Grouse", None, 1)
    checked_bare(Version.objects.get())
    version = told(program.get(f"{BOTS}{bot['id']}/versions/1/"))
    assert (version["verdict"], version["active"], len(version["trials"])) == ("passed", True, 4)
    assert version["trials"][0]["record"].startswith("Moothill record 1")
    assert told(program.get(f"{BOTS}{bot['id']}/"))["active"] == 1


def test_where_no_sandbox_holds_a_file_is_refused_and_what_was_sent_before_stays(program: Program) -> None:
    first = told(program.post(BOTS, NEW), 201)
    nothing_holds_at("bots@glen")
    problem = told(program.post(BOTS, NEW | {"name": "Ptarmigan"}), 503)
    assert (problem["code"], "create a remote bot" in problem["detail"]) == ("no-sandbox", True)
    bot = UploadedBot.objects.get().public_id
    other = {"games": [GAME], "source": deciding("pass").decode()}
    assert told(program.post(f"{BOTS}{bot}/versions/", other), 503) == problem
    again = told(program.post(BOTS, NEW), 201)
    assert again["number"] == first["number"]
    assert "no working sandbox" in again["blocked_because"]
    assert Version.objects.count() == 1


def test_one_worker_that_can_run_it_is_enough(program: Program) -> None:
    nothing_holds_at("bots@glen")
    a_sandbox_holds_at("bots@moor")
    assert told(program.post(BOTS, NEW), 201)["blocked_because"] == ""


def test_what_is_sent_twice_is_there_once(program: Program) -> None:
    first = told(program.post(BOTS, NEW), 201)
    assert told(program.post(BOTS, NEW), 201) == first
    bot = UploadedBot.objects.get().public_id
    other = {"games": [GAME], "source": deciding("pass").decode()}
    numbers = [told(program.post(f"{BOTS}{bot}/versions/", other), 201)["number"] for _ in range(2)]
    assert numbers == [2, 2]
    assert [one["number"] for one in told(program.get(f"{BOTS}{bot}/versions/"))["results"]] == [2, 1]


def test_a_version_is_made_to_play_if_it_may(program: Program, morag: Account) -> None:
    bot = bot_by(morag).bot.public_id
    assert told(program.post(f"{BOTS}{bot}/versions/1/activate/"), 409)["code"] == "not-now"
    checked_bare(Version.objects.get())
    assert told(program.post(f"{BOTS}{bot}/versions/1/activate/"))["active"]


def test_a_version_whose_check_was_not_decided_is_checked_again(program: Program, morag: Account) -> None:
    version = bot_by(morag)
    address = f"{BOTS}{version.bot.public_id}/versions/1/check/"
    undecided(version)
    assert [told(program.post(address))["verdict"] for _ in range(2)] == ["waiting", "waiting"]
    passed(version)
    assert told(program.post(address), 409)["code"] == "not-now"
    assert told(program.post(f"{BOTS}{version.bot.public_id}/versions/7/check/"), 404)["code"] == "no-such-version"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"source": ""}, "source-refused"),
        ({"source": "#" * (LARGEST_SOURCE + 1)}, "source-refused"),
        ({"source": "\ud800"}, "invalid"),
        ({"source": "x = '\0'"}, "invalid"),
        ({"games": []}, "games-refused"),
        ({"games": ["\ud800"]}, "invalid"),
        ({"games": ["chess"]}, "games-refused"),
        ({"name": "\ud800\ud800\ud800"}, "invalid"),
        ({"name": "Wanderer"}, "name-refused"),
        ({"name": None}, "invalid"),
    ],
)
def test_what_cannot_be_is_refused_in_words(program: Program, change: dict[str, object], code: str) -> None:
    answer = told(program.post(BOTS, NEW | change), 400)
    assert answer["code"] == code
    assert code == "invalid" or set(answer["errors"]) == set(change)
    assert not UploadedBot.objects.exists()


def test_what_is_not_there_is_named(program: Program, morag: Account) -> None:
    bot, none = f"{BOTS}{bot_by(morag).bot.public_id}/", f"{BOTS}{'2' * 12}/"
    assert told(program.get(f"{bot}versions/9/"), 404)["code"] == "no-such-version"
    assert told(program.get(f"{bot}matches/{'a' * 12}/"), 404)["code"] == "no-such-match"
    assert told(program.get(f"{bot}tests/{'a' * 12}/"), 404)["code"] == "no-such-test"
    assert [told(program.get(none + rest), 404)["code"] for rest in ("", "versions/")] == ["no-such-bot"] * 2


def test_a_wrong_method_is_said_to_be_wrong(program: Program) -> None:
    bot = f"/api/v1/remote-bots/{'2' * 12}/"
    assert told(program.get(f"{bot}moves/"), 405)["code"] == "method-not-allowed"
    assert told(program.post("/api/v1/games/"), 405)["code"] == "method-not-allowed"


def test_a_bot_is_renamed_paused_resumed_and_retired(program: Program, morag: Account) -> None:
    bot = f"{BOTS}{bot_by(morag).bot.public_id}/"
    assert told(program.post(f"{bot}name/", {"name": "Capercaillie"}))["name"] == "Capercaillie"
    assert told(program.post(f"{bot}name/", {"name": "ab"}), 400)["code"] == "name-refused"
    paused = told(program.post(f"{bot}pause/"))
    assert (paused["paused_at"] is None, "paused" in paused["paused_because"]) == (False, True)
    assert told(program.post(f"{bot}resume/"))["paused_because"] == ""
    assert told(program.post(f"{bot}retire/"))["retired_at"]
    assert told(program.post(f"{bot}pause/"), 409)["code"] == "not-now"


def test_what_writes_remote_bots_reads_them_too(program: Program) -> None:
    remote = "/api/v1/remote-bots/"
    made = told(program.post(remote, {"name": "Curlew", "games": [GAME]}), 201)
    bot = f"{remote}{made['id']}/"
    assert told(program.get(remote))["results"] == [made]
    assert told(program.post(f"{bot}pause/"))["paused_at"]
    assert told(program.post(f"{bot}resume/"))["paused_because"] == ""
    assert told(program.post(f"{bot}name/", {"name": "Whaup"}))["name"] == "Whaup"
    assert told(program.post(f"{bot}retire/"))["retired_at"] == told(program.get(bot))["retired_at"]
