"""The database role of the worker that runs uploaded bots: what it may read and write, and nothing more."""

from collections.abc import Iterable
from typing import Any, Final, LiteralString

import structlog
from django.db import ProgrammingError, connection, transaction
from django.db.models import Model
from psycopg import sql

from games.bots.models import (
    ArchivePart,
    BotTest,
    BotTestMatch,
    BuiltinBot,
    Comparison,
    RemoteBot,
    Trial,
    UploadedBot,
    Version,
)
from games.matches.models import Block, Match, MatchRecord, MatchSeat, SeatReport
from league.accounts.models import Player
from league.results.models import NewStrength, Pool, Result, ResultSeat
from league.tournaments.models import Leg, Pairing, Round, Tournament

log = structlog.get_logger(__name__)


ROLE: Final = "moothill_programs"  # as league.conf.launcher.postgres calls it

READS: Final = "SELECT"
LOCKS: Final = "SELECT, UPDATE (created_at)"  # only who may change something of a row may hold it
JOB: Final = "attempt, token, lease_until, worker, held_for, enqueued_at, started_at, attempt_log"
RIGHTS: Final[dict[type[Model], LiteralString]] = {
    BuiltinBot: READS,
    RemoteBot: READS,
    UploadedBot: LOCKS,
    Version: (f"SELECT, UPDATE (verdict, reason, checked_at, log, active, {JOB})"),
    ArchivePart: READS,
    Trial: "SELECT, INSERT, DELETE",
    BotTest: READS,
    BotTestMatch: (
        "SELECT, UPDATE (status, finished_at, record, points, places, faults, kind, detail, log, decisions, "
        f"slowest_ms, spent_ms, {JOB})"
    ),
    Comparison: f"SELECT, UPDATE (status, finished_at, results, {JOB})",
    Block: "SELECT, UPDATE (finished_at)",
    Match: f"SELECT, UPDATE (status, finished_at, {JOB})",
    MatchSeat: "SELECT, UPDATE (points, place, fault)",
    MatchRecord: "SELECT, INSERT",
    SeatReport: "SELECT, INSERT",
    Player: LOCKS,
    Pool: "SELECT, UPDATE (next_number)",
    Result: "SELECT, INSERT",
    ResultSeat: "SELECT, INSERT",
    NewStrength: "SELECT, INSERT",
    Tournament: READS,  # which of them goes on after a result
    Round: READS,
    Pairing: READS,
    Leg: READS,
}


# A server whose superuser the site is was started by `up`, with as many connections as its cores want.
LIMITS: Final = """
SELECT role.rolconnlimit, current_setting('max_connections')::int / 2, own.rolsuper
FROM pg_roles AS role, pg_roles AS own WHERE role.rolname = %s AND own.rolname = current_user
"""
MAKES_TABLES: Final = "SELECT has_database_privilege(%s, current_database(), 'TEMPORARY'), current_database()"


@transaction.atomic
def grant_rights() -> str:
    """Create the role if it is missing, and set its rights. Idempotent.

    Return what the owner of the database has to do besides, "" for nothing. Raise ProgrammingError where the site's
    account may not create roles.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM pg_roles WHERE rolname = %s", [ROLE])
        if cursor.fetchone() is None:
            cursor.execute(_role("CREATE ROLE {role} LOGIN"))
        for statement in _statements():
            cursor.execute(statement)
    _limit_connections()
    return _refuse_temporary_tables()


def _limit_connections() -> None:
    """Limit the role to half of all connections; a lower limit stays."""
    allowed, most, is_ours = _query(LIMITS)
    if not (allowed == most if is_ours else 0 <= allowed <= most):
        _try(_role("ALTER ROLE {role} CONNECTION LIMIT ") + sql.Literal(most))


def _refuse_temporary_tables() -> str:
    """Forbid temporary tables; return what is left for the owner of the database: others only get a warning."""
    makes_tables, database = _query(MAKES_TABLES)
    names = sql.Identifier(database), sql.Identifier(ROLE)
    revoke = sql.SQL("REVOKE TEMPORARY ON DATABASE {} FROM PUBLIC, {}").format(*names)
    if makes_tables:
        _try(revoke)
        makes_tables, _ = _query(MAKES_TABLES)
    if not makes_tables:
        return ""
    return f"The role {ROLE} may still make temporary tables: let the owner of the database run {revoke.as_string()};"


def _query(statement: str) -> tuple[Any, ...]:
    with connection.cursor() as cursor:
        cursor.execute(statement, [ROLE])
        return tuple(cursor.fetchone())


def _try(statement: sql.Composed) -> None:
    """Set a limit of the role; log it where the site's account may not."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    except ProgrammingError as refused:
        log.warning("the rights of the role for uploaded bots could not be limited", role=ROLE, cause=str(refused))


def _statements() -> Iterable[sql.Composed]:
    yield _role("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}")
    yield _role("GRANT USAGE ON SCHEMA public TO {role}")
    for model, rights in RIGHTS.items():
        table = sql.Identifier(model._meta.db_table)
        yield sql.SQL("GRANT {} ON {} TO {}").format(sql.SQL(rights), table, sql.Identifier(ROLE))


def _role(statement: LiteralString) -> sql.Composed:
    return sql.SQL(statement).format(role=sql.Identifier(ROLE))
