"""What the operators' pages of every app share."""

from typing import Any, TypeVar

from django.contrib import admin
from django.db.models import Model

Noun = TypeVar("Noun", bound=Model)


class RowAdmin(admin.ModelAdmin[Noun]):
    """Base admin of `Row` models: generated keys and times are read-only."""

    list_per_page = 50
    show_full_result_count = False  # counting a long ledger costs more than it tells


class NeverAdded:
    """Rows that services alone add."""

    def has_add_permission(self, *_: Any, **__: Any) -> bool:
        """Return False."""
        return False


class Kept(NeverAdded):
    """Rows that services alone add, and that other rows refer to; actions may change them."""

    def has_delete_permission(self, *_: Any, **__: Any) -> bool:
        """Return False."""
        return False


class ReadOnly(Kept):
    """Rows that services alone write."""

    def has_change_permission(self, *_: Any, **__: Any) -> bool:
        """Return False."""
        return False


class ReadOnlyAdmin(ReadOnly, RowAdmin[Noun]):
    """Rows that only the site itself writes; site admins may look at them."""
