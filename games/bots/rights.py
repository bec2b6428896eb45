"""What the worker that runs programs of strangers may do in the database, and nothing more.

It plays and checks in a role of its own. Who gets out of the sandbox nevertheless, and into the worker, finds no
password, no session, no token and no mail there, and can change no table that a match or a check does not write.
"""

from collections.abc import Iterable
from typing import Final, LiteralString

from django.db import connection, transaction
from django.db.models import Model
from psycopg import sql

from games.bots.models import Bout, HouseBot, RemoteBot, Sparring, Trial, UploadedBot, Version
from games.matches.models import Block, Match, MatchRecord, MatchSeat, SeatReport
from league.members.models import Player
from league.results.models import NewStrength, Pool, Result, ResultSeat
from league.tournaments.models import Leg, Pairing, Round, Tournament

ROLE: Final = "moothill_programs"  # as league.conf.workbench.postgres calls it

READS: Final = "SELECT"
LOCKS: Final = "SELECT, UPDATE (created_at)"  # only who may change something of a row may hold it
RIGHTS: Final[dict[type[Model], LiteralString]] = {
    HouseBot: READS,
    RemoteBot: READS,
    UploadedBot: LOCKS,
    Version: (
        "SELECT, UPDATE (verdict, reason, checked_at, log, active, attempt, token, lease_until, enqueued_at, trouble, "
        "worker)"
    ),
    Trial: "SELECT, INSERT, DELETE",
    Sparring: READS,
    Bout: (
        "SELECT, UPDATE (status, attempt, token, lease_until, enqueued_at, finished_at, record, points, places, "
        "faults, kind, log, decisions, slowest_ms, spent_ms, trouble, worker, held_for)"
    ),
    Block: "SELECT, UPDATE (finished_at)",
    Match: "SELECT, UPDATE (status, attempt, token, lease_until, enqueued_at, started_at, finished_at, log, worker)",
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


@transaction.atomic
def give_rights() -> None:
    """Make the role unless it is there, and let it do exactly what is named here. Twice is harmless.

    Raises ProgrammingError where the account of the site may not make roles.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM pg_roles WHERE rolname = %s", [ROLE])
        if cursor.fetchone() is None:
            cursor.execute(_role("CREATE ROLE {role} LOGIN"))
        for statement in _statements():
            cursor.execute(statement)


def _statements() -> Iterable[sql.Composed]:
    yield _role("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}")
    yield _role("GRANT USAGE ON SCHEMA public TO {role}")
    for model, rights in RIGHTS.items():
        table = sql.Identifier(model._meta.db_table)
        yield sql.SQL("GRANT {} ON {} TO {}").format(sql.SQL(rights), table, sql.Identifier(ROLE))


def _role(statement: LiteralString) -> sql.Composed:
    return sql.SQL(statement).format(role=sql.Identifier(ROLE))
