"""Tournaments in the Django admin, read-only; changes are made on their own pages."""

from django.contrib import admin

from league.common.admin import ReadOnly
from league.tournaments.models import Entry, Round, Tournament


class Entries(ReadOnly, admin.TabularInline[Entry, Tournament]):
    """The entries."""

    model = Entry
    fields = ("number", "player", "joined_round", "left_round")


class Rounds(ReadOnly, admin.TabularInline[Round, Tournament]):
    """The rounds."""

    model = Round
    fields = ("number", "status", "published_at", "announced_at", "closed_at")


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, admin.ModelAdmin[Tournament]):
    """All tournaments with their fields."""

    list_display = ("name", "club", "game", "format", "venue", "status", "started_at", "results_seen")
    list_filter = ("status", "game", "format", "venue")
    list_select_related = ("club",)
    search_fields = ("name", "public_id", "club__name")
    inlines = (Entries, Rounds)
