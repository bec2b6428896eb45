"""Records in the admin: failed checks, their logs, and queueing them again. Never a text."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.records.models import SubmittedRecord
from games.records.verification import queue_records_again
from league.common.admin import NeverDeleted


@admin.register(SubmittedRecord)
class SubmittedRecordAdmin(NeverDeleted, admin.ModelAdmin[SubmittedRecord]):
    """The queue and its logs, without drafts, which only their recorders see."""

    list_display = ("public_id", "game", "club", "by", "status", "attempt", "sent_at", "checked_at")
    list_filter = ("status", "game")
    list_select_related = ("club", "by")
    search_fields = ("public_id", "by__name", "subject")
    show_full_result_count = False
    actions = ("queue_again",)
    fields = readonly_fields = (
        *("public_id", "uuid", "subject", "club", "by", "pool", "game", "rules_version", "fingerprint", "status"),
        *("attempt", "lease_until", "enqueued_at", "sent_at", "checked_at", "attempt_log"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[SubmittedRecord]:
        """Leave out drafts."""
        return super().get_queryset(request).exclude(status=SubmittedRecord.Status.DRAFT)

    @admin.action(description=_("Queue failed records again"), permissions=["change"])
    def queue_again(self, request: HttpRequest, queryset: QuerySet[SubmittedRecord]) -> None:
        """Give the chosen records new attempts."""
        count = queue_records_again(records=queryset)
        sentence = ngettext("%(count)d record is queued again.", "%(count)d records are queued again.", count)
        self.message_user(request, sentence % {"count": count}, messages.SUCCESS if count else messages.WARNING)
