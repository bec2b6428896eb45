"""Contexts of the pages of a club."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from league.accounts.models import Player
from league.clubs.club_page_sections import ClubCard, cards_of
from league.clubs.display_names import short_name
from league.clubs.forms import SettingsForm
from league.clubs.models import Club, Invitation, JoinLink, JoinRequest
from league.clubs.queries import invitations_to, join_link_of, memberships_of, requests_to
from league.common.phone_links import site_for_links

INVITATIONS_SHOWN = 100  # on a page


@dataclass(frozen=True, slots=True)
class JoiningPart:
    """Context of ways to join; `invitations` are those of the page `invited`, each with its address."""

    join_link: JoinLink | None
    join_address: str
    requests: QuerySet[JoinRequest]
    invitations: list[tuple[Invitation, str]]
    invited: Page[Invitation]


@dataclass(frozen=True, slots=True)
class SettingsPreview:
    """Context of `clubs/_settings_preview.html`: the card, the values of the form, an example of a shown name."""

    card: ClubCard
    values: dict[str, Any]
    example: str


def joining_part(request: HttpRequest, club: Club) -> JoiningPart:
    """Return invitations, join link and requests for the page of a club's players."""
    site, link = site_for_links(request), join_link_of(club)
    invited = Paginator(invitations_to(club), INVITATIONS_SHOWN).get_page(request.GET.get("invited"))
    invitations = [
        (invitation, site + reverse("clubs:open-invitation", args=[invitation.key])) for invitation in invited
    ]
    return JoiningPart(link, join_address(request, link), requests_to(club), invitations, invited)


def join_address(request: HttpRequest, link: JoinLink | None) -> str:
    """Return the address of a join link; "" without one."""
    return site_for_links(request) + reverse("clubs:open-join-link", args=[link.key]) if link else ""


def settings_preview(request: HttpRequest, club: Club, form: SettingsForm) -> SettingsPreview:
    """Return the card of a club as the form has it; of a form that was not sent, as it is stored."""
    values = {name: form[name].value() for name in form.fields}
    shown = Club(name=values["name"] or "", summary=values["summary"] or "", is_public=bool(values["is_public"]))
    shown.pk, shown.public_id, shown.slug = club.pk, club.public_id, club.slug
    shown.member_count = club.member_count
    member = memberships_of(club).exclude(player__kind=Player.Kind.BOT).first()
    name = member.player.name if member else ""
    example = short_name(name) if values["shortens_names"] else name
    return SettingsPreview(cards_of(request, [shown])[0], values, example)
