"""Contests in the admin, read only; organisers change them on their pages."""

from django.contrib import admin

from games.contests.models import Contest
from league.common.admin import ReadOnly


@admin.register(Contest)
class ContestAdmin(ReadOnly, admin.ModelAdmin[Contest]):
    """Contests and their status."""

    list_display = ("name", "club", "game", "seats", "closes_at", "closed_at", "told_at", "over_at", "called_off_at")
    list_select_related = ("club",)
    search_fields = ("name", "public_id")
