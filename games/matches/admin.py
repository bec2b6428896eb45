"""Matches in the admin: failed matches, their logs, and queueing them again."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.matches.claims import queue_again
from games.matches.models import Match, MatchSeat
from league.common.admin import NeverDeleted


class MatchSeatInline(NeverDeleted, admin.TabularInline[MatchSeat, Match]):
    """The seats of a match."""

    model = MatchSeat
    fields = readonly_fields = ("seat", "player", "bot", "playouts", "points", "place", "fault")
    extra = 0


@admin.register(Match)
class MatchAdmin(NeverDeleted, admin.ModelAdmin[Match]):
    """The queue and its logs. Records are on the site, when their block is open."""

    list_display = ("public_id", "game", "status", "attempt", "enqueued_at", "started_at", "finished_at")
    list_filter = ("status", "game", "rules_version")
    search_fields = ("public_id", "subject")
    date_hierarchy = "created_at"
    show_full_result_count = False
    actions = ("queue_again",)
    inlines = (MatchSeatInline,)
    fields = readonly_fields = (
        *("public_id", "subject", "block", "rotation", "pool", "game", "rules_version", "options", "cost"),
        *("status", "attempt", "lease_until", "enqueued_at", "started_at", "finished_at", "attempt_log"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Leave out the outcomes of withheld matches; failed ones are listed."""
        return super().get_queryset(request).exclude(status=Match.Status.DONE, block__is_withheld=True)

    @admin.action(description=_("Retry failed matches"), permissions=["change"])
    def queue_again(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """Give the chosen matches new attempts."""
        count = queue_again(matches=queryset)
        sentence = ngettext("%(count)d match queued again.", "%(count)d matches queued again.", count)
        self.message_user(request, sentence % {"count": count}, messages.SUCCESS if count else messages.WARNING)
