"""Clubs in the admin."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from league.accounts.services.one_time_links import revoke_claim_link
from league.clubs.models import Club, FormerSlug, Membership
from league.common.admin import RowAdmin


class MembershipInline(admin.TabularInline[Membership, Club]):
    """The members of the club."""

    model = Membership
    extra = 0
    raw_id_fields = ("player",)


class FormerSlugInline(admin.TabularInline[FormerSlug, Club]):
    """Former slugs."""

    model = FormerSlug
    extra = 0


@admin.register(Club)
class ClubAdmin(RowAdmin[Club]):
    """Clubs by name."""

    list_display = ("name", "slug", "is_public", "created_at")
    list_filter = ("is_public",)
    search_fields = ("name", "slug")
    readonly_fields = ("public_id", "created_at")
    inlines = (MembershipInline, FormerSlugInline)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Revoke claim links, as when members are added or get another role."""
        super().save_formset(request, form, formset, change)
        written = [*formset.new_objects, *(row for row, _fields in formset.changed_objects)]
        for membership in (row for row in written if isinstance(row, Membership)):
            revoke_claim_link(player=membership.player)
