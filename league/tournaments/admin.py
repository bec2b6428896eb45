"""Tournaments for operators: to look at; what changes them goes through their pages."""

from django.contrib import admin

from league.shared.admin import ReadOnly
from league.tournaments.models import Entry, Round, Tournament


class Entries(ReadOnly, admin.TabularInline[Entry, Tournament]):
    """Who plays."""

    model = Entry
    fields = ("number", "player", "joined_round", "left_round")


class Rounds(ReadOnly, admin.TabularInline[Round, Tournament]):
    """What is on the board."""

    model = Round
    fields = ("number", "status", "published_at", "announced_at", "closed_at")


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, admin.ModelAdmin[Tournament]):
    """Every tournament, with the facts behind its pages."""

    list_display = ("name", "club", "game", "format", "venue", "status", "started_at", "results_seen")
    list_filter = ("status", "game", "format", "venue")
    list_select_related = ("club",)
    search_fields = ("name", "public_id", "club__name")
    inlines = (Entries, Rounds)
