"""Accounts sign in; players play. An account has at most one player, a player may have no account."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import F, Q
from django.db.models.functions import Lower, Now
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from league.accounts.demo import is_demo_address
from league.common.models import Row
from league.common.timezones import ZoneField


class Accounts(BaseUserManager["Account"]):
    """Manager for Django's commands (`createsuperuser`); sign-up uses `league.accounts.services`."""

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """Return the address as stored: stripped and in lower case, so that it is unique."""
        return (email or "").strip().lower()

    def create_user(self, email: str, password: str | None = None, **extra: object) -> "Account":
        """Return a saved account with a hashed password."""
        account = self.model(email=self.normalize_email(email), **extra)
        account.set_password(password)
        account.save(using=self._db)
        return account

    def create_superuser(self, email: str, password: str | None = None, **extra: object) -> "Account":
        """Return a saved account of a site admin."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **extra)

    def get_by_natural_key(self, username: str | None) -> "Account":
        """Return the account with this address, in upper or lower case."""
        return self.get(email=self.normalize_email(username))


class Account(AbstractBaseUser, PermissionsMixin, Row):
    """A person who signs in by e-mail address."""

    email = models.EmailField(_("e-mail address"), unique=True)
    email_confirmed_at = models.DateTimeField(null=True, blank=True)
    time_zone = ZoneField(_("time zone"), max_length=64, default="Europe/London")
    language = models.CharField(_("language"), max_length=12, default="en-gb")
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("site admin"), default=False)
    visit_began_at = models.DateTimeField(null=True, blank=True)  # the present visit, and the one before
    visited_before_at = models.DateTimeField(null=True, blank=True)

    is_password_removed = False  # and not yet saved

    objects = Accounts()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [models.CheckConstraint(condition=Q(email=Lower("email")), name="account_email_in_small_letters")]

    def __str__(self) -> str:
        return self.email

    @property
    def reads_in(self) -> str:
        """The chosen language; "" for a demo account, which many people share."""
        return "" if is_demo_address(self.email) else self.language

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save, and revoke the API tokens if the password changed.

        A new password signs everybody else out. Rehashing the same password is no change.
        """
        is_new_password = self.is_password_removed or getattr(self, "_password", None) is not None
        had_tokens = not self._state.adding
        with transaction.atomic():
            super().save(*args, **kwargs)
            if is_new_password and had_tokens:
                self.tokens.filter(revoked_at=None).update(revoked_at=timezone.now())
        self.is_password_removed = False

    def set_unusable_password(self) -> None:
        """Disable sign-in by password; `save` then revokes all tokens."""
        super().set_unusable_password()
        self.is_password_removed = True

    def clean(self) -> None:
        """Normalise the address."""
        super().clean()
        self.email = Accounts.normalize_email(self.email)
        if is_demo_address(self.email) and (self.is_staff or self.is_superuser):
            raise ValidationError(_("Demo accounts are open to everybody and cannot be site admins."))


class Players(models.QuerySet["Player"]):
    """Queries of players."""

    def present(self) -> "Players":
        """Return the players who are neither merged into another nor anonymised."""
        return self.filter(merged_into=None, anonymised_at=None)

    def people(self) -> "Players":
        """Return the people who are neither merged into another nor anonymised."""
        return self.present().filter(kind=Player.Kind.PERSON)


class Player(Row):
    """A person or bot with results. Results and ratings refer to players, never to names."""

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        BOT = "bot", _("bot")

    kind = models.CharField(max_length=6, choices=Kind, default=Kind.PERSON)
    name = models.CharField(_("name"), max_length=80)
    account = models.OneToOneField(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="player")
    owner = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="bots")
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged")
    anonymised_at = models.DateTimeField(null=True, blank=True)

    objects = Players.as_manager()

    is_for_reading = False  # whether the row bears the name that a page gives it (`league.clubs.display_names`)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            models.CheckConstraint(condition=Q(kind="person") | Q(account=None), name="player_bot_has_no_account"),
            models.CheckConstraint(condition=Q(kind="bot") | Q(owner=None), name="player_person_has_no_owner"),
            models.CheckConstraint(
                condition=Q(merged_into=None) | ~Q(merged_into=F("id")), name="player_not_merged_into_itself"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; raise if the name is a display name set for a page."""
        if self.is_for_reading:
            raise TypeError("This player has the display name of a page; read the row again to change it.")
        super().save(*args, **kwargs)

    @property
    def current(self) -> "Player":
        """The player, or the one that it was merged into, who is to be read with it."""
        return self.merged_into or self

    @property
    def slug(self) -> str:
        """The readable end of the player's URL; the public id before it decides."""
        return slugify(self.name) or self.kind

    @property
    def is_bot(self) -> bool:
        """Whether a program plays."""
        return self.kind == self.Kind.BOT


class Merge(Row):
    """A merge of two players, with the changes that undo it.

    `club` is the public id of the club whose organiser did it, or "". Each app keeps its part of `changes` under its
    own name. The ledger is never changed.
    """

    former = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merges")
    standing = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    club = models.CharField(max_length=12, blank=True)
    changes = models.JSONField(default=dict)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("merge")
        verbose_name_plural = _("merges")
        constraints = [
            models.UniqueConstraint(fields=["former"], condition=Q(undone_at=None), name="merge_of_a_player_once"),
            models.CheckConstraint(condition=~Q(former=F("standing")), name="merge_of_two_players"),
        ]

    def __str__(self) -> str:
        return f"{self.former} = {self.standing}"


class OneTimeLink(Row):
    """A link that works once. Only the hash of its token is stored."""

    class Purpose(models.TextChoices):
        OWN_THE_PLACE = "own-the-place", _("create the admin account")
        CLAIM_A_PLAYER = "claim-a-player", _("claim a player")

    purpose = models.CharField(max_length=16, choices=Purpose)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="claim_links")
    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL)

    class Meta:
        verbose_name = _("one-time link")
        verbose_name_plural = _("one-time links")
        constraints = [
            models.CheckConstraint(
                condition=Q(purpose="claim-a-player", player__isnull=False)
                | ~Q(purpose="claim-a-player") & Q(player=None),
                name="one_time_link_claims_a_player",
            )
        ]

    def __str__(self) -> str:
        return self.get_purpose_display()


class ApiToken(Row):
    """A secret by which a program acts for an account, within its scopes. Only the secret's hash is stored."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    scopes = models.JSONField(default=list)
    secret_hash = models.CharField(max_length=64, unique=True)
    prefix = models.CharField(max_length=7)  # how the secret begins, so that its holder knows which one this is
    last_used_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="api_token_has_a_name"),
            models.CheckConstraint(condition=~Q(scopes=[]), name="api_token_opens_something"),
            models.UniqueConstraint(
                "account", Lower("name"), condition=Q(revoked_at=None), name="api_token_named_once_by_account"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_expired(self) -> bool:
        """Whether it has expired."""
        return self.expires_at is not None and self.expires_at <= timezone.now()

    @property
    def works(self) -> bool:
        """Whether it is valid."""
        return self.revoked_at is None and not self.is_expired


class AnsweredRequest(models.Model):
    """The response to a request with an `Idempotency-Key`, kept for a day."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=100)
    digest = models.CharField(max_length=64)  # SHA-256 of method, address and body
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(blank=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name = _("saved API response")
        verbose_name_plural = _("saved API responses")
        constraints = [models.UniqueConstraint(fields=["account", "key"], name="answered_request_once_a_key")]
        indexes = [models.Index(fields=["created_at"], name="answered_request_age")]

    def __str__(self) -> str:
        return f"{self.account_id}: {self.key}"


class Change(models.Model):
    """A line of the audit log: who changed what, and when. Names are not kept, but drawn from the players it holds.

    `club` and `event` are public ids of what it is about; `template` is an English sentence, translated when it is
    shown, with `facts` to fill it. A fact that is a player is kept as `{"player": public id}`.
    """

    at = models.DateTimeField(db_default=Now(), editable=False)
    by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False)
    club = models.CharField(max_length=12, blank=True)
    event = models.CharField(max_length=12, blank=True)
    verb = models.SlugField(max_length=40)
    template = models.CharField(max_length=300)
    facts = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("change")
        verbose_name_plural = _("audit log")
        ordering = ("-id",)
        indexes = [
            models.Index(fields=["club", "-id"], name="change_of_a_club", condition=~Q(club="")),
            models.Index(fields=["event", "-id"], name="change_of_an_event", condition=~Q(event="")),
        ]

    def __str__(self) -> str:
        return f"{self.verb} ({self.at:%Y-%m-%d %H:%M})"


class Message(Row):
    """A mail in the outbox."""

    recipient = models.EmailField(_("recipient"))
    subject = models.CharField(_("subject"), max_length=200)
    body = models.TextField(_("body"))
    delivered_at = models.DateTimeField(_("delivered"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("failed attempts"), default=0, db_default=0)  # of this very message
    fault = models.TextField(_("mail server response"), blank=True, default="", db_default="")  # the last time
    given_up_at = models.DateTimeField(_("failed"), null=True, blank=True)
    unsubscribe_url = models.CharField(_("unsubscribe link"), max_length=400, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("outbox")
        ordering = ("-id",)
        indexes = [
            models.Index(fields=["id"], name="message_undelivered", condition=Q(delivered_at=None)),
            models.Index(fields=["id"], name="message_given_up", condition=Q(given_up_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.recipient}: {self.subject}"


class NoticeChoice(models.Model):
    """An account's choice for one kind of notification; without one the kind's default holds."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="notice_choices", db_index=False)
    kind = models.SlugField(max_length=40)  # as `league.accounts.notices` knows it
    is_wanted = models.BooleanField()
    chosen_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("notification setting")
        verbose_name_plural = _("notification settings")
        constraints = [models.UniqueConstraint(fields=["account", "kind"], name="notice_chosen_once")]

    def __str__(self) -> str:
        return f"{self.account_id}: {self.kind}"


class Notice(models.Model):
    """A record that an account was notified, so that it is not notified twice."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="notices", db_index=False)
    kind = models.SlugField(max_length=40)
    once = models.CharField(max_length=120)  # what it is about, such as the id of a round
    batch = models.UUIDField()  # those that were written together
    at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        constraints = [models.UniqueConstraint(fields=["account", "kind", "once"], name="notice_told_once")]

    def __str__(self) -> str:
        return f"{self.account_id}: {self.kind} {self.once}"
