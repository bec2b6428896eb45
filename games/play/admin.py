"""Games against bots in the admin; hands are never shown."""

from django.contrib import admin

from games.play.models import PracticeGame
from league.common.admin import NeverAdded


@admin.register(PracticeGame)
class PracticeGameAdmin(NeverAdded, admin.ModelAdmin[PracticeGame]):
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
