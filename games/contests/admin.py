"""Contests in the admin, read only; organisers change them on their pages."""

from typing import TYPE_CHECKING

from django.contrib import admin

from games.contests.models import Contest

if TYPE_CHECKING:  # Django's own classes take no parameters when the code runs
    ContestPages = admin.ModelAdmin[Contest]
else:
    ContestPages = admin.ModelAdmin


@admin.register(Contest)
class ContestAdmin(ContestPages):
    """Contests and their status."""

    list_display = ("name", "club", "game", "seats", "closes_at", "closed_at", "told_at", "over_at", "called_off_at")
    list_select_related = ("club",)
    search_fields = ("name", "public_id")

    def has_add_permission(self, *_: object) -> bool:
        """Return False: added on the club's page."""
        return False

    def has_change_permission(self, *_: object) -> bool:
        """Return False: changed on its own page."""
        return False

    def has_delete_permission(self, *_: object) -> bool:
        """Return False: cancelled instead."""
        return False
