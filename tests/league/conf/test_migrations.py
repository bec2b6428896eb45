"""Migrations match the models, and an older version can write to a newer schema."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.core.management import call_command
from django.db.migrations import AddField, CreateModel, Migration
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED, Field

OURS = ("league.", "games.")


def columns_added() -> Iterator[tuple[str, Field[object, object]]]:
    """Columns of our tables that came later than their table and are still there, by their names."""
    for migration in MigrationLoader(None).disk_migrations.values():
        for step in steps_on_older_tables(migration):
            try:
                field = apps.get_model(migration.app_label, step.model_name)._meta.get_field(step.name)
            except (LookupError, FieldDoesNotExist):  # removed or renamed
                continue
            assert isinstance(field, Field)
            yield f"{migration.app_label}.{step.model_name}.{step.name}", field


def steps_on_older_tables(migration: Migration) -> list[AddField]:
    if not migration.__module__.startswith(OURS):
        return []
    made = {step.name_lower for step in migration.operations if isinstance(step, CreateModel)}
    added = [step for step in migration.operations if isinstance(step, AddField)]
    return [step for step in added if step.model_name_lower not in made]


def may_be_left_out(field: Field[object, object]) -> bool:
    """Whether the database knows what to write where an older Moothill names no value."""
    return field.null or bool(field.many_to_many) or field.db_default is not NOT_PROVIDED


@pytest.mark.django_db
def test_the_models_and_migrations_of_every_app_agree() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_a_machine_that_is_upgraded_last_writes_rows_without_the_new_columns() -> None:
    assert [name for name, field in columns_added() if not may_be_left_out(field)] == []


def test_each_app_starts_from_one_initial_migration() -> None:
    ours = [one for one in (MigrationLoader(None).disk_migrations or {}).values() if one.__module__.startswith(OURS)]
    initial = [one.app_label for one in ours if one.initial]
    assert sorted(initial) == sorted({one.app_label for one in ours})
