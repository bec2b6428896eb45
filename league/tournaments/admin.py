"""Tournaments for operators: to look at; what changes them goes through their pages."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin

from league.tournaments.models import Entry, Round, Tournament

if TYPE_CHECKING:  # Django's own classes take no parameters when the code runs
    TournamentPages = admin.ModelAdmin[Tournament]
    EntryInline = admin.TabularInline[Entry, Tournament]
    RoundInline = admin.TabularInline[Round, Tournament]
else:
    TournamentPages = admin.ModelAdmin
    EntryInline = RoundInline = admin.TabularInline


class ReadOnly:
    """Organisers change a tournament, on its own pages."""

    def has_add_permission(self, *_: Any, **__: Any) -> bool:
        """Tournaments are made on their club's page."""
        return False

    def has_change_permission(self, *_: Any, **__: Any) -> bool:
        """What is drawn is drawn."""
        return False

    def has_delete_permission(self, *_: Any, **__: Any) -> bool:
        """The ledger names its games; it can be called off."""
        return False


class Entries(ReadOnly, EntryInline):
    """Who plays."""

    model = Entry
    fields = ("number", "player", "joined_round", "left_round")


class Rounds(ReadOnly, RoundInline):
    """What is on the board."""

    model = Round
    fields = ("number", "status", "published_at", "announced_at", "closed_at")


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, TournamentPages):
    """Every tournament, with the facts behind its pages."""

    list_display = ("name", "club", "game", "format", "venue", "status", "started_at", "results_seen")
    list_filter = ("status", "game", "format", "venue")
    list_select_related = ("club",)
    search_fields = ("name", "public_id", "club__name")
    inlines = (Entries, Rounds)
