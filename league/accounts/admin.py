"""Accounts, players and the outbox in the admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from league.accounts.models import Account, ApiToken, Message, OneTimeLink, Player
from league.accounts.queries import account_of
from league.accounts.services.accounts import anonymise_player
from league.accounts.services.tokens import revoke_token
from league.common.admin import ReadOnlyAdmin, RowAdmin

admin.site.unregister(Group)  # roles live in clubs; a site admin is one or is not


class NewAccountForm(AdminUserCreationForm[Account]):
    """A new account."""

    class Meta:
        model = Account
        fields = ("email",)


class AccountForm(UserChangeForm[Account]):
    """An existing account."""

    class Meta:
        model = Account
        fields = "__all__"


@admin.register(Account)
class AccountAdmin(UserAdmin[Account]):
    """Accounts by e-mail address. Passwords are reset, never shown."""

    form = AccountForm
    add_form = NewAccountForm
    list_display = ("email", "player", "email_confirmed_at", "is_staff", "is_active", "last_login")
    list_filter = ("is_staff", "is_active")
    list_select_related = ("player",)
    search_fields = ("email", "player__name")
    ordering = ("email",)
    filter_horizontal = ()
    readonly_fields = ("public_id", "created_at", "last_login", "email_confirmed_at")
    fieldsets = (
        (None, {"fields": ("email", "password", "email_confirmed_at")}),
        (_("Display"), {"fields": ("time_zone", "language")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser")}),
        (_("Dates"), {"fields": ("public_id", "created_at", "last_login")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "usable_password", "password1", "password2")}),)


@admin.register(Player)
class PlayerAdmin(RowAdmin[Player]):
    """Players by name. None is deleted: results refer to them."""

    list_display = ("name", "kind", "account", "owner", "created_at")
    list_filter = ("kind",)
    list_select_related = ("account", "owner")
    search_fields = ("name", "account__email", "public_id")
    raw_id_fields = ("account", "owner")
    readonly_fields = ("public_id", "created_at", "merged_into", "anonymised_at")
    actions = ("make_anonymous",)

    @admin.action(description=_("Anonymise selected players without an account (permanent)"))
    def make_anonymous(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Anonymise people without an account who ask for it; others delete their account."""
        for player in players.filter(account=None, kind=Player.Kind.PERSON):
            anonymise_player(player=player)
        self.message_user(request, _("The selected players without an account are now anonymous."))

    def has_delete_permission(self, *_: object, **__: object) -> bool:
        """Return False: players are anonymised, never deleted."""
        return False


@admin.register(Message)
class MessageAdmin(ReadOnlyAdmin[Message]):
    """The outbox, newest first."""

    list_display = ("created_at", "recipient", "subject", "delivered_at")
    search_fields = ("recipient", "subject")


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin[ApiToken]):
    """Tokens and their owners, never the secrets. A leaked token is revoked here."""

    list_display = ("prefix", "name", "account", "scopes", "created_at", "last_used_at", "expires_at", "revoked_at")
    list_select_related = ("account",)
    search_fields = ("prefix", "name", "account__email")
    exclude = ("secret_hash",)
    actions = ("revoke",)

    @admin.action(description=_("Revoke selected tokens"))
    def revoke(self, request: HttpRequest, tokens: QuerySet[ApiToken]) -> None:
        """Revoke the chosen tokens."""
        for token in tokens:
            revoke_token(token=token, by=account_of(request))
        self.message_user(request, _("The selected tokens were revoked."))


@admin.register(OneTimeLink)
class OneTimeLinkAdmin(ReadOnlyAdmin[OneTimeLink]):
    """One-time links, never the tokens."""

    list_display = ("purpose", "created_at", "expires_at", "used_at", "used_by")
    fields = ("purpose", "created_at", "expires_at", "used_at", "used_by")
