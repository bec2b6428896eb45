"""Reviews in the admin."""

from django.contrib import admin

from games.reviews.models import Review


@admin.register(Review)
class ReviewAdmin(admin.ModelAdmin[Review]):
    """The queue of reviews. A deleted one can be requested again."""

    list_display = ("public_id", "match", "record", "status", "attempt", "created_at", "finished_at")
    list_select_related = ("match", "record")
    list_filter = ("status",)
    search_fields = ("public_id", "match__public_id", "record__public_id")
    show_full_result_count = False
    fields = readonly_fields = (
        *("public_id", "match", "record", "version", "requested_by", "of", "status"),
        *("attempt", "lease_until", "enqueued_at", "created_at", "finished_at", "attempt_log"),
    )
