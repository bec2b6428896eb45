"""Pages to sign up, sign in and out, reset a password, look at the demo; the one-time link of the site admin."""

from typing import Any, NamedTuple
from urllib.parse import urlsplit

from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_client_ip_address
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login
from django.contrib.auth import views as django_views
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse, reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe
from django.views.generic.edit import FormMixin

from league.accounts.address_proof import are_addresses_proven
from league.accounts.demo import is_demo_address, refuse_demo_account
from league.accounts.errors import SignedIn, TooManyTries
from league.accounts.forms import PASSWORD_HELP, AskForResetForm, ChangePasswordForm, SignInForm, SignUpForm
from league.accounts.models import Account, Accounts
from league.accounts.queries import account_of, demo_accounts
from league.accounts.rate_limits import FLOOD, RESETS, SIGN_UPS, WRONG_PASSWORDS, check_rate_limit, limit_wrong_keys
from league.accounts.services.accounts import confirm_address, register_account
from league.accounts.services.one_time_links import check_owner_link, claim_place
from league.common.error_responses import UNSENT, ask_to_send_again, read_unsent_form
from league.common.forms import posted, refusals_as_errors
from league.common.responses import require_safe_or_post

_LINK_CONTENT_KEY = "sign-up"  # of the session
PASSWORD_BACKEND = "league.accounts.backends.ByPassword"  # noqa: S105  (the name of a class)
_OWNER_TOKEN_KEY = "owner-link"  # noqa: S105  (a key of the session, not a secret)


class LinkContent(NamedTuple):
    """What a link contains: a name, an e-mail address, and whether it was mailed there, which confirms the address."""

    name: str = ""
    email: str = ""
    is_confirmed: bool = False


def keep_link_content(request: HttpRequest, content: LinkContent) -> None:
    """Store the content of an opened link in the session."""
    request.session[_LINK_CONTENT_KEY] = list(content)


def link_content_in_session(request: HttpRequest) -> LinkContent:
    """Return the content of the link that was opened in this session; empty without one."""
    return LinkContent(*request.session.get(_LINK_CONTENT_KEY, ()))


@never_cache
@require_POST
def look(request: HttpRequest, role: str) -> HttpResponse:
    """Sign in as a demo account. 404 on a site without the demo."""
    account = demo_accounts().get(role) if settings.DEMO else None
    if account is None:
        raise Http404
    if request.user.is_authenticated and not is_demo_address(request.user.email):
        raise SignedIn(_("You are signed in with your own account. Sign out before you view the demo."))
    login(request, account, backend=PASSWORD_BACKEND)
    return redirect("/")


def count_wrong_password(request: HttpRequest, password: str) -> None:
    """Count wrong passwords of a signed-in person; the right one resets the count, as signing in does.

    The service refuses a wrong one. Raise `TooManyTries`, once locked for the right one too, and `DemoAccountRefused`.
    """
    account = account_of(request)
    refuse_demo_account(account)
    if authenticate(request, username=account.email, password=password) is not None:
        AxesProxyHandler.reset_attempts(username=account.email, ip_address=get_client_ip_address(request))
    elif getattr(request, "axes_locked_out", False):
        raise TooManyTries(_("Too many wrong passwords. Wait 10 minutes and try again, or set a new password."))


# --- in and out --------------------------------------------------------------------------------------------------
class SignIn(django_views.LoginView):
    """Sign in by mail address; the number of attempts is limited.

    A form that was sent without a session comes along, and is sent again afterwards (`league.common.error_responses`).
    """

    template_name = "members/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Continue with the kept form if somebody signed in meanwhile in another tab."""
        unsent = read_unsent_form(request) if request.user.is_authenticated else None
        return ask_to_send_again(request, unsent) if unsent else super().dispatch(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Sign in. Raise `TooManyTries` after a flood of wrong passwords from the same address."""
        check_rate_limit(FLOOD, request)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Sign in and redirect."""
        answer = super().form_valid(form)
        unsent = read_unsent_form(self.request)
        return ask_to_send_again(self.request, unsent) if unsent else answer

    def form_invalid(self, form: Any) -> HttpResponse:
        """Count the failure."""
        WRONG_PASSWORDS.note(self.request)
        return super().form_invalid(form)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the kept form."""
        return super().get_context_data(**kwargs) | {UNSENT: self.request.POST.get(UNSENT, "")}


@never_cache
@require_safe
def admin_sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect from the admin's sign-in form to that of the site, which limits attempts.

    Raise `PermissionDenied` for a signed-in account that may not use the admin.
    """
    if request.user.is_authenticated and not request.user.is_staff:
        raise PermissionDenied
    next_url = request.GET.get("next", reverse("admin:index"))
    return redirect(f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': next_url})}")


@sensitive_post_parameters("password")
@never_cache
@require_safe_or_post
def sign_up(request: HttpRequest) -> HttpResponse:
    """Create an account and its player, and sign in."""
    if request.user.is_authenticated:
        return redirect(safe_next(request))
    link = link_content_in_session(request)
    form = SignUpForm(posted(request), initial={"name": link.name, "email": link.email})
    if form.is_valid():
        check_rate_limit(SIGN_UPS, request)
        SIGN_UPS.note(request)
        with refusals_as_errors(form):
            is_confirmed = link.is_confirmed and Accounts.normalize_email(form.cleaned_data["email"]) == link.email
            account = register_account(**form.cleaned_data, is_confirmed=is_confirmed)
            sign_in_account(request, account)
            greeting = _("Welcome, %(name)s.") % {"name": account.player}
            if safe_next(request) == "/":
                greeting += " " + _("Create a club, or give your e-mail address to the organiser of your club.")
            messages.success(request, greeting)
            return redirect(safe_next(request))
    return render(request, "members/sign_up.html", {"form": form, "next": safe_next(request)})


# --- passwords ----------------------------------------------------------------------------------------------------
class SiteTexts(FormMixin[Any]):
    """Gives Django's password forms the labels and texts of the others."""

    def get_form(self, form_class: Any = None) -> Any:
        """Return the form with the site's texts."""
        form = super().get_form(form_class)
        form.fields["new_password1"].help_text = PASSWORD_HELP
        form.fields["new_password2"].label = _("Repeat the new password")
        form.fields["new_password2"].help_text = ""
        if "old_password" in form.fields:
            form.fields["old_password"].label = _("Current password")
        return form


class ChangePassword(SiteTexts, django_views.PasswordChangeView):
    """Change the password; other browsers are signed out, and tokens end."""

    form_class = ChangePasswordForm
    template_name = "members/password.html"
    success_url = reverse_lazy("accounts:account")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Change it, except for demo accounts; count a wrong one."""
        count_wrong_password(request, request.POST.get("old_password", ""))
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Add a message."""
        messages.success(
            self.request,
            _("Your password was changed. Your other browsers were signed out and your API tokens revoked."),
        )
        return super().form_valid(form)


class AskForReset(django_views.PasswordResetView):
    """Ask for a mail with a link to set a new password. The answer is the same whether an account exists or not."""

    template_name = "members/password_reset.html"
    email_template_name = "members/mail/reset.txt"
    subject_template_name = "members/mail/reset_subject.txt"
    form_class = AskForResetForm
    success_url = reverse_lazy("accounts:password-reset-sent")

    def form_valid(self, form: Any) -> HttpResponse:
        """Send the mail. Raise `TooManyTries` after too many requests from the same address."""
        check_rate_limit(RESETS, self.request)
        RESETS.note(self.request)
        return super().form_valid(form)


class SetPassword(SiteTexts, django_views.PasswordResetConfirmView):
    """Set a new password by the link of a mail, and be signed in."""

    template_name = "members/password_reset_set.html"
    post_reset_login = True
    post_reset_login_backend = PASSWORD_BACKEND
    success_url = reverse_lazy("accounts:account")

    def form_valid(self, form: Any) -> HttpResponse:
        """Confirm the mail address, save, and add a message."""
        if are_addresses_proven():  # the link was mailed to it
            confirm_address(account=form.user)
        messages.success(self.request, _("Your new password is set. You are signed in."))
        return super().form_valid(form)


# --- the owner's link --------------------------------------------------------------------------------------------
@limit_wrong_keys
@never_cache
@require_safe
def open_owner_link(request: HttpRequest, token: str) -> HttpResponse:
    """Keep the token in the session and go on to a page without it: it stays out of histories and referrers."""
    check_owner_link(token)
    request.session[_OWNER_TOKEN_KEY] = token
    return redirect("accounts:become-admin")


@sensitive_post_parameters("password")
@never_cache
@require_safe_or_post
def claim(request: HttpRequest) -> HttpResponse:
    """Become the site admin: signed in by a button, otherwise by signing up."""
    token: str = request.session.get(_OWNER_TOKEN_KEY, "")
    check_owner_link(token)
    form: Form = Form(posted(request)) if request.user.is_authenticated else SignUpForm(posted(request))
    if form.is_valid():
        with refusals_as_errors(form):
            _become_site_admin(request, token, form)
            messages.success(request, _("You are the site admin now. You can open every page and the admin area."))
            return redirect("/")
    return render(request, "members/claim.html", {"form": form})


def _become_site_admin(request: HttpRequest, token: str, form: Form) -> None:
    with transaction.atomic():
        owner = account_of(request) if request.user.is_authenticated else register_account(**form.cleaned_data)
        claim_place(token=token, account=owner)
    sign_in_account(request, owner)
    request.session.pop(_OWNER_TOKEN_KEY, None)
    request.session.cycle_key()  # of somebody who was signed in, too: they may do more from now on


def sign_in_account(request: HttpRequest, account: Account) -> None:
    """Sign in, with a new session key."""
    login(request, account, backend=PASSWORD_BACKEND)


def safe_next(request: HttpRequest) -> str:
    """Return the URL to go to afterwards: a URL of this site, or the home page."""
    next_url = request.POST.get("next", request.GET.get("next", ""))
    is_ours = url_has_allowed_host_and_scheme(next_url, {request.get_host()}, require_https=request.is_secure())
    return next_url if is_ours and urlsplit(next_url).path.startswith("/") else "/"
