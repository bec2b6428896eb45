"""Versions are checked in the sandbox: they play if they pass; owners read why not; server faults are ignored."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from itertools import islice

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection, transaction

from engine.core.record import replay
from engine.notation import from_text
from engine.sandbox.faults import SandboxFailed
from engine.sandbox.validation import Trial as TrialResult
from games.bots.jobs import TERMS
from games.bots.models import Trial, Version
from games.bots.tournament_matches import make_matches
from games.bots.version_checks import (
    check_again,
    check_version_in_turn,
    claim_in_turn,
    claim_version,
    finish_check,
    play_trials,
    sweep_versions,
)
from games.matches.models import Match, SeatReport
from games.matches.queueing import LeaseSettings
from games.matches.worker import run_sandboxed_batch
from league.accounts.models import Account
from league.clubs.services.clubs import found_club
from league.clubs.services.members import admit
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from tests.engine.sandbox.programs import WANDERING, deciding, tiers_here
from tests.games.bots.factories import another, author, bot_by, checked, checked_bare

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("redis_url"),
    pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine."),
]


BOTH = ("kings-kilt", "lords-of-scotland")
THINKING = b"""
import time

def choose(view, legal, budget, rng):
    ends = time.process_time() + SHARE
    while time.process_time() < ends:
        pass
    return rng.choice(legal)
"""


def played(version: Version) -> list[tuple[str, int]]:
    """The matches of its check, by the version as it stands now."""
    version.refresh_from_db()
    return list(version.trials.values_list("game", "number"))


def at_the_last_attempt(version: Version) -> None:
    """A worker checks it for the last time, on a core where one match is all there is time for."""
    Version.objects.filter(pk=version.pk).update(attempt=TERMS.attempts - 1)
    check_version_in_turn(terms=replace(TERMS, seconds=0.0))
    version.refresh_from_db()


def test_a_bot_that_plays_its_matches_passes_and_plays_from_then_on(morag: Account) -> None:
    version = checked(bot_by(morag, source=b"import sys\nprint('ready', file=sys.stderr)\n" + WANDERING))
    assert (version.verdict, version.reason, version.active) == ("passed", "", True)
    assert version.log == "ready\n"
    trials = list(version.trials.all())
    assert [trial.number for trial in trials] == [1, 2, 3, 4]
    assert len({trial.seat for trial in trials}) > 1
    for trial in trials:
        outcome = replay(from_text(trial.record)).outcome
        assert outcome is not None
        assert (list(outcome.places), trial.fault) == (trial.places, "")


@pytest.mark.parametrize(
    ("source", "fault", "reason"),
    [
        (b"def choose(:\n", "load", "Its file has an error"),
        (b"import socket\nsocket.socket()\n" + WANDERING, "load", "Its file has an error"),
        (deciding("raise ValueError('my own business')"), "crash", "It crashed. This was in match 1 of King's Kilt"),
        (deciding("return (99,)"), "illegal", "It chose an illegal move."),
    ],
)
def test_a_bot_that_fails_is_told_why_and_its_log_is_kept(
    morag: Account, source: bytes, fault: str, reason: str
) -> None:
    version = checked(bot_by(morag, source=source))
    assert (version.verdict, version.active) == ("refused", False)
    assert version.reason.startswith(reason)
    assert "my own business" not in version.reason
    assert ("my own business" in version.log) == (fault == "crash")
    assert version.trials.get().fault == fault


def test_a_check_happens_once_however_often_it_is_asked_for(morag: Account) -> None:
    bot_by(morag)
    assert [check_version_in_turn(terms=TERMS) for _ in range(3)] == [True, False, False]
    assert Trial.objects.count() == 4


def test_owners_take_turns_however_many_files_one_of_them_sends(morag: Account) -> None:
    first, second, third = (bot_by(morag, name) for name in ("Grouse", "Curlew", "Dotterel"))
    later = bot_by(author("Hamish"), "Ptarmigan")
    claims = [claim_in_turn(terms=TERMS) for _ in range(4)]
    assert [claim and claim.id for claim in claims] == [first.pk, later.pk, second.pk, third.pk]
    assert claim_in_turn(terms=TERMS) is None


def test_two_workers_at_once_claim_two_versions(morag: Account) -> None:
    first, second = (bot_by(morag, name) for name in ("Grouse", "Curlew"))

    def claim_meanwhile() -> Version | None:
        try:
            return claim_in_turn(terms=TERMS)
        finally:
            connection.close()

    with transaction.atomic(), ThreadPoolExecutor() as another_worker:
        mine = claim_in_turn(terms=TERMS)
        other = another_worker.submit(claim_meanwhile).result()
    assert mine
    assert other
    assert (mine.id, other.id) == (first.pk, second.pk)


def test_the_machines_fault_is_not_the_bots(morag: Account) -> None:
    version = bot_by(morag)

    def fail(_: Version) -> Iterator[TrialResult]:
        raise SandboxFailed("no room")

    for _ in range(TERMS.attempts):
        assert not check_version_in_turn(terms=TERMS, play=fail)
    version.refresh_from_db()
    assert (version.verdict, version.attempt_log.count("SandboxFailed: no room")) == ("undecided", 3)
    assert "no room" not in version.reason
    assert check_again(versions=[version]) == 1
    assert checked(version).verdict == "passed"


def test_a_check_that_takes_too_long_says_nothing_about_the_bot(morag: Account) -> None:
    version = bot_by(morag, games=BOTH)
    check_version_in_turn(terms=replace(TERMS, seconds=0.0, attempts=1))
    version.refresh_from_db()
    assert (version.verdict, "within a minute" in version.reason) == ("undecided", True)


def test_where_the_core_is_busy_a_match_of_each_game_is_enough(morag: Account) -> None:
    version = bot_by(morag)
    check_version_in_turn(terms=replace(TERMS, seconds=0.0))
    assert (played(version), version.verdict) == ([("kings-kilt", 1)], "passed")


def test_every_game_comes_once_before_any_comes_again_and_what_was_played_by_the_minute_counts(morag: Account) -> None:
    def until_the_minute(claim: Version) -> Iterator[TrialResult]:
        yield from islice(play_trials(claim), 3)
        raise SoftTimeLimitExceeded

    version = bot_by(morag, games=BOTH)
    check_version_in_turn(terms=TERMS, play=until_the_minute)
    assert played(version) == [("kings-kilt", 1), ("kings-kilt", 2), ("lords-of-scotland", 1)]
    assert version.verdict == "passed"


def test_a_later_attempt_leaves_less_time_and_whoever_looks_at_its_budget_passes(morag: Account) -> None:
    version = bot_by(morag, source=THINKING.replace(b"SHARE", b"(0.7 if budget.milliseconds >= 1000 else 0)"))
    at_the_last_attempt(version)
    assert (played(version), version.verdict) == ([("kings-kilt", 1)], "passed")
    assert 1_500 < version.trials.get().spent_ms <= 2_500


def test_nobody_is_refused_for_time_that_a_later_attempt_took_away(morag: Account) -> None:
    version = bot_by(morag, source=THINKING.replace(b"SHARE", b"0.8"))
    at_the_last_attempt(version)
    assert (version.verdict, "of which this attempt leaves it less" in version.attempt_log) == ("undecided", True)


def test_a_choice_that_takes_too_long_is_refused_in_every_attempt(morag: Account) -> None:
    version = bot_by(morag, source=deciding("while True: pass"))
    at_the_last_attempt(version)
    assert (version.verdict, version.trials.get().fault) == ("refused", "timeout")


def test_a_lost_check_is_found_and_the_late_worker_writes_nothing(morag: Account) -> None:
    version = bot_by(morag)
    over = replace(TERMS, lease=timedelta(seconds=-1), stale_after=timedelta(seconds=-1))
    lost = claim_version(version_id=version.pk, terms=over)
    assert lost is not None
    assert sweep_versions(terms=over) == 1
    assert checked(version).verdict == "passed"
    assert not finish_check(claim=lost, results=list(play_trials(lost)), reason="It crashed.")
    assert Version.objects.get(pk=version.pk).verdict == "passed"


def test_an_older_version_that_passes_late_does_not_take_the_seat(morag: Account) -> None:
    first = bot_by(morag)
    second = checked_bare(another(first, deciding("pass")))  # that one, and not the one whose turn it is
    first = checked(first)
    assert (first.verdict, first.active, second.active) == ("passed", False, True)


def test_it_plays_in_a_tournament_of_its_club(morag: Account) -> None:
    versions = [checked(bot_by(morag, name)) for name in ("Grouse", "Ptarmigan")]
    club = found_club(name="Glen Orchy Games")
    players = [version.bot.player for version in versions]
    for player in players:
        admit(club=club, player=player)
    event = make_tournament(
        club=club, name="The bots' cup", game="kings-kilt", format="round-robin", venue="machine", by=None
    )
    enter_players(tournament=event, players=players, by=None)
    start(tournament=event, by=None)
    make_matches(round_id=event.rounds.get().pk)
    ids = list(Match.objects.filter(needs_sandbox=True).values_list("pk", flat=True))
    assert run_sandboxed_batch(ids, terms=LeaseSettings()) == len(ids) > 0
    assert SeatReport.objects.filter(match__in=ids).count() == 2 * len(ids)
