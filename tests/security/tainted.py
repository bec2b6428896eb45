"""A database in which every text field that people can fill holds every payload; finds the fields in all models.

Columns are widened as needed. Values that a form would refuse are included, because old rows, files and site admins
bypass that form.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.apps import apps
from django.db import connection, models, transaction
from django.db.utils import DatabaseError

from league.results.services.reports import dispute_report
from league.tournaments.models import Round, RoundStep
from league.tournaments.pairing_edits import as_stored
from league.tournaments.queries.rounds import tables_of
from tests.permissions.results import filed
from tests.permissions.table import TABLE
from tests.permissions.world import World
from tests.security.payloads import ALL

OURS: Final = frozenset(
    {"accounts", "clubs", "results", "ratings", "tournaments", "integrations", "seasons", "matches", "records", "bots",
     "ladder", "contests", "play"}
)  # fmt: skip
MADE_BY_THE_HOUSE: Final = {
    "public_id": "an id",
    "password": "a hash",
    "key": "drawn by chance",
    "key_hash": "a hash",
    "token_hash": "a hash",
    "secret_hash": "a hash",
    "commitment": "a hash",
    "digest": "a hash",
    "fingerprint": "a hash",
    "browser": "a hash",
    "salt": "drawn by chance",
    "time_zone": "one of those that there are",
    "language": "one of those that there are",
    "rules_version": "of the engine",
    "components": "of the engine",
    "once": "by which a notice is sent once",
    "uid": "made of ids",
    "program": "the slug of a program",
    "strength": "the hash of a file",
    "form": "letters of results",
    "slot": "a place in a bracket",
    "fault": "a word of the sandbox or a sentence of ours",
    "kind": "a word of ours",
    "event": "an id",
    "subject": "an id",
    "unsubscribe_url": "an address of ours",
}
"""Columns of this name hold nothing that anybody types."""
PARSED: Final = {
    "matches.MatchRecord.text": "a record, which the engine wrote and parses again",
    "records.SubmittedRecord.text": "a record; what is no record is shown as such, see test_xss",
    "records.SubmittedRecord.completed": "a record",
    "bots.Trial.record": "a record, shown as plain text and parsed",
    "bots.BotTestMatch.record": "a record, likewise",
    "accounts.Change.club": "an id",
    "accounts.Change.template": "a sentence of ours, in which facts are filled",
    "tournaments.RoundStep.template": "a sentence of ours, in which facts are filled",
    "accounts.Account.email": "an address; those of everybody who knocks are asked for by it",
}


def text_fields() -> Iterator[models.Field[object, object]]:
    """Every column in which somebody's words may stand."""
    for model in apps.get_models():
        if model._meta.app_label not in OURS or model._meta.proxy:
            continue
        for field in model._meta.concrete_fields:
            is_text = isinstance(field, models.CharField | models.TextField) and not isinstance(field, models.SlugField)
            name = f"{model._meta.label}.{field.name}"
            if is_text and not field.choices and field.name not in MADE_BY_THE_HOUSE and name not in PARSED:
                yield field


def furnish(world: World) -> None:
    """Have everything made that any row of the table asks for, an answer to its report and a change of its rounds."""
    for row in TABLE:
        row.arguments(world)
    dispute_report(report=filed(world), by=world.fergus.player, reason="It was the other way round.")
    for each in Round.objects.all():
        before = as_stored(tables_of(each))
        RoundStep.objects.create(
            round=each, revision=each.revision + 1, template="Changed.", why="They asked.", before=before
        )


def taint(text: str = ALL) -> dict[str, int]:
    """Write the text, every payload unless another is given, into every such column; how many rows, by its name."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    return {f"{field.model._meta.label}.{field.name}": _tainted(field, text) for field in text_fields()}


def _tainted(field: models.Field[object, object], text: str) -> int:
    table, column = field.model._meta.db_table, field.column
    with connection.cursor() as cursor:
        cursor.execute(f'ALTER TABLE "{table}" DISABLE TRIGGER USER')  # the ledger's, which lets nobody change it
        cursor.execute(f'ALTER TABLE "{table}" ALTER COLUMN "{column}" TYPE text')
        own = " || ' ' || \"id\"::text" if field.model._meta.pk.name == "id" else ""
        try:
            with transaction.atomic():
                cursor.execute(f'UPDATE "{table}" SET "{column}" = %s{own}', [text])
        except DatabaseError as error:
            raise AssertionError(f"{table}.{column} takes no payload: {error}") from error
        return int(cursor.rowcount)
