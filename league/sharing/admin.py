"""Webhooks for operators: where they lead, never the whole address, which may open something elsewhere."""

from django.contrib import admin

from league.shared.admin import ReadOnlyAdmin
from league.sharing.models import Webhook


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin[Webhook]):
    """Which clubs have webhooks, and how they fare."""

    list_display = ("host", "club", "made_by", "is_on", "failures", "next_try_at", "ended_at")
    list_filter = ("is_on",)
    list_select_related = ("club", "made_by")
    search_fields = ("club__name",)
    exclude = ("address", "salt")
