"""Bots in the admin."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.bots.models import BotTestMatch, BuiltinBot, RemoteBot, UploadedBot, Version
from games.bots.version_checks import check_again
from league.common.admin import NeverDeleted


@admin.register(BuiltinBot)
class BuiltinBotAdmin(admin.ModelAdmin[BuiltinBot]):
    """The strategy and the player of built-in bots."""

    list_display = ("player", "strategy", "playouts")
    list_select_related = ("player",)
    search_fields = ("player__name", "strategy")
    raw_id_fields = ("player",)


@admin.register(UploadedBot)
class UploadedBotAdmin(NeverDeleted, admin.ModelAdmin[UploadedBot]):
    """Uploaded bots and their owners."""

    list_display = ("public_id", "player", "paused_at", "retired_at")
    list_select_related = ("player",)
    search_fields = ("public_id", "player__name")
    fields = readonly_fields = ("public_id", "player", "name_key", "paused_at", "paused_because", "retired_at")


@admin.register(RemoteBot)
class RemoteBotAdmin(NeverDeleted, admin.ModelAdmin[RemoteBot]):
    """Remote bots and their owners."""

    list_display = ("public_id", "player", "games", "created_at", "retired_at")
    list_select_related = ("player",)
    search_fields = ("public_id", "player__name")
    fields = readonly_fields = ("public_id", "player", "name_key", "games", "created_at", "retired_at")


@admin.register(Version)
class VersionAdmin(NeverDeleted, admin.ModelAdmin[Version]):
    """The queue of checks and the faults of the server; sources and logs belong to the owners."""

    list_display = ("public_id", "bot", "number", "verdict", "active", "attempt", "created_at", "checked_at")
    list_filter = ("verdict",)
    list_select_related = ("bot__player",)
    search_fields = ("public_id", "bot__player__name", "digest")
    show_full_result_count = False
    actions = ("check_again",)
    fields = readonly_fields = (
        *("public_id", "bot", "number", "games", "digest", "verdict", "reason", "active", "attempt", "lease_until"),
        *("enqueued_at", "checked_at", "attempt_log"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Version]:
        """Leave out what only the owner may see."""
        return super().get_queryset(request).defer("source", "files", "log")

    @admin.action(description=_("Repeat check of undecided versions"), permissions=["change"])
    def check_again(self, request: HttpRequest, queryset: QuerySet[Version]) -> None:
        """Give the chosen versions new attempts."""
        count = check_again(versions=queryset)
        sentence = ngettext(
            "%(count)d version queued for a new check.", "%(count)d versions queued for a new check.", count
        )
        self.message_user(request, sentence % {"count": count}, messages.SUCCESS if count else messages.WARNING)


@admin.register(BotTestMatch)
class BotTestMatchAdmin(NeverDeleted, admin.ModelAdmin[BotTestMatch]):
    """The queue of test matches and the faults of the server; results belong to the owners."""

    list_display = ("id", "bot_test", "rotation", "status", "attempt", "enqueued_at", "finished_at")
    list_filter = ("status",)
    list_select_related = ("bot_test",)
    show_full_result_count = False
    fields = readonly_fields = (
        *("bot_test", "rotation", "status", "attempt", "lease_until", "enqueued_at", "finished_at", "attempt_log"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[BotTestMatch]:
        """Leave out what only the owner may see."""
        return super().get_queryset(request).defer("record", "log")
