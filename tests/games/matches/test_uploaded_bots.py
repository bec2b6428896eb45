"""Uploaded bots in matches: seated in a sandbox, measured, and ended when the match is over."""

import json
import time
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from engine.core.bot import Bot
from engine.core.record import replay
from engine.notation import from_text
from engine.sandbox.tiers import TierFinder
from games.matches.models import Match, MatchSeat, SeatReport
from games.matches.queueing import RUN, RUN_APART, publish
from games.matches.run_match import Played, play_match
from games.matches.strategy_registry import BotSource, UploadedStrategy, register_bots, strategy
from games.matches.worker import run_batch, run_sandboxed_batch
from league.accounts.models import Account
from league.common.redis_client import broker
from league.common.sandboxes import BY_WORKER, KEPT, retry_sandbox
from league.common.worker_heartbeat import this_worker
from league.results.models import NewStrength
from tests.engine.sandbox.programs import SHORT, WANDERING, deciding, tiers_here
from tests.engine.sandbox.test_tiers import Machine
from tests.factories import browser_of, operator
from tests.games.factories import TERMS, blocks, ids_of, numbers
from tests.games.matches.test_playing import with_bots

needs_sandbox = pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine.")

FAULTY = {
    "t-broken": (b"def choose(:\n", "load"),
    "t-loops": (deciding("while True: pass"), "timeout"),
    "t-talks": (deciding("raise ValueError('a word to the jury')"), "crash"),
}
PROGRAMS: dict[str, Bot] = {
    slug: UploadedStrategy(slug=slug, games=("lords-of-scotland",), source=partial(bytes, source), limits=SHORT)
    for slug, source in {"t-wanders": WANDERING, **{slug: source for slug, (source, _) in FAULTY.items()}}.items()
}
register_bots(BotSource(find=PROGRAMS.get))
register_bots(BotSource(find={"v": PROGRAMS["t-wanders"]}.get))


def play(*bots: str, **how: Any) -> Played:
    played = play_match(with_bots(*bots), **how)
    assert played is not None
    return played


@needs_sandbox
def test_a_program_plays_as_the_builtin_bot_that_chooses_alike() -> None:
    ours, theirs = play("wanderer", "wanderer"), play("t-wanders", "wanderer")
    assert from_text(theirs.text).events == from_text(ours.text).events
    (report,) = theirs.reports
    assert (report.seat, report.kind, report.log) == (0, "", "")
    assert 0 < report.decisions < theirs.decisions
    assert ours.reports == ()


def looking(*wanted: str | bytes) -> bytes:
    """A program that goes through all that it has in memory, and fails where it finds one of these, or not its own."""
    halves = [(one[: len(one) // 2], one[len(one) // 2 :]) for one in wanted]  # never whole in the file itself
    return f"""
import gc
def has(first, rest):
    for one in gc.get_referents(*gc.get_objects()):
        if type(one) is type(first) and (at := one.find(first)) >= 0 and one[at + len(first):].startswith(rest):
            return True
def choose(view, legal, budget, rng, kept=["-".join(("my", "own"))]):
    if not gc.isenabled():
        return legal[0]
    gc.disable()
    assert has("my-", "own")
    for first, rest in {halves!r}:
        assert not has(first, rest), first
    print("nothing")
    return legal[0]
""".encode()


@needs_sandbox
def test_lesson_10_a_program_has_neither_the_names_at_its_table_nor_the_secret_of_the_deal() -> None:
    setup = replace(with_bots("t-looks", "wanderer"), names=("Grouse", "Ptarmigan"))
    hidden: tuple[str | bytes, ...] = (*setup.names, setup.secret, setup.deal, setup.secret.hex())
    program = UploadedStrategy(slug="t-looks", games=(setup.game,), source=partial(looking, *hidden))
    played = play_match(setup, find=lambda slug: program if slug == "t-looks" else strategy(slug))
    assert played is not None
    assert "Ptarmigan" in played.text
    assert [(report.kind, report.log) for report in played.reports] == [("", "nothing\n")]


@needs_sandbox
@pytest.mark.parametrize("slug", FAULTY)
def test_a_stand_in_plays_on_for_a_program_and_nothing_of_its_words_is_public(slug: str) -> None:
    played = play("wanderer", slug)
    record = from_text(played.text)
    assert replay(record).outcome == record.outcome
    assert (played.faults[0], played.places[1]) == ("", 2)
    assert "jury" not in played.text + played.faults[1]
    (report,) = played.reports
    assert (report.seat, report.kind) == (1, FAULTY[slug][1])
    assert ("jury" in report.log) == (slug == "t-talks")


@pytest.fixture
def waiting(redis_url: str) -> list[int]:
    """A rated block of a program and a wanderer."""
    return ids_of(blocks(1, "v", "wanderer"))


@needs_sandbox
@pytest.mark.django_db(transaction=True)
def test_its_match_is_played_apart_and_what_it_did_is_kept(waiting: list[int]) -> None:
    assert run_batch(waiting, terms=TERMS) == 0
    assert run_sandboxed_batch(waiting, terms=TERMS) == 2
    first_file = list(NewStrength.objects.values_list("number", flat=True))  # a row of the ledger, before its result
    assert first_file + numbers() == [1, 2, 3]
    assert set(SeatReport.objects.values_list("match", "seat")) == {(waiting[0], 0), (waiting[1], 1)}
    assert not MatchSeat.objects.exclude(fault="").exists()


@needs_sandbox
@pytest.mark.django_db(transaction=True)
def test_a_match_that_is_interrupted_is_as_if_it_had_not_begun(waiting: list[int]) -> None:
    assert run_sandboxed_batch(waiting[:1], terms=TERMS, should_stop=lambda: True) == 0
    free = Match.objects.filter(
        status="queued", attempt=0, token=None, lease_until=None, enqueued_at=None, attempt_log=""
    )
    assert list(free.values_list("pk", flat=True)) == waiting[:1]  # never enqueued, as it seems: the next sweep does
    assert not SeatReport.objects.exists()
    assert run_sandboxed_batch(waiting, terms=TERMS) == 2


@pytest.mark.django_db(transaction=True)
def test_it_goes_to_the_workers_for_programs_alone(waiting: list[int]) -> None:
    sent: list[tuple[str, list[int]]] = []

    def send(ids: list[int], task: str, _priority: int) -> bool:
        sent.append((task, ids))
        return True

    listed = [Match(pk=1, cost=1), Match(pk=2, cost=1)]
    listed += [Match(pk=number, cost=1, needs_sandbox=True) for number in waiting]
    publish(listed, send=send)
    assert sent == [(RUN, [1, 2]), *((RUN_APART, [number]) for number in waiting)]


@pytest.mark.django_db(transaction=True)
def test_it_waits_where_no_sandbox_was_found_and_its_page_says_so(waiting: list[int]) -> None:
    match = Match.objects.get(pk=waiting[0])
    assert match.needs_sandbox
    page = browser_of().get(f"/matches/{match.public_id}/").content.decode()
    assert "No worker for uploaded bots" in page
    told = browser_of().get(f"/api/v1/matches/{match.public_id}/").json()
    assert (told["status"], "No worker" in told["blocked_because"]) == ("queued", True)


@needs_sandbox
@pytest.mark.django_db(transaction=True)
def test_where_the_sandbox_breaks_one_attempt_is_lost_and_the_others_wait(
    waiting: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine()
    monkeypatch.setattr("engine.sandbox.tiers._finder", TierFinder({"castle": machine.start}))
    first, second = waiting
    assert run_sandboxed_batch([first], terms=TERMS) == 1
    machine.is_broken = True
    assert [run_sandboxed_batch([second], terms=TERMS) for _ in range(3)] == [0, 0, 0]
    assert Match.objects.get(pk=second).attempt == 1


REASON = "Bubblewrap: it may make no namespaces here."


def tell(worker: str, tier: str, *reasons: str, ago: float = 0) -> None:
    """A worker told what it found."""
    broker().hset(BY_WORKER, worker, json.dumps([tier, reasons, time.time() - ago]))


def said_of_the_sandbox(user: Account | None = None) -> dict[str, object]:
    document = browser_of(user).get("/health", {"format": "json"}).json()
    (sandbox,) = [one for one in document["means"] if one["name"] == "sandbox"]
    return dict(sandbox)


@pytest.mark.django_db
def test_it_says_which_sandbox_holds(redis_url: str) -> None:
    tell("bots@glen", "bubblewrap")
    assert said_of_the_sandbox() == {
        "name": "sandbox", "title": "Sandbox", "is_well": True, "says": "Bubblewrap works.", "why": []
    }  # fmt: skip


@pytest.mark.django_db
def test_only_operators_read_why_none_holds(redis_url: str) -> None:
    tell("bots@glen", "", REASON)
    ishbel = operator()
    others, operators = said_of_the_sandbox(), said_of_the_sandbox(ishbel)
    assert others["is_well"] is False
    assert "no working sandbox" in str(others["says"])
    assert (others["why"], operators["why"]) == ([], [REASON])
    assert REASON in browser_of(ishbel).get("/health").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("last", ["glen", "moor"])
def test_one_worker_whose_sandbox_holds_is_enough_whoever_told_last(redis_url: str, last: str) -> None:
    for worker in sorted(("glen", "moor"), key=last.__eq__):
        tell(f"bots@{worker}", *(("launcher",) if worker == "glen" else ("", REASON)))
    assert said_of_the_sandbox()["says"] == "Launcher works."


@pytest.mark.django_db
def test_operators_read_what_each_worker_told_and_the_same_once(redis_url: str) -> None:
    tell("bots@glen", "", REASON, "Launcher: no Landlock.")
    tell("bots@moor", "", REASON)
    assert said_of_the_sandbox(operator())["why"] == [REASON, "Launcher: no Landlock."]


@pytest.mark.django_db
def test_what_was_told_long_ago_says_nothing_of_today(redis_url: str) -> None:
    tell("bots@glen", "", REASON, ago=KEPT + 1)
    assert "No worker for uploaded bots" in str(said_of_the_sandbox()["says"])


@pytest.mark.django_db
@pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine.")
def test_what_another_process_of_its_worker_found_broken_is_doubted_until_it_was_tried(redis_url: str) -> None:
    doubts: list[str] = []
    tell(this_worker(), "", REASON)
    tell("bots@moor", "", REASON)
    for _ in range(2):
        assert retry_sandbox(lambda: doubts.append("tried anew")).holds
    assert doubts == ["tried anew"]
