"""The ledger for operators: to read, never to change."""

from typing import Any

from django.contrib import admin

from league.results.models import Pool, Result, ResultSeat


class ReadOnly:
    """What stands in the ledger stays: no adding, changing or deleting in the admin."""

    def has_add_permission(self, *_: Any, **__: Any) -> bool:
        """Results are entered by the services alone."""
        return False

    def has_change_permission(self, *_: Any, **__: Any) -> bool:
        """A result is corrected by one that supersedes it."""
        return False

    def has_delete_permission(self, *_: Any, **__: Any) -> bool:
        """Nothing leaves the ledger."""
        return False


class ResultSeatInline(ReadOnly, admin.TabularInline[ResultSeat, Result]):
    """The seats of a result."""

    model = ResultSeat
    extra = 0
    fields = ("seat", "player", "points", "place")


@admin.register(Pool)
class PoolAdmin(admin.ModelAdmin[Pool]):
    """Pools may be renamed; what they compare is fixed from the first result on."""

    list_display = ("name", "game", "player_kind", "seats", "club", "rating_system", "rates_play", "next_number")
    list_filter = ("game", "player_kind")
    search_fields = ("name", "slug", "public_id")
    readonly_fields = ("slug", "game", "player_kind", "seats", "club", "rating_system", "next_number")

    def has_add_permission(self, *_: Any, **__: Any) -> bool:
        """A pool is made by what needs it."""
        return False

    def has_delete_permission(self, *_: Any, **__: Any) -> bool:
        """A pool keeps its ledger."""
        return False


@admin.register(Result)
class ResultAdmin(ReadOnly, admin.ModelAdmin[Result]):
    """The ledger, newest first."""

    list_display = ("pool", "number", "subject", "how", "is_rated", "played_at", "entered_at", "supersedes")
    list_display_links = ("number",)
    list_filter = ("how", "is_rated", "pool")
    list_select_related = ("pool", "supersedes")
    search_fields = ("=subject", "=evidence", "=block")
    ordering = ("-id",)
    show_full_result_count = False
    inlines = (ResultSeatInline,)
