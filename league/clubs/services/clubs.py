"""Clubs: founding one, changing what it says of itself, finding owners for those without."""

from django.db import connection, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from league.clubs.errors import NamelessClub, NotYours
from league.clubs.models import Club, FormerSlug, Membership
from league.clubs.rules import is_owner
from league.clubs.selectors import slug_is_taken
from league.members.models import Account, Player
from league.members.services.accounts import check_zone

LONGEST_NAME = 80
_ADDRESSES = 0x636C756273  # the advisory lock on giving out addresses: "clubs"
_RESERVED = frozenset({"new"})  # addresses beside the clubs' own


@transaction.atomic
def found_club(
    *,
    name: str,
    by: Player | None = None,
    summary: str = "",
    is_public: bool = True,
    time_zone: str = "Europe/London",
) -> Club:
    """Return a new club whose owner is `by`; without one it waits for whoever owns the place. Raises `NamelessClub`."""
    name = _shown(name)
    check_zone(time_zone)
    club = Club.objects.create(
        name=name, slug=_free_slug(name), summary=summary, is_public=is_public, time_zone=time_zone
    )
    if by is not None:
        Membership.objects.create(club=club, player=by, role=Membership.Role.OWNER)
    return club


@transaction.atomic
def change_club(
    *, club: Club, name: str, summary: str, is_public: bool, time_zone: str, by: Account | None = None
) -> Club:
    """Change what the club says of itself. A new name brings a new address; the former one leads there."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    if by is not None and not is_owner(by, club):
        raise NotYours(_("Only the owners of %(club)s change its settings. Ask one of them.") % {"club": club})
    name = _shown(name)
    check_zone(time_zone)
    if slugify(name) != slugify(club.name):
        FormerSlug.objects.create(slug=club.slug, club=club)
        club.slug = _slug_for(club, name)
    club.name, club.summary, club.is_public, club.time_zone = name, summary, is_public, time_zone
    club.save()
    return club


@transaction.atomic
def own_orphaned_clubs(*, player: Player) -> list[Club]:
    """Make a player the owner of every club that has none; returns those clubs."""
    clubs = list(Club.objects.select_for_update().exclude(memberships__role=Membership.Role.OWNER).order_by("id"))
    for club in clubs:
        Membership.objects.update_or_create(club=club, player=player, defaults={"role": Membership.Role.OWNER})
    return clubs


def _shown(name: str) -> str:
    words = " ".join(name.split())
    if not words or not words.isprintable():
        raise NamelessClub(_("A club needs a name: write what its members call it."), field="name")
    if len(words) > LONGEST_NAME:
        raise NamelessClub(
            _("A name may have at most %(most)d letters; this one has %(count)d.")
            % {"most": LONGEST_NAME, "count": len(words)},
            field="name",
        )
    return words


def _slug_for(club: Club, name: str) -> str:
    """A free address, or one of the club's own former ones, which it takes back."""
    own = club.former_slugs.filter(slug=_stem(name)).first()
    if own is None:
        return _free_slug(name)
    own.delete()
    return own.slug


def _free_slug(name: str) -> str:
    """An address nobody has or had; whoever looks for one at the same time waits until this club is saved."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_ADDRESSES])
    stem = _stem(name)
    slug, number = stem, 1
    while slug in _RESERVED or slug_is_taken(slug):
        number += 1
        slug = f"{stem}-{number}"
    return slug


def _stem(name: str) -> str:
    return slugify(name)[:70].strip("-") or "club"
