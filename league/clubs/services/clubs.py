"""Writes of clubs: create, change, find owners for clubs without one, and view-only links to private clubs."""

from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.audit_log import note
from league.accounts.models import Account, Change, Player
from league.accounts.names import clean_name
from league.accounts.queries import player_of
from league.accounts.services.accounts import check_zone
from league.clubs.errors import ClubNameMissing, NotYours, TooManyClubs, TooManyLinks, WrongHours
from league.clubs.models import Club, FormerSlug, Membership, ViewOnlyLink
from league.clubs.permissions import rights_of
from league.clubs.queries import slug_is_taken
from league.clubs.signals import club_changed

MOST_LINKS = 50
LONGEST_LABEL = 80
LONGEST_NAME = 80
MOST_CLUBS_A_DAY = 10  # of one account
LONGEST_WAIT = 14 * 24  # hours until a report confirms itself
_SLUG_LOCK = 0x636C756273  # the advisory lock on new slugs: "clubs"
_RESERVED = frozenset({"new"})  # slugs that are other pages


@transaction.atomic
def make_view_only_link(*, club: Club, label: str = "", by: Account | None = None) -> ViewOnlyLink:
    """Return a new link that shows the club read-only. Raise `NotYours` or `TooManyLinks`."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    _check_owner(by, club)
    if club.view_only_links.filter(revoked_at=None).count() >= MOST_LINKS:
        raise TooManyLinks(_("The club already has %(most)d view-only links. Revoke one first.") % {"most": MOST_LINKS})
    label = " ".join(label.split())[:LONGEST_LABEL]
    link = ViewOnlyLink.objects.create(club=club, label=label, made_by=player_of(by) if by else None)
    template = gettext_noop("A view-only link was created (%(label)s).")
    note("view-only-link-made", template, by=by, club=club.public_id, facts={"label": str(link)})
    return link


@transaction.atomic
def revoke_view_only_link(*, link: ViewOnlyLink, by: Account | None = None) -> None:
    """Revoke a view-only link. Idempotent. Raise `NotYours`."""
    link = ViewOnlyLink.objects.select_for_update(of=("self",)).select_related("club").get(pk=link.pk)
    _check_owner(by, link.club)
    if link.revoked_at is not None:
        return
    link.revoked_at = timezone.now()
    link.save(update_fields=["revoked_at"])
    template = gettext_noop("The view-only link (%(label)s) was revoked.")
    note("view-only-link-revoked", template, by=by, club=link.club.public_id, facts={"label": str(link)})


def _check_owner(by: Account | None, club: Club) -> None:
    """Raise `NotYours` unless the account owns the club; `None` is the site itself."""
    if by is not None and not rights_of(by, club).administer:
        raise NotYours(_("Only owners of %(club)s can create and revoke these links. Ask an owner.") % {"club": club})


_SETTING_MESSAGES = {
    ("is_public", True): gettext_noop("The club became public."),
    ("is_public", False): gettext_noop("The club became private."),
    ("confirms_results", True): gettext_noop("Another player must now confirm each reported result."),
    ("confirms_results", False): gettext_noop("Results that players report now count at once."),
    ("shortens_names", True): gettext_noop("Non-members now see short names."),
    ("shortens_names", False): gettext_noop("Non-members now see full names."),
}


@transaction.atomic
def found_club(
    *,
    name: str,
    by: Player | None = None,
    summary: str = "",
    is_public: bool = True,
    time_zone: str = "Europe/London",
) -> Club:
    """Return a new club whose owner is `by`; without one, the first site admin becomes its owner.

    Raise `ClubNameMissing`, `TooManyClubs` or `UnknownZone`.
    """
    name = _checked_name(name)
    if by is not None:
        _check_daily_limit(by)
    check_zone(time_zone)
    club = Club.objects.create(
        name=name, slug=_free_slug(name), summary=summary, is_public=is_public, time_zone=time_zone
    )
    if by is not None:
        Membership.objects.create(club=club, player=by, role=Membership.Role.OWNER)
    account = by.account if by else None
    note("club-founded", gettext_noop("The club was created."), by=account, club=club.public_id)
    return club


@transaction.atomic
def change_club(
    *,
    club: Club,
    name: str,
    summary: str,
    is_public: bool,
    time_zone: str,
    confirms_results: bool | None = None,
    confirm_hours: int | None = None,
    shortens_names: bool | None = None,
    by: Account | None = None,
) -> Club:
    """Change the club's profile, how results are confirmed, and whether names are shortened.

    `None` leaves a setting as it is. A new name gets a new slug; the former one redirects. Waiting reports keep their
    deadlines. Raise `NotYours`, `ClubNameMissing`, `UnknownZone` or `WrongHours`.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    if by is not None and not rights_of(by, club).administer:
        raise NotYours(_("Only owners of %(club)s can change the settings. Ask an owner.") % {"club": club})
    name = _checked_name(name)
    check_zone(time_zone)
    before = Club.objects.get(pk=club.pk)
    if slugify(name) != slugify(club.name):
        FormerSlug.objects.create(slug=club.slug, club=club)
        club.slug = _slug_for(club, name)
    club.name, club.summary, club.is_public, club.time_zone = name, summary, is_public, time_zone
    club.confirms_results = club.confirms_results if confirms_results is None else confirms_results
    club.confirm_hours = club.confirm_hours if confirm_hours is None else _checked_hours(confirm_hours)
    club.shortens_names = club.shortens_names if shortens_names is None else shortens_names
    _note_changes(club, before, by)
    club.save()
    club_changed.send(sender=Club, club=club)
    return club


@transaction.atomic
def assign_missing_owner(*, player: Player) -> list[Club]:
    """Make a player the owner of every club without an owner; return those clubs."""
    clubs = list(Club.objects.select_for_update().exclude(memberships__role=Membership.Role.OWNER).order_by("id"))
    for club in clubs:
        Membership.objects.update_or_create(club=club, player=player, defaults={"role": Membership.Role.OWNER})
        template = gettext_noop("%(player)s became the owner, because the club had none.")
        note("owner-found", template, by=None, club=club.public_id, facts={"player": player})
    return clubs


def _check_daily_limit(founder: Player) -> None:
    """Raise `TooManyClubs` if the player created too many clubs in 24 hours. Lock the player."""
    Player.objects.select_for_update(no_key=True).get(pk=founder.pk)
    founded = Change.objects.filter(by=founder, verb="club-founded", at__gt=timezone.now() - timedelta(days=1))
    if founded.count() >= MOST_CLUBS_A_DAY:
        sentence = _("You can create at most %(most)d clubs a day. Create the next one tomorrow.")
        raise TooManyClubs(sentence % {"most": MOST_CLUBS_A_DAY})


def _note_changes(club: Club, before: Club, by: Account | None) -> None:
    """Write an audit log entry for each setting that has changed."""
    templates = {
        "name": gettext_noop("The club was renamed from %(before)s to %(after)s."),
        "summary": gettext_noop("The description was changed."),
        "is_public": _SETTING_MESSAGES["is_public", club.is_public],
        "time_zone": gettext_noop("The time zone was changed from %(before)s to %(after)s."),
        "confirms_results": _SETTING_MESSAGES["confirms_results", club.confirms_results],
        "confirm_hours": gettext_noop(
            "The hours until automatic confirmation were changed from %(before)s to %(after)s."
        ),
        "shortens_names": _SETTING_MESSAGES["shortens_names", club.shortens_names],
    }
    for name, template in templates.items():
        old, new = getattr(before, name), getattr(club, name)
        if old != new:
            facts = {"before": str(old), "after": str(new)} if "%(" in template else None
            note("club-changed", template, by=by, club=club.public_id, facts=facts)


def _checked_name(name: str) -> str:
    """Return the name with single spaces. Raise `ClubNameMissing`."""
    return clean_name(name, LONGEST_NAME, ClubNameMissing, _("Enter a name for the club."))


def _checked_hours(hours: int) -> int:
    """Return the hours. Raise `WrongHours` if there are too few or too many."""
    if not 1 <= hours <= LONGEST_WAIT:
        raise WrongHours(
            _("Enter a number of hours from 1 to %(most)d (two weeks).") % {"most": LONGEST_WAIT},
            field="confirm_hours",
        )
    return hours


def _slug_for(club: Club, name: str) -> str:
    """Return a free slug, or a former slug of the club, which no longer redirects then."""
    former = club.former_slugs.filter(slug=_slug_stem(name)).first()
    if former is None:
        return _free_slug(name)
    former.delete()
    return former.slug


def _free_slug(name: str) -> str:
    """Return an unused slug, and lock slugs until this club is saved."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_SLUG_LOCK])
    stem = _slug_stem(name)
    slug, number = stem, 1
    while slug in _RESERVED or slug_is_taken(slug):
        number += 1
        slug = f"{stem}-{number}"
    return slug


def _slug_stem(name: str) -> str:
    return slugify(name)[:70].strip("-") or "club"
