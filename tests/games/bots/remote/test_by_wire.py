"""Remote bots on the real site, over loopback: the reference client, lost connections, silence, foreign tokens."""

import json
import re
import shutil
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPResponse
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are a package apart
from pytest_django import Settings

from games.bots.jobs import topic_of
from games.bots.models import RemoteBot
from games.bots.remote import mailbox
from games.bots.remote.mailbox import bot_key
from games.bots.remote.remote_player import run_remote
from games.bots.remote.services import retire_remote_bot
from games.matches.models import Match, MatchSeat, SeatReport
from league.accounts.models import ApiToken
from league.accounts.services.tokens import revoke_token
from league.common.live.topics import revisions_of
from league.common.redis_client import broker
from league.conf.settings import ROOT
from tests.games.bots.factories import author
from tests.games.bots.remote.factories import COMMANDS, client, match_of, remote_bot, token_of
from tests.games.factories import TERMS
from tests.processes import Running, Starter

pytestmark = pytest.mark.django_db(transaction=True)
SHAPES: dict[str, Any] = yaml.load((ROOT / "docs" / "openapi.yaml").read_text(), yaml.CSafeLoader)["components"]
A_LINE = Draft202012Validator({"$ref": "#/components/schemas/StreamLine", "components": SHAPES})


class Line:
    """A bot's stream in the hands of the test."""

    def __init__(self, site: str, bot: RemoteBot, token: str) -> None:
        self._address = f"{site}/api/v1/remote-bots/{bot.public_id}/"
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.stream: HTTPResponse = self._open("stream")

    def _open(self, where: str, body: bytes | None = None) -> Any:
        return urllib.request.urlopen(urllib.request.Request(self._address + where, body, self._headers), timeout=60)

    def next(self, kind: str) -> Any:
        """The next line of that type."""
        return next(line for line in self.lines() if line["type"] == kind)

    def lines(self) -> Iterator[Any]:
        """Yield the messages of the stream until the server closes it; each must match the schema."""
        for line in (json.loads(line) for line in self.stream if line.strip()):
            A_LINE.validate(line)
            yield line

    def post(self, body: Any) -> tuple[int, Any]:
        """Answer; what comes of it."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        try:
            with self._open("moves/", sent) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, json.load(refusal)


@pytest.fixture
def bot(live_site: str) -> RemoteBot:
    """Morag's."""
    return remote_bot(author())


@pytest.fixture
def token(bot: RemoteBot) -> str:
    """Hers, for playing."""
    assert bot.player.owner is not None
    return token_of(bot.player.owner)


@pytest.fixture
def connect(live_site: str, bot: RemoteBot, token: str) -> Iterator[Callable[[], Line]]:
    """Opens streams of the bot."""
    with ExitStack() as at_end:

        def connected() -> Line:
            opened = Line(live_site, bot, token)
            at_end.enter_context(opened.stream)
            assert opened.next("hello")["protocol"] == 1
            return opened

        yield connected


@pytest.fixture
def line(connect: Callable[[], Line]) -> Line:
    """Its stream, open."""
    return connect()


class Played(threading.Thread):
    """A worker at work on a match, beside the test."""

    def __init__(self, match: Match) -> None:
        super().__init__(daemon=True)
        self._match = match
        self.start()

    def run(self) -> None:
        from django.db import connection

        run_remote([self._match.pk], terms=TERMS)
        connection.close()

    def over(self) -> Match:
        """The match, once the worker has let go of it."""
        self.join(60)
        return Match.objects.get(pk=self._match.pk)


def page_of(bot: RemoteBot) -> int:
    """Return the last announced revision of the owner's page."""
    return revisions_of([topic_of(bot.public_id)])[topic_of(bot.public_id)]


def fault_in(match: Match) -> str:
    return str(MatchSeat.objects.get(match=match, seat=0).fault)


@pytest.mark.long
@pytest.mark.parametrize("file", COMMANDS)
def test_a_reference_client_plays_through_a_worker_and_goes_on_after_it_was_killed(
    live_site: str,
    bot: RemoteBot,
    token: str,
    file: str,
    starter: Starter,
    celery_worker_process: Callable[..., Running],
) -> None:
    if shutil.which(COMMANDS[file][0]) is None:
        pytest.skip(f"There is no {COMMANDS[file][0]} here.")
    first = starter.start(client(live_site, bot, token, file))
    match = match_of(bot)
    celery_worker_process(queues="remote", processes=2, pool="threads")
    while not mailbox.connected([bot.public_id]):
        assert first.process.poll() is None
    _until(lambda: Match.objects.get(pk=match.pk).status == "running")
    first.kill()
    starter.start(client(live_site, bot, token, file))
    _until(lambda: Match.objects.get(pk=match.pk).status == "done")
    assert fault_in(match) == ""
    assert SeatReport.objects.get(match=match).decisions > 5


def _until(holds: Callable[[], bool]) -> None:
    """Return when it holds; the site's own clocks end every match long before pytest's patience does."""
    while not holds():
        threading.Event().wait(0.02)


def test_who_comes_back_is_asked_the_same_again_and_may_answer_twice(
    bot: RemoteBot, line: Line, connect: Callable[[], Line]
) -> None:
    worker = Played(match_of(bot))
    start = line.next("start")
    question = line.next("move")
    assert (start["seat"], start["seats"], start["match"]) == (0, 2, question["match"])
    assert "Ptarmigan" not in json.dumps([start, question])
    line.stream.close()
    again = connect()
    assert again.next("start") == start
    assert again.next("move") == question
    assert again.post({"id": start["match"], "move": 0})[1]["code"] == "question-over"
    for taken in range(2):
        status, _ = again.post({"id": question["id"], "move": question["legal"][0] if taken else 0})
        assert status == 200
    asked = again.next("move")
    assert asked["number"] == 2
    assert again.post({"id": asked["id"], "move": len(asked["legal"])})[1]["code"] == "move-not-offered"
    assert again.next("end")["fault"] == "It chose an illegal move."
    assert fault_in(worker.over()) == "It chose an illegal move."
    assert again.post({"id": question["id"] + "0", "move": 0})[1]["code"] == "question-over"


def test_a_match_that_the_machine_broke_off_is_played_again_on_the_same_deal(bot: RemoteBot, line: Line) -> None:
    match = match_of(bot)
    first = Played(match)
    start, question = line.next("start"), line.next("move")
    mailbox.forget(bot.public_id, question["id"])  # as when Redis restarts
    assert line.next("end")["stopped"]
    assert first.over().status == "queued"
    assert line.post({"id": question["id"], "move": 0})[1]["code"] == "question-over"
    second = Played(match)
    again = line.next("start")
    assert again["match"] != start["match"]
    assert again | {"match": ""} == start | {"match": ""}
    asked = line.next("move")
    assert [asked[what] for what in ("number", "view", "legal")] == [1, question["view"], question["legal"]]
    line.post({"id": asked["id"], "move": -1})
    assert (second.over().status, SeatReport.objects.get(match=match).kind) == ("done", "illegal")


def test_a_question_stops_when_another_table_took_the_seat(bot: RemoteBot, line: Line) -> None:
    worker = Played(match_of(bot))
    line.next("move")
    table = bot_key(bot.public_id, "table")
    broker().set(table, "another", ex=30)
    assert line.next("end")["stopped"]
    assert worker.over().status == "queued"
    assert (broker().get(table), broker().ttl(table) <= 30) == ("another", True)


def test_who_never_answers_loses_by_its_clock_and_who_stays_away_by_being_away(
    bot: RemoteBot, line: Line, settings: Settings
) -> None:
    settings.REMOTE_BANK_SECONDS = 0.2
    match = match_of(bot)
    silent = Played(match)
    asked = line.next("move")
    assert asked["match_milliseconds"] == asked["milliseconds"] == 200
    assert fault_in(silent.over()) == "It used up its time."
    report = SeatReport.objects.get(match=match)
    assert (report.decisions, report.slowest_ms >= 200) == (1, True)
    assert re.fullmatch(r"It thought for .* more than the limit of 200 ms\.", report.detail)
    line.stream.close()
    _until(lambda: not mailbox.connected([bot.public_id]))
    settings.REMOTE_AWAY_SECONDS = 0.2
    match = match_of(bot)
    assert fault_in(Played(match).over()) == "It was away too long."
    assert "It was away for" in SeatReport.objects.get(match=match).detail


def test_a_bot_whose_web_process_dies_loses_nothing(bot: RemoteBot, settings: Settings) -> None:
    settings.REMOTE_AWAY_SECONDS = 0.2
    broker().set(bot_key(bot.public_id, "was"), "a stream", ex=60)  # which did not end by itself
    assert Played(match_of(bot)).over().status == "queued"


def test_a_later_stream_ends_the_earlier_and_says_so(line: Line, bot: RemoteBot, connect: Callable[[], Line]) -> None:
    before = page_of(bot)
    connect()
    assert page_of(bot) > before
    assert line.next("bye")["code"] == "replaced"
    assert list(line.lines()) == []


def test_a_revoked_token_ends_the_open_stream_and_says_so(line: Line, bot: RemoteBot) -> None:
    owner = bot.player.owner
    assert owner is not None
    before = page_of(bot)
    revoke_token(token=ApiToken.objects.get(account=owner), by=owner)
    assert line.next("bye")["code"] == "refused"
    assert list(line.lines()) == []
    assert page_of(bot) > before


def test_nothing_but_strict_json_of_the_right_form_is_an_answer(bot: RemoteBot, line: Line) -> None:
    worker = Played(match_of(bot))
    question = line.next("move")["id"]
    odd = [
        b"", b"[]", b"{", b"\xff", b'{"id": "%s", "id": "%s", "move": 0}', b'{"id": "%s", "move": NaN}',
        b'{"id": "%s", "move": 0.0}', b'{"id": "%s", "move": true}', b'{"id": "%s"}', b'{"id": 7, "move": 0}',
        b'{"id": "%s", "move": 1234567890}', b'{"id": "%s", "move": 0, "more": 1}', b"[" * 4000, b" " * 5000,
        b'{"id": "a:b", "move": 0}',
    ]  # fmt: skip
    for body in odd:
        status, told = line.post(body.replace(b"%s", question.encode()))
        assert (status, told["code"]) == (400, "answer-refused"), body
    assert line.post({"id": question, "move": -1})[0] == 422
    worker.over()


def test_nobody_but_its_owner_with_a_token_for_playing_gets_at_a_bot(
    live_site: str, bot: RemoteBot, token: str
) -> None:
    morag = bot.player.owner
    assert morag is not None
    strangers = token_of(author("Fergus"))
    for wrong, status in (("", 401), (token_of(morag, "bots:write"), 403), (strangers, 404), (token, 409)):
        if wrong == token:
            retire_remote_bot(account=morag, bot=bot.public_id)
        with pytest.raises(urllib.error.HTTPError) as refused:
            Line(live_site, bot, wrong)
        with refused.value as answer:
            assert (answer.code, answer.headers["content-type"]) == (status, "application/problem+json")
