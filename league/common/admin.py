"""Base classes of the Django admin in every app."""

from typing import Any, TypeVar

from django.contrib import admin
from django.db.models import Model

ModelT = TypeVar("ModelT", bound=Model)


class RowAdmin(admin.ModelAdmin[ModelT]):
    """Base admin of `Row` models, of which there can be many: short pages, without a count of all rows."""

    list_per_page = 50
    show_full_result_count = False  # counting a long ledger is slow


class NeverAdded:
    """Mixin: rows cannot be added by hand; services add them."""

    def has_add_permission(self, *_: Any, **__: Any) -> bool:
        """Return False."""
        return False


class NeverDeleted(NeverAdded):
    """Mixin: rows cannot be added or deleted, since others refer to them; admin actions can change them."""

    def has_delete_permission(self, *_: Any, **__: Any) -> bool:
        """Return False."""
        return False


class ReadOnly(NeverDeleted):
    """Mixin: rows cannot be added, changed or deleted by hand."""

    def has_change_permission(self, *_: Any, **__: Any) -> bool:
        """Return False."""
        return False


class ReadOnlyAdmin(ReadOnly, RowAdmin[ModelT]):
    """Read-only admin of `Row` models."""
