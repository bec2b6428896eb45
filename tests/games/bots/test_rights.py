"""The worker for uploaded bots does all its work in a role of the database that may do nothing else."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management import call_command
from django.db import ProgrammingError, connection

from engine.core.bot import Bot
from games.bots.comparisons.services import play_comparison, sweep_comparisons
from games.bots.database_role import ROLE
from games.bots.jobs import TERMS as CHECKS
from games.bots.models import BotTestMatch, Comparison, Version
from games.bots.services import ensure_builtin_bots
from games.bots.test_matches.services import BotTestOrder, order_bot_test, play_bot_test_match, sweep_bot_test_matches
from games.bots.version_checks import sweep_versions
from games.ladder.services import plan_blocks
from games.matches.models import Match, SeatReport
from games.matches.strategy_registry import strategy
from games.matches.worker import run_in_db_thread, run_sandboxed_batch
from league.conf.launcher.postgres import PROGRAMS, server_settings
from league.conf.launcher.process_specs import CONNECTIONS_PER_PLAYER, process_counts
from league.results.models import Result
from tests.engine.sandbox.programs import deciding, tiers_here
from tests.games.bots.factories import author, bot_by, checked, ordered_comparison, passed
from tests.games.factories import TERMS

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


@contextmanager
def in_the_role() -> Iterator[None]:
    """Every connection of this process speaks as the worker for uploaded bots."""
    call_command("programrole")
    with speaking_as(ROLE):
        yield


@contextmanager
def speaking_as(role: str) -> Iterator[None]:
    """Every connection of this process has the rights of this role."""
    options = connection.settings_dict["OPTIONS"]
    before = dict(options)
    _hang_up()
    options["options"] = f"-c role={role}"
    try:
        yield
    finally:
        options.clear()
        options.update(before)
        _hang_up()


def _hang_up() -> None:
    connection.close()
    run_in_db_thread(lambda: connection.close())  # noqa: PLW0108  (the thread looks up its own connection)


@pytest.fixture
def ids() -> list[int]:
    """Matches of a ladder. Morag's Grouse waits for its check, a test match and a comparison for a worker."""
    ensure_builtin_bots()
    bot_by(author(), "Grouse")
    hamish = author("Hamish")
    version = passed(bot_by(hamish, "Ptarmigan", source=deciding("raise ValueError")))
    plan_blocks()
    order = BotTestOrder(
        game=version.games[0], opponents=["wanderer"], seed="7", all_rotations=False, number=version.number
    )
    order_bot_test(account=hamish, bot=version.bot.public_id, order=order)
    ordered_comparison(version)
    return list(Match.objects.filter(needs_sandbox=True).values_list("pk", flat=True))


def out_of_reach(slug: str) -> Bot:
    """Fail as the server does when a program cannot be read."""
    raise OSError(f"{slug} is out of reach")


@pytest.mark.long
@pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine.")
def test_it_checks_plays_and_sweeps(ids: list[int], caplog: pytest.LogCaptureFixture) -> None:
    waiting = Version.objects.get(verdict="waiting")
    with in_the_role():
        assert sweep_versions(terms=CHECKS) == 0
        assert sweep_bot_test_matches() == sweep_comparisons() == 0
        assert play_bot_test_match(BotTestMatch.objects.get().pk)
        assert play_comparison(Comparison.objects.get().pk)
        assert checked(waiting).verdict == "passed"
        assert run_sandboxed_batch(ids, terms=TERMS) == len(ids) > 0
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(Comparison.objects.get().results) == 1
    assert Result.objects.count() == len(ids)
    assert SeatReport.objects.exclude(kind="").count() > 0


@pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine.")
def test_it_puts_away_and_gives_back(ids: list[int]) -> None:
    match = BotTestMatch.objects.get().pk
    with in_the_role():
        play_bot_test_match(match, find=strategy, should_stop=lambda: True)
        run_sandboxed_batch(ids[:1], terms=TERMS, should_stop=lambda: True)
        assert (Match.objects.get(pk=ids[0]).attempt, BotTestMatch.objects.get().attempt) == (0, 0)
        play_bot_test_match(match, find=out_of_reach)
        run_sandboxed_batch(ids[:1], terms=TERMS, find=out_of_reach)
        assert (Match.objects.get(pk=ids[0]).attempt, BotTestMatch.objects.get().attempt) == (1, 1)
    assert "is out of reach" in Match.objects.get(pk=ids[0]).attempt_log
    assert "is out of reach" in BotTestMatch.objects.get().attempt_log


def test_the_launcher_calls_the_role_by_its_name() -> None:
    assert ROLE == PROGRAMS


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT password FROM accounts_account",
        "SELECT * FROM accounts_apitoken",
        "SELECT * FROM accounts_message",
        "SELECT * FROM django_session",
        "UPDATE accounts_player SET owner_id = 1",
        "UPDATE matches_matchrecord SET text = ''",
        "DELETE FROM results_result",
        "CREATE TABLE mine (one int)",
        "CREATE TEMPORARY TABLE mine (one int)",
        "COPY matches_matchrecord (text) TO PROGRAM 'true'",
    ],
)
def test_it_may_do_nothing_else(statement: str) -> None:
    with in_the_role(), pytest.raises(ProgrammingError, match="permission denied"), connection.cursor() as cursor:
        cursor.execute(statement)


def test_it_can_shut_nobody_out_of_the_database() -> None:
    call_command("programrole")
    call_command("programrole")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT rolconnlimit, current_setting('max_connections') FROM pg_roles WHERE rolname = %s", [ROLE]
        )
        allowed, possible = cursor.fetchone()
    assert allowed == int(possible) // 2


@pytest.fixture
def tenant() -> Iterator[str]:
    """An account that owns the tables and may make roles, but whose database is Senga's."""
    tenant, owner, before = f"tenant_{os.getpid()}", f"senga_{os.getpid()}", connection.settings_dict["USER"]
    name = connection.settings_dict["NAME"]
    call_command("programrole")
    run(f"CREATE ROLE {tenant} CREATEROLE; GRANT {before} TO {tenant}; CREATE ROLE {owner}")
    run(f"ALTER DATABASE {name} OWNER TO {owner}; GRANT TEMPORARY ON DATABASE {name} TO PUBLIC, {ROLE}")
    yield tenant
    run(f"ALTER DATABASE {name} OWNER TO {before}; DROP ROLE {owner}; DROP ROLE {tenant}")


def run(statements: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statements)


def test_who_does_not_own_the_database_is_told_what_its_owner_has_to_run(
    tenant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with speaking_as(tenant):
        call_command("programrole")
    sentence, _, rest = capsys.readouterr().err.partition(": let the owner of the database run ")
    assert sentence.endswith(f"The role {ROLE} may still make temporary tables")
    statement = rest.splitlines()[0]
    assert statement.startswith("REVOKE TEMPORARY ON DATABASE ")
    with speaking_as(tenant.replace("tenant", "senga")):
        run(statement)
    with speaking_as(tenant):
        call_command("programrole")
    assert capsys.readouterr().err == ""


def test_a_database_that_a_pooler_calls_otherwise_is_bounded_by_its_own_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(f"GRANT TEMPORARY ON DATABASE {connection.settings_dict['NAME']} TO PUBLIC")
    monkeypatch.setitem(connection.settings_dict, "NAME", "moothill_by_the_pooler")
    call_command("programrole")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("cores", [1, 2, 8, 32, 64])
def test_half_of_the_connections_of_up_are_enough_for_all_programs_at_once(cores: int) -> None:
    staff = process_counts(cores, {})
    assert staff.bots * CONNECTIONS_PER_PLAYER <= int(server_settings(staff.connections)["max_connections"]) // 2
