"""Base classes of the Django admin in every app."""

from typing import Any, TypeVar

from django.contrib import admin
from django.db.models import Model

Noun = TypeVar("Noun", bound=Model)


class RowAdmin(admin.ModelAdmin[Noun]):
    """Base admin of `Row` models: generated keys and times are read-only."""

    list_per_page = 50
    show_full_result_count = False  # counting a long ledger costs more than it tells


class NeverAdded:
    """Rows that only services add."""

    def has_add_permission(self, *_: Any, **__: Any) -> bool:
        """Return False."""
        return False


class NeverDeleted(NeverAdded):
    """Rows that only services add and other rows refer to: no deletion; admin actions can change them."""

    def has_delete_permission(self, *_: Any, **__: Any) -> bool:
        """Return False."""
        return False


class ReadOnly(NeverDeleted):
    """Rows that only services write."""

    def has_change_permission(self, *_: Any, **__: Any) -> bool:
        """Return False."""
        return False


class ReadOnlyAdmin(ReadOnly, RowAdmin[Noun]):
    """Admin of rows that only the site itself writes: read-only."""
