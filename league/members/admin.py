"""Accounts, players and the outbox for operators."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from league.members.models import Account, ApiToken, Message, OneTimeLink, Player
from league.members.people import account_of
from league.members.services.leaving import anonymise_player
from league.members.services.tokens import revoke_token
from league.shared.admin import HouseAdmin, ReadOnlyAdmin

admin.site.unregister(Group)  # roles live in clubs; an operator is one or is not


class NewAccountForm(AdminUserCreationForm[Account]):
    """An account typed by an operator."""

    class Meta:
        model = Account
        fields = ("email",)


class AccountForm(UserChangeForm[Account]):
    """An account as it stands."""

    class Meta:
        model = Account
        fields = "__all__"


@admin.register(Account)
class AccountAdmin(UserAdmin[Account]):
    """Accounts by mail address. A password is set anew, never shown."""

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
class PlayerAdmin(HouseAdmin[Player]):
    """Players by name. None is ever deleted: results hold them."""

    list_display = ("name", "kind", "account", "owner", "created_at")
    list_filter = ("kind",)
    list_select_related = ("account", "owner")
    search_fields = ("name", "account__email", "public_id")
    raw_id_fields = ("account", "owner")
    readonly_fields = ("public_id", "created_at", "merged_into", "anonymised_at")
    actions = ("make_anonymous",)

    @admin.action(description=_("Anonymise selected players without an account (permanent)"))
    def make_anonymous(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """For people who never had an account and wish not to be named; whoever has one deletes it themselves."""
        for player in players.filter(account=None, kind=Player.Kind.PERSON):
            anonymise_player(player=player)
        self.message_user(request, _("The selected players without an account are now anonymous."))

    def has_delete_permission(self, *_: object, **__: object) -> bool:
        """Players are anonymised, never deleted."""
        return False


@admin.register(Message)
class MessageAdmin(ReadOnlyAdmin[Message]):
    """The outbox: what was written to members, newest first."""

    list_display = ("created_at", "recipient", "subject", "delivered_at")
    search_fields = ("recipient", "subject")


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin[ApiToken]):
    """Which tokens there are and whose; the tokens themselves nobody can see. One that got about is revoked here."""

    list_display = ("prefix", "name", "account", "scopes", "created_at", "last_used_at", "expires_at", "revoked_at")
    list_select_related = ("account",)
    search_fields = ("prefix", "name", "account__email")
    exclude = ("secret_hash",)
    actions = ("revoke",)

    @admin.action(description=_("Revoke selected tokens"))
    def revoke(self, request: HttpRequest, tokens: QuerySet[ApiToken]) -> None:
        """For tokens that got about."""
        for token in tokens:
            revoke_token(token=token, by=account_of(request))
        self.message_user(request, _("The selected tokens were revoked."))


@admin.register(OneTimeLink)
class OneTimeLinkAdmin(ReadOnlyAdmin[OneTimeLink]):
    """Which links were made and used; the links themselves nobody can see."""

    list_display = ("purpose", "created_at", "expires_at", "used_at", "used_by")
    fields = ("purpose", "created_at", "expires_at", "used_at", "used_by")
