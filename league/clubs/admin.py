"""Clubs for operators."""

from django.contrib import admin

from league.clubs.models import Club, FormerSlug, Membership
from league.shared.admin import HouseAdmin


class MembershipInline(admin.TabularInline[Membership, Club]):
    """Who belongs to the club."""

    model = Membership
    extra = 0
    raw_id_fields = ("player",)


class FormerSlugInline(admin.TabularInline[FormerSlug, Club]):
    """Addresses it once had."""

    model = FormerSlug
    extra = 0


@admin.register(Club)
class ClubAdmin(HouseAdmin[Club]):
    """Clubs by name."""

    list_display = ("name", "slug", "is_public", "created_at")
    list_filter = ("is_public",)
    search_fields = ("name", "slug")
    readonly_fields = ("public_id", "created_at")
    inlines = (MembershipInline, FormerSlugInline)
