"""Clubs and their members."""

import secrets

from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _

from league.accounts.models import Account, Player
from league.common.models import Row
from league.common.timezones import ZoneField


class Club(Row):
    """A club; it runs tournaments and has pools of its own."""

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(max_length=80, unique=True)
    summary = models.CharField(_("description"), max_length=200, blank=True)
    is_public = models.BooleanField(_("public"), default=True)
    time_zone = ZoneField(_("time zone"), max_length=64, default="Europe/London")
    shortens_names = models.BooleanField(_("short names for non-members"), default=False, db_default=False)
    confirms_results = models.BooleanField(
        _("another player must confirm each reported result"), default=True, db_default=True
    )
    confirm_hours = models.PositiveSmallIntegerField(
        _("automatic confirmation after (hours)"), default=48, db_default=48
    )

    member_count: int
    """The number of members, if the query annotated it."""

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name"),
            models.CheckConstraint(condition=Q(confirm_hours__range=(1, 336)), name="club_confirms_within_two_weeks"),
        ]

    def __str__(self) -> str:
        return self.name


class FormerSlug(models.Model):
    """A former slug of a club, which redirects."""

    slug = models.SlugField(max_length=80, unique=True)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="former_slugs")

    def __str__(self) -> str:
        return self.slug


class Membership(Row):
    """A player's membership of a club. Roles above member only matter for players with an account."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        ORGANISER = "organiser", _("organiser")
        SCORER = "scorer", _("scorer")
        MEMBER = "member", _("member")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(_("role"), max_length=9, choices=Role, default=Role.MEMBER)
    number = models.CharField(_("member number"), max_length=20, blank=True, default="", db_default="")

    is_separate = False  # whether the account joined beside the player that its invitation names
    played_before = False  # whether who was just admitted by name brought results along (`admit_by_name`)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="membership_once_a_club"),
            models.UniqueConstraint(
                "club", Upper("number"), condition=~Q(number=""), name="membership_number_once_a_club"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.get_role_display()})"

    @property
    def rank(self) -> int:
        """The higher, the more the role may do."""
        return [self.Role.MEMBER, self.Role.SCORER, self.Role.ORGANISER, self.Role.OWNER].index(self.Role(self.role))


class Invitation(Row):
    """An invitation to join a club as a member, for the holder of its link.

    The key is kept as it is, so that organisers can copy the link again. With `player`, a member without an account,
    joining also makes that player the account's. An accepted invitation is kept for a while, so that accepting it
    twice is harmless.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(_("e-mail address"))
    key = models.CharField(max_length=43, unique=True, default=secrets.token_urlsafe)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="invitations")
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.UniqueConstraint(fields=["club", "email"], name="invitation_once_a_club"),
            models.UniqueConstraint(fields=["club", "player"], name="invitation_once_a_member"),
        ]

    def __str__(self) -> str:
        return self.email


class JoinLink(Row):
    """The link by which its holders join a club as members, or ask to."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="join_links")
    key = models.CharField(max_length=43, unique=True, default=secrets.token_urlsafe)
    needs_approval = models.BooleanField(_("an organiser approves each person"), default=True)
    made_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("join link")
        verbose_name_plural = _("join links")
        constraints = [
            models.UniqueConstraint(fields=["club"], condition=Q(revoked_at=None), name="join_link_once_a_club")
        ]

    def __str__(self) -> str:
        return self.public_id


class JoinRequest(Row):
    """A player who asks to join a club by its join link, and waits for an organiser."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="join_requests")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("request to join")
        verbose_name_plural = _("requests to join")
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="join_request_once_a_club")]

    def __str__(self) -> str:
        return f"{self.player}: {self.club}"


class ViewOnlyLink(Row):
    """A view-only link: shows a private club to its holders until it is revoked."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="view_only_links")
    label = models.CharField(_("recipient"), max_length=80, blank=True)
    key = models.CharField(max_length=43, unique=True, default=secrets.token_urlsafe)
    made_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("view-only link")
        verbose_name_plural = _("view-only links")
        db_table = "clubs_showlink"  # its name in version 0.2.0, which writes to it until every machine is upgraded

    def __str__(self) -> str:
        return self.label or self.public_id
