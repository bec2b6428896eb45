"""Ladders in the admin."""

from typing import TYPE_CHECKING

from django.contrib import admin

from games.ladder.models import Ladder

if TYPE_CHECKING:  # Django's own classes take no parameters when the code runs
    LadderPages = admin.ModelAdmin[Ladder]
else:
    LadderPages = admin.ModelAdmin


@admin.register(Ladder)
class LadderAdmin(LadderPages):
    """Ladders are opened and closed here; a closed one starts no more blocks."""

    list_display = ("pool", "is_open", "turn", "planned_at")
    list_select_related = ("pool",)
    list_editable = ("is_open",)
    fields = ("pool", "is_open", "turn", "planned_at")
    readonly_fields = ("pool", "turn", "planned_at")
