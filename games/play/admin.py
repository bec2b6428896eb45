"""Games against bots in the admin; hands are never shown."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin

from games.play.models import Sitting

if TYPE_CHECKING:  # Django's own classes take no parameters when the code runs
    SittingPages = admin.ModelAdmin[Sitting]
else:
    SittingPages = admin.ModelAdmin


@admin.register(Sitting)
class SittingAdmin(SittingPages):
    """Games against bots, to read and to delete."""

    list_display = ("public_id", "game", "player", "status", "touched_at")
    list_filter = ("status", "game")
    list_select_related = ("player",)
    search_fields = ("public_id", "player__name")
    show_full_result_count = False
    fields = readonly_fields = (
        *("public_id", "game", "rules_version", "options", "player", "seat", "bots", "status", "pool", "match"),
        *("created_at", "touched_at"),
    )

    def has_add_permission(self, *_: Any, **__: Any) -> bool:
        """Return False: people start games themselves."""
        return False
