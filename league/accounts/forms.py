"""Forms of accounts."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import groupby
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, PasswordResetForm
from django.forms.boundfield import BoundWidget
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from league.accounts.models import Account, Accounts
from league.accounts.notices import NoticeKind
from league.accounts.queries import mails_of_an_hour
from league.accounts.scopes import scopes
from league.accounts.services.accounts import MAILS_AN_HOUR
from league.accounts.services.players import LONGEST_NAME
from league.accounts.services.tokens import LONGEST_NAME as LONGEST_TOKEN_NAME
from league.common.forms import set_choices
from league.common.timezones import proposed_zone, zone_choices

LONGEST_ADDRESS = 254  # characters, as the column of the account
PASSWORD_HELP = _("At least 8 characters. Do not use a common password.")


class SignUpForm(forms.Form):
    """Sign up."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("Players see this name in pairings and standings."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        error_messages={"invalid": _("Enter a valid e-mail address.")},
        max_length=LONGEST_ADDRESS,
        help_text=_("Used to sign in. Only the site admin can see it."),
        widget=forms.EmailInput(attrs={"autocomplete": "username"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    time_zone = forms.ChoiceField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = zone_field(help_text=_("Pages show times in this time zone."), initial=proposed_zone())
        field.required = False  # a program that leaves it out gets the proposed one
        if not self.is_bound:
            field.widget.attrs["data-zone"] = ""  # a script chooses that of the browser
        self.fields["time_zone"] = field


class JoinAsForm(SignUpForm):
    """Sign up as an existing player, under that player's name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["name"]


class PasswordForm(forms.Form):
    """The password, to change or delete the account."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class NewAddressForm(PasswordForm):
    """A new e-mail address, and the password."""

    field_order = ["email", "password"]

    email = forms.EmailField(
        label=_("New e-mail address"),
        error_messages={"invalid": _("Enter a valid e-mail address.")},
        max_length=LONGEST_ADDRESS,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autocapitalize": "off"}),
    )


class SignInForm(AuthenticationForm):
    """Sign in. The field is called `username` because password managers and Django expect it."""

    error_messages = {
        "invalid_login": _("Wrong e-mail address or password. Check both. Passwords are case-sensitive."),
        "inactive": _("This account is closed. Contact the site admin."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("E-mail address")
        self.fields["username"].widget = forms.EmailInput(
            attrs={"autocomplete": "username", "autofocus": True, "maxlength": LONGEST_ADDRESS}
        )

    def clean_username(self) -> str:
        """Return the address as it is saved, so that capitals neither lock out nor get around the limit of attempts.

        Raise the error of a wrong password where no account can have the address: django-axes saves 255 characters.
        """
        username: str = self.cleaned_data["username"]
        if len(username) > LONGEST_ADDRESS:
            raise self.get_invalid_login_error()
        return Accounts.normalize_email(username)


class AskForResetForm(PasswordResetForm):
    """Ask for a link to reset the password; the number of mails per address is limited."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail address")

    def get_users(self, email: str) -> Iterator[Account]:
        """Return the account of the address, unless it was sent too many mails within the hour."""
        return (account for account in super().get_users(email) if mails_of_an_hour(account.email) < MAILS_AN_HOUR)

    def send_mail(
        self,
        subject_template_name: str,
        email_template_name: str,
        context: dict[str, Any],
        from_email: str | None,
        to_email: str,
        html_email_template_name: str | None = None,
    ) -> None:
        """Write in the language of the account."""
        context = context | {"site_address": settings.SITE_ADDRESS}  # not the host of the request
        with translation.override(context["user"].language):
            super().send_mail(
                subject_template_name, email_template_name, context, from_email, to_email, html_email_template_name
            )


class ChangePasswordForm(PasswordChangeForm):
    """Change the password."""

    error_messages = {
        **PasswordChangeForm.error_messages,
        "password_incorrect": _("The current password is wrong. Enter it again."),
    }


class AccountForm(forms.Form):
    """Name, time zone and language of an account."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    time_zone = forms.ChoiceField(label=_("Time zone"), help_text=_("Pages show times in this time zone."))
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"] = zone_field(
            help_text=_("Pages show times in this time zone."), current=self.initial.get("time_zone", "")
        )
        self.order_fields(["name", "time_zone", "language"])


class TokenForm(forms.Form):
    """A token: its name, scopes and duration."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_TOKEN_NAME,
        help_text=_("For example, the computer that uses the token."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one permission.")},
    )
    expires = forms.ChoiceField(
        label=_("Valid for"),
        choices=[
            ("30", _("30 days")),
            ("90", _("90 days")),
            ("365", _("1 year")),
            ("never", _("No expiry")),
        ],
        initial="90",
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "scopes", [(slug, f"{words} ({slug})") for slug, words in scopes().items()])

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of `make_token`."""
        days = self.cleaned_data["expires"]
        return self.cleaned_data | {"expires": None if days == "never" else timedelta(days=int(days))}


class NoticesForm(forms.Form):
    """The notifications of an account."""

    kinds = forms.MultipleChoiceField(label=_("E-mail me when"), widget=forms.CheckboxSelectMultiple, required=False)

    def __init__(self, choices: Sequence[tuple[NoticeKind, bool]], data: Any = None) -> None:
        super().__init__(data, initial={"kinds": [kind.slug for kind, is_wanted in choices if is_wanted]})
        self.offered = [kind.slug for kind, _is_wanted in choices]
        self._kinds = [kind for kind, _is_wanted in choices]
        set_choices(self, "kinds", [(kind.slug, kind.title) for kind, _is_wanted in choices])

    @property
    def groups(self) -> list[tuple[str, list[BoundWidget]]]:
        """The boxes under the heading of what they are about."""
        boxes = zip(self._kinds, self["kinds"], strict=True)
        return [
            (str(about), [box for _kind, box in group]) for about, group in groupby(boxes, lambda pair: pair[0].about)
        ]

    @property
    def wanted(self) -> dict[str, bool]:
        """Whether each kind on the page is wanted, by its slug."""
        return {slug: slug in self.cleaned_data["kinds"] for slug in self.offered}


def zone_field(*, help_text: Any, initial: str | None = None, current: str = "") -> forms.ChoiceField:
    """Return a choice of time zones without other names of a place, except for the `current` one."""
    return forms.ChoiceField(label=_("Time zone"), help_text=help_text, choices=zone_choices(current), initial=initial)
