"""Webhooks in the admin, without the secret parts of their addresses."""

from django.contrib import admin

from league.common.admin import ReadOnlyAdmin
from league.integrations.models import Webhook


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin[Webhook]):
    """The webhooks of clubs, and their failures."""

    list_display = ("host", "club", "made_by", "is_on", "failures", "next_try_at", "ended_at")
    list_filter = ("is_on",)
    list_select_related = ("club", "made_by")
    search_fields = ("club__name",)
    exclude = ("address", "salt")
