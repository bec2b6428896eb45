"""The worker for programs of strangers does all its work in a role of the database that may do nothing else."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management import call_command
from django.db import ProgrammingError, connection

from games.bots.models import Bout, Version
from games.bots.rights import ROLE
from games.bots.services import ensure_house_bots, sweep_versions
from games.bots.sparring.holding import sweep_bouts
from games.bots.sparring.ordering import Wish, order_sparring
from games.bots.sparring.worker import play_bout
from games.bots.terms import TERMS as CHECKS
from games.ladder.services import plan_blocks
from games.matches import clerk
from games.matches.models import Match, SeatReport
from games.matches.worker import run_apart
from league.conf.workbench.postgres import PROGRAMS, serving
from league.conf.workbench.staffing import OF_A_PLAYER, staff_of
from league.results.models import Result
from tests.engine.sandbox.programs import deciding, tiers_here
from tests.games.bots.uploads import author, bot_by, checked, passed
from tests.games.tables import TERMS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


@contextmanager
def in_the_role() -> Iterator[None]:
    """Every connection of this process speaks as the worker for programs of strangers."""
    call_command("programrole")
    options = connection.settings_dict["OPTIONS"]
    before = dict(options)
    _hang_up()
    options["options"] = f"-c role={ROLE}"
    try:
        yield
    finally:
        options.clear()
        options.update(before)
        _hang_up()


def _hang_up() -> None:
    connection.close()
    clerk.done(lambda: connection.close())  # noqa: PLW0108  (the clerk's own connection is looked up in its thread)


@pytest.mark.skipif(not tiers_here(), reason="No sandbox holds on this machine.")
def test_it_checks_plays_and_sweeps(caplog: pytest.LogCaptureFixture) -> None:
    ensure_house_bots()
    morag = author()
    waiting = bot_by(morag, "Grouse")
    passed(bot_by(author("Hamish"), "Ptarmigan", source=deciding("raise ValueError")))
    plan_blocks()
    ids = list(Match.objects.filter(needs_sandbox=True).values_list("pk", flat=True))
    mine = Version.objects.filter(verdict="passed").latest("pk")
    owner = mine.bot.player.owner
    assert owner is not None
    wish = Wish(game=mine.games[0], opponents=["wanderer"], seed="7", all_rotations=False, number=mine.number)
    order_sparring(account=owner, bot=mine.bot.public_id, wish=wish)
    with in_the_role():
        assert sweep_versions(terms=CHECKS) == 0
        assert sweep_bouts() == 0
        assert play_bout(Bout.objects.get().pk, terms=CHECKS)
        assert checked(waiting).verdict == "passed"
        assert run_apart(ids, terms=TERMS) == len(ids) > 0
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert Result.objects.count() == len(ids)
    assert SeatReport.objects.exclude(kind="").count() > 0


def test_the_workbench_calls_the_role_by_its_name() -> None:
    assert ROLE == PROGRAMS


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT password FROM members_account",
        "SELECT * FROM members_apitoken",
        "SELECT * FROM members_message",
        "SELECT * FROM django_session",
        "UPDATE members_player SET owner_id = 1",
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


@pytest.mark.parametrize("cores", [1, 2, 8, 32, 64])
def test_half_of_the_connections_of_up_are_enough_for_all_programs_at_once(cores: int) -> None:
    staff = staff_of(cores, {})
    assert staff.strangers * OF_A_PLAYER <= int(serving(staff.connections)["max_connections"]) // 2
