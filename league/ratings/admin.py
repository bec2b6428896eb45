"""Admin of folds: their progress, and an action to refold."""

from typing import Any

from django.contrib import admin
from django.contrib.admin import action
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from league.ratings.models import Fold
from league.ratings.services import drop_fold, enqueue_fold


@admin.register(Fold)
class FoldAdmin(admin.ModelAdmin[Fold]):
    """The progress of each pool by each of its systems."""

    list_display = ("pool", "system", "folded_number", "seen_number", "generation", "revision", "folded_at")
    list_select_related = ("pool",)
    ordering = ("pool__name", "system")
    exclude = ("state",)
    actions = ("rebuild_fold",)

    @action(description=_("Recalculate all ratings from the first result"))
    def rebuild_fold(self, request: HttpRequest, folds: QuerySet[Fold]) -> None:
        """Delete the fold and enqueue a new one."""
        chosen = list(folds.values_list("pool_id", "system"))
        for pool_id, system in chosen:
            drop_fold(pool_id=pool_id, system=system)
            enqueue_fold(pool_id)
        message = ngettext(
            "%(count)d rating calculation restarted.", "%(count)d rating calculations restarted.", len(chosen)
        )
        self.message_user(request, message % {"count": len(chosen)})

    def has_add_permission(self, *_: Any, **__: Any) -> bool:
        """Return False: folding creates it."""
        return False

    def has_change_permission(self, *_: Any, **__: Any) -> bool:
        """Return False: it follows from the ledger."""
        return False

    def has_delete_permission(self, *_: Any, **__: Any) -> bool:
        """Return False: the action deletes it."""
        return False
