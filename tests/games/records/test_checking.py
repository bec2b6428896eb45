"""A worker checks a record that was sent; a valid one counts as its sender's report, also where workers are killed."""

import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from django.conf import settings
from django.urls import reverse

from games.records.models import SubmittedRecord
from games.records.services.drafts import withdraw_record, write_draft
from games.records.services.sending import Submission, send_record
from games.records.verification import (
    CheckFailed,
    CheckSettings,
    check_in_process,
    check_record,
    claim_record,
    finish_check,
    queue_records_again,
    sweep_records,
)
from games.records.verifier import Verdict
from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.results.models import Report
from tests.factories import Role, account_of, browser_of, joins
from tests.games.records.factories import TERMS, checked, glen, here, sent, text, verdict_of
from tests.processes import Running

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

Status = SubmittedRecord.Status
OVER = replace(TERMS, lease=timedelta(seconds=-1))  # a lease that has run out as it is given


@pytest.fixture
def record(club: Club, hamish: Account, table: list[Player]) -> SubmittedRecord:
    """A sound record that Hamish sent."""
    return sent(hamish.player, club, text(), table)


def faulty() -> SubmittedRecord:
    """A record with a move that the rules do not allow, in its line 18."""
    club, morag, hamish = glen()
    lines = text().split("\n")
    lines[17] = "Morag: pass"
    return sent(hamish.player, club, "\n".join(lines), [morag.player, hamish.player])


def claimed(record: SubmittedRecord, terms: CheckSettings = TERMS) -> SubmittedRecord:
    claim = claim_record(record_id=record.pk, terms=terms)
    assert claim is not None
    return claim


def finished(claim: SubmittedRecord) -> bool:
    return finish_check(claim=claim, verdict=here(claim.text, TERMS))


def test_a_sound_record_is_verified_and_reported(record: SubmittedRecord) -> None:
    checked(record)
    assert record.status == Status.VERIFIED
    assert verdict_of(record)["sentence"].startswith("Verified: all ")
    report = Report.objects.get(public_id=verdict_of(record)["report"])
    assert (report.evidence, report.by, report.club) == (record.uuid, record.by, record.club)
    assert [seat.player for seat in report.seats.all()] == [seat.player for seat in record.seats.all()]


def test_a_check_runs_in_a_process_of_its_own(record: SubmittedRecord) -> None:
    assert check_record(record.pk, terms=TERMS, check=check_in_process)
    record.refresh_from_db()
    assert record.status == Status.VERIFIED
    assert "Seat 1" in record.completed
    assert "Morag" not in record.completed


def test_a_check_that_takes_too_long_decides_nothing(record: SubmittedRecord) -> None:
    verdict = check_in_process(record.text, replace(TERMS, most_seconds=0.01))
    assert (verdict["kind"], "too long" in verdict["sentence"]) == ("undecided", True)


@pytest.mark.parametrize(
    ("work", "ended"),
    [("bytearray(10**9)", "MemoryError"), ("while True: pass", "-14"), ("import time; time.sleep(60)", "-14")],
)
def test_a_cell_ends_itself_at_its_bounds(work: str, ended: str) -> None:
    """Whatever is done in it: for too long, with or without work, or with too much memory."""
    program = f"from games.records.verifier import limit_process\nlimit_process(1.0, 400 * 1024 * 1024)\n{work}"
    cell = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=settings.ROOT
    )
    assert ended in f"{cell.returncode} {cell.stderr}"


def test_a_refused_record_says_where_and_is_reported_by_nobody() -> None:
    record = checked(faulty())
    assert (record.status, verdict_of(record)["line"]) == (Status.REFUSED, 18)
    assert "Line 18" in verdict_of(record)["sentence"]
    assert not Report.objects.exists()


def test_a_refused_record_is_mended_and_sent_again() -> None:
    record = checked(faulty())
    mended = write_draft(public_id=record.public_id, by=record.by, text=text(), revision=record.revision)
    assert (mended.status, mended.subject) == (Status.DRAFT, record.subject)
    players = [seat.player_id for seat in record.seats.all()]
    again = send_record(by=record.by, submission=Submission(public_id=record.public_id, players=players))
    assert checked(again).status == Status.VERIFIED


def test_a_message_that_comes_three_times_is_checked_once(record: SubmittedRecord) -> None:
    assert [check_record(record.pk, terms=TERMS, check=here) for _ in range(3)] == [True, False, False]
    assert Report.objects.count() == 1


def test_only_one_worker_holds_a_record(record: SubmittedRecord) -> None:
    claimed(record)
    assert claim_record(record_id=record.pk, terms=TERMS) is None


def test_a_worker_that_wakes_after_its_lease_writes_nothing(record: SubmittedRecord) -> None:
    paused = claimed(record, OVER)
    other = claimed(record)
    assert not finished(paused)
    assert finished(other)
    assert Report.objects.count() == 1


def test_finishing_again_after_a_commit_that_nobody_heard_of_is_harmless(record: SubmittedRecord) -> None:
    claim = claimed(record)
    assert finished(claim)
    assert finished(claim)
    assert Report.objects.count() == 1


def test_what_lost_its_worker_is_enqueued_again(record: SubmittedRecord) -> None:
    claimed(record, OVER)
    assert sweep_records(terms=replace(TERMS, stale_after=timedelta(0))) == 1
    assert checked(record).status == Status.VERIFIED
    assert "its worker was lost" in record.attempt_log


def test_a_record_that_kills_every_worker_is_given_up_and_can_be_queued_again(record: SubmittedRecord) -> None:
    for _ in range(TERMS.attempts):
        claimed(record, OVER)
    assert claim_record(record_id=record.pk, terms=TERMS) is None
    sweep_records(terms=TERMS)
    record.refresh_from_db()
    assert (record.status, Report.objects.exists()) == (Status.DEAD, False)
    assert queue_records_again(records=[record]) == 1
    assert checked(record).status == Status.VERIFIED


def test_a_fault_of_ours_is_tried_again_and_never_a_verdict(record: SubmittedRecord) -> None:
    def broken(_text: str, _terms: CheckSettings) -> Verdict:
        raise CheckFailed("a bug")

    for attempt in range(TERMS.attempts):
        assert not check_record(record.pk, terms=TERMS, check=broken), attempt
    record.refresh_from_db()
    assert record.status == Status.DEAD
    assert re.findall("Attempt ([0-9])", record.attempt_log) == ["1", "2", "3"]


def test_what_is_withdrawn_on_its_way_is_said_nothing_of(record: SubmittedRecord) -> None:
    claim = claimed(record)
    withdraw_record(public_id=record.public_id, by=record.by)
    assert not finished(claim)
    assert not Report.objects.exists()


def test_what_the_ledger_refuses_does_not_undo_the_verdict(record: SubmittedRecord) -> None:
    """Hamish left the club between sending and the check."""
    record.club.memberships.filter(player=record.by).delete()
    checked(record)
    assert record.status == Status.VERIFIED
    assert verdict_of(record)["report"] == ""
    assert verdict_of(record)["not_reported"]


def as_seen(written: str) -> str:
    """The record as a spectator could have written it: nobody shows what is dealt."""
    return re.sub(
        r"(?m)^(Family|Third|Influence): (.*)$",
        lambda line: f"{line[1]}: {', '.join('?' for _ in line[2].split(','))}",
        written,
    )


@pytest.fixture
def spectated(club: Club, hamish: Account, table: list[Player]) -> SubmittedRecord:
    """A record that leaves open what nobody saw, checked."""
    return checked(sent(hamish.player, club, as_seen(text()), table))


def test_what_was_left_open_is_filled_and_told(spectated: SubmittedRecord) -> None:
    assert spectated.status == Status.VERIFIED
    counts = verdict_of(spectated)["counts"]
    assert counts["unknown"] == counts["back_filled"] + counts["searched"] > 0
    assert counts["searched"]
    assert "?" not in spectated.completed
    assert "?" in spectated.text
    assert Report.objects.get().evidence == spectated.uuid
    page = browser_of().get(reverse("records:record", args=[spectated.public_id]), {"step": 30}).content.decode()
    assert "filled with" in page
    assert "as it stands" not in page  # what nobody saw is not drawn as if it had been so


def test_what_nobody_saw_is_left_open_in_what_is_read_and_kept(spectated: SubmittedRecord) -> None:
    words, document, page = (
        browser_of().get(reverse(f"records:{name}", args=[spectated.public_id]))
        for name in ("record-text", "record-json", "record")
    )
    assert words.content.decode() == as_seen(spectated.completed)
    assert [0, None] in document.json()["events"]
    assert "Family: ?, ?" in page.content.decode()


def test_what_is_not_decided_is_nothing_proved_and_seen_by_those_it_concerns(
    club: Club, morag: Account, hamish: Account, table: list[Player]
) -> None:
    joins(scorer := account_of("Eilidh"), club, Role.SCORER)
    joins(member := account_of("Iain"), club)
    record = sent(hamish.player, club, as_seen(text()), table)
    checked(record, replace(TERMS, search_seconds=0.0))
    assert (record.status, Report.objects.exists()) == (Status.UNDECIDED, False)
    address = reverse("records:record", args=[record.public_id])
    for concerned in (hamish, morag, scorer):
        page = browser_of(concerned).get(address).content.decode()
        assert "Not decided" in page
        assert "a score sheet" in page
    for stranger in (member, None):
        assert browser_of(stranger).get(address).status_code == 404


SHORT = {"MOOTHILL_RECORD_LEASE": "2", "MOOTHILL_RECORD_STALE": "1", "MOOTHILL_RECORD_ATTEMPTS": "20"}
PATIENCE = 90.0  # seconds; the machine of a test may be busy
RECORDS = 5
KILLED = 2
BRIEF = CheckSettings(lease=timedelta(seconds=2), stale_after=timedelta(seconds=1), attempts=20)


def verified() -> int:
    return SubmittedRecord.objects.filter(status=Status.VERIFIED).count()


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, list(
            SubmittedRecord.objects.values_list("status", "attempt", "attempt_log")
        )
        time.sleep(0.02)


def something_is_being_checked() -> bool:
    return SubmittedRecord.objects.filter(status=Status.RUNNING, lease_until__isnull=False).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(400)
@pytest.mark.long
def test_workers_that_are_killed_lose_nothing(
    club: Club, hamish: Account, table: list[Player], celery_worker_process: Callable[..., Running]
) -> None:
    for number in range(RECORDS):
        sent(hamish.player, club, text(secret=bytes([number])), table)
    for _ in range(KILLED):
        worker = celery_worker_process(queues="records,ratings", env=SHORT)
        wait_until(something_is_being_checked)
        worker.kill()
    celery_worker_process(queues="records,ratings", env=SHORT)

    def all_are_verified() -> bool:
        sweep_records(terms=BRIEF)
        return verified() == RECORDS

    wait_until(all_are_verified)
    assert Report.objects.count() == RECORDS
    assert SubmittedRecord.objects.filter(attempt__gt=1).exists()
