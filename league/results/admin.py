"""The ledger for site admins: to read, never to change."""

from typing import Any

from django.contrib import admin
from django.forms import ModelForm, Select
from django.http import HttpRequest

from league.common.admin import NeverDeleted, ReadOnly
from league.results.models import NewStrength, Pool, Report, ReportAnswer, ReportSeat, Result, ResultSeat


class ResultSeatInline(ReadOnly, admin.TabularInline[ResultSeat, Result]):
    """The seats of a result."""

    model = ResultSeat
    extra = 0
    fields = ("seat", "player", "points", "place")


@admin.register(Pool)
class PoolAdmin(NeverDeleted, admin.ModelAdmin[Pool]):
    """Admin of pools: name and rating system can change; game, player kind, seats and club are read-only."""

    list_display = ("name", "game", "player_kind", "seats", "club", "rating_system", "rates_play", "next_number")
    list_filter = ("game", "player_kind")
    search_fields = ("name", "slug", "public_id")
    readonly_fields = ("slug", "game", "player_kind", "seats", "club", "next_number")

    def get_form(
        self, request: HttpRequest, obj: Pool | None = None, change: bool = False, **kwargs: Any
    ) -> type[ModelForm[Pool]]:
        """Offer the rating systems by name."""
        form = super().get_form(request, obj, change=change, **kwargs)
        if obj and "rating_system" in form.base_fields:
            systems = [(system.slug, system.name) for system in obj.rating_systems()]
            form.base_fields["rating_system"].widget = Select(choices=systems)
        return form


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


class ReportSeatInline(ReadOnly, admin.TabularInline[ReportSeat, Report]):
    """The result by a report."""

    model = ReportSeat
    extra = 0
    fields = ("seat", "player", "points", "place")


class ReportAnswerInline(ReadOnly, admin.TabularInline[ReportAnswer, Report]):
    """The answers to a report."""

    model = ReportAnswer
    extra = 0
    fields = ("by", "agrees", "reason", "given_at")


@admin.register(Report)
class ReportAdmin(ReadOnly, admin.ModelAdmin[Report]):
    """Reports, newest first; organisers resolve them on the club's pages."""

    list_display = ("public_id", "club", "by", "status", "created_at", "confirms_itself_at", "closed_at")
    list_filter = ("status", "club")
    list_select_related = ("club", "by")
    search_fields = ("=public_id", "=subject")
    ordering = ("-id",)
    inlines = (ReportSeatInline, ReportAnswerInline)


@admin.register(NewStrength)
class NewStrengthAdmin(ReadOnly, admin.ModelAdmin[NewStrength]):
    """New versions of bots, which restart their ratings."""

    list_display = ("pool", "number", "player", "begins_again", "at")
    list_select_related = ("pool", "player")
    list_filter = ("begins_again",)
