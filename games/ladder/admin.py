"""Ladders in the admin."""

from django.contrib import admin

from games.ladder.models import Ladder


@admin.register(Ladder)
class LadderAdmin(admin.ModelAdmin[Ladder]):
    """Ladders are opened and closed here; a closed one starts no more blocks."""

    list_display = ("pool", "is_open", "turn", "planned_at")
    list_select_related = ("pool",)
    list_editable = ("is_open",)
    fields = ("pool", "is_open", "turn", "planned_at")
    readonly_fields = ("pool", "turn", "planned_at")
