"""Pages of the account: settings, e-mail address, notifications, tokens, data export, deletion; claiming a player."""

import json

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from league.accounts.address_proof import is_confirming_useful, sent_or_unsent, unsent_mail_note
from league.accounts.data_export import data_of
from league.accounts.errors import LinkSpent
from league.accounts.forms import AccountForm, JoinAsForm, NewAddressForm, NoticesForm, PasswordForm, TokenForm
from league.accounts.mail import read_confirmation
from league.accounts.models import Player
from league.accounts.queries import account_by_id, account_of, choices_of, player_of, token_at, tokens_of, wants_notice
from league.accounts.rate_limits import limit_wrong_keys
from league.accounts.scopes import in_words
from league.accounts.services.accounts import (
    address_to_change_to,
    ask_to_change_address,
    change_account,
    change_address,
    choose_language,
    confirm_address,
    delete_account,
    join_as,
)
from league.accounts.services.accounts import confirm_again as send_confirmation_again
from league.accounts.services.notifications import choose_notices, read_end_link
from league.accounts.services.one_time_links import check_claim_link
from league.accounts.services.one_time_links import claim_player as claim
from league.accounts.services.tokens import make_token, revoke_token
from league.accounts.views.sign_in import count_wrong_password, safe_next, sign_in_account
from league.common.errors import Refusal
from league.common.forms import refusals_as_errors
from league.common.language import keep_language
from league.common.responses import require_safe_or_post

_CLAIM = "claim-link"  # where the session keeps the token of a claim link that was opened


@limit_wrong_keys
@never_cache
@require_safe
def open_claim_link(request: HttpRequest, token: str) -> HttpResponse:
    """Move the token into the session and redirect: it stays out of histories and referrers."""
    check_claim_link(token)
    request.session[_CLAIM] = token
    return redirect("accounts:claim-player")


@sensitive_post_parameters("password")
@never_cache
@require_safe_or_post
def claim_player(request: HttpRequest) -> HttpResponse:
    """Claim the player: signed in by a button, otherwise by signing up."""
    token: str = request.session.get(_CLAIM, "")
    player = check_claim_link(token)
    is_known = request.user.is_authenticated
    form: Form = Form(request.POST) if is_known else JoinAsForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_as_errors(form):
            standing = _claim(request, token, form)
            sentence = _("Welcome, %(player)s. Your results are now in your account.") % {"player": standing}
            if standing.pk != player.pk:
                sentence += " " + _("The ratings are being recalculated. This page updates itself.")
            messages.success(request, sentence)
            return redirect("ratings:player", standing.public_id, standing.slug)
    own = player_of(account_of(request)) if is_known else None
    return render(request, "members/claim_player.html", {"form": form, "player": player, "own": own})


def _claim(request: HttpRequest, token: str, form: Form) -> Player:
    with transaction.atomic():
        if request.user.is_authenticated:
            standing = claim(token=token, account=account_of(request))
        else:
            account = join_as(token=token, **form.cleaned_data)
            sign_in_account(request, account)
            standing = account.player
    request.session.pop(_CLAIM, None)
    return standing


@sensitive_variables("secret")
@never_cache
@login_required
@require_safe_or_post
def tokens(request: HttpRequest) -> HttpResponse:
    """List the account's tokens, with a form for a new one; only the response to it shows the secret."""
    form = TokenForm(request.POST or None)
    if form.is_valid():
        with refusals_as_errors(form):
            secret = make_token(account=account_of(request), **form.arguments)
            return render(request, "members/token_made.html", {"secret": secret, "name": form.arguments["name"]})
    rows = [(token, in_words(token.scopes)) for token in tokens_of(account_of(request))]
    return render(request, "members/tokens.html", {"form": form, "rows": rows})


@never_cache
@login_required
@require_safe_or_post
def revoke_one(request: HttpRequest, public_id: str) -> HttpResponse:
    """Revoke a token, after a confirmation."""
    account = account_of(request)
    token = token_at(account, public_id)
    if request.method == "POST":
        revoke_token(token=token, by=account)
        messages.success(request, _("The token “%(name)s” was revoked.") % {"name": token})
        return redirect("accounts:tokens")
    return render(request, "members/token_revoke.html", {"token": token, "scopes": in_words(token.scopes)})


@login_required
@require_safe_or_post
def account(request: HttpRequest) -> HttpResponse:
    """Show the account page: name, time zone, language, links."""
    signed_in = account_of(request)
    player = player_of(signed_in)
    choices = choices_of(signed_in)
    form = AccountForm(
        request.POST or None,
        initial={
            "name": player.name if player else "",
            "time_zone": signed_in.time_zone,
            "language": signed_in.language,
        },
    )
    if form.is_valid():
        with refusals_as_errors(form):
            change_account(account=signed_in, **form.cleaned_data)
            messages.success(request, _("Your account was saved."))
            return redirect("accounts:account")
    context = {
        "form": form,
        "player": player,
        "asks_to_confirm": signed_in.email_confirmed_at is None and is_confirming_useful(),
        "unsent": unsent_mail_note(signed_in),
        "notices": choices,
        "on_notices": sum(is_on for _kind, is_on in choices),
        "tokens": tokens_of(signed_in).count(),
    }
    return render(request, "members/account.html", context)


@login_required
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Change the language, from the footer of any page."""
    chosen = choose_language(account=account_of(request), language=request.POST.get("language", ""))
    response = redirect(safe_next(request))
    keep_language(response, chosen.language)  # for the pages after signing out
    return response


@never_cache
@require_safe_or_post
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm the address. By a button, because mail programs open links by themselves."""
    context = read_confirmation(token)
    account = account_by_id(context[0]) if context else None
    if context is None or account is None or account.email != context[1]:
        raise LinkSpent(_("This link is invalid or older than two weeks. Request a new link in your account."))
    if request.method == "POST":
        confirm_address(account=account)
        messages.success(request, _("%(email)s is confirmed.") % {"email": account.email})
        return redirect("/")
    return render(request, "members/confirm.html", {"email": account.email})


@login_required
@require_POST
def confirm_again(request: HttpRequest) -> HttpResponse:
    """Send the confirmation mail again."""
    write_confirmation_again(request)
    return redirect("accounts:account")


def write_confirmation_again(request: HttpRequest) -> None:
    """Send the mail, and add a message with the result."""
    signed_in = account_of(request)
    try:
        if send_confirmation_again(account=signed_in):
            sentence = _("An e-mail was sent to %(email)s.") % {"email": signed_in.email}
            unsent = unsent_mail_note(signed_in)
            messages.success(request, format_html("{} {}", _("New link created."), unsent) if unsent else sentence)
    except Refusal as refusal:
        messages.error(request, refusal.message)


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_safe_or_post
def address(request: HttpRequest) -> HttpResponse:
    """Ask for a new address; a mail goes to it, and nothing changes before it is confirmed."""
    form = NewAddressForm(request.POST or None)
    if form.is_valid():
        with refusals_as_errors(form):
            count_wrong_password(request, form.cleaned_data["password"])
            ask_to_change_address(account=account_of(request), **form.cleaned_data)
            sentence = _("An e-mail was sent to %(email)s. Open its link in this browser within a day.")
            messages.success(request, sent_or_unsent(sentence % form.cleaned_data, account_of(request)))
            return redirect("accounts:account")
    return render(request, "members/address.html", {"form": form, "unsent": unsent_mail_note(account_of(request))})


@never_cache
@login_required
@require_safe_or_post
def new_address(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm the new address, signed in."""
    signed_in = account_of(request)
    email = address_to_change_to(signed_in, token)
    if request.method == "POST":
        change_address(account=signed_in, token=token)
        messages.success(request, _("Your e-mail address is now %(email)s.") % {"email": email})
        return redirect("accounts:account")
    return render(request, "members/confirm.html", {"email": email})


@never_cache
@login_required
@require_safe
def own_data(request: HttpRequest) -> HttpResponse:
    """Download everything that is stored of the account."""
    document = json.dumps(data_of(account_of(request)), cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)
    response = HttpResponse(document, content_type="application/json")
    response["Content-Disposition"] = 'attachment; filename="moothill-my-data.json"'
    return response


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_safe_or_post
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account, after an explanation and the password."""
    signed_in = account_of(request)
    form = PasswordForm(request.POST or None)
    if form.is_valid():
        with refusals_as_errors(form):
            count_wrong_password(request, form.cleaned_data["password"])
            delete_account(account=signed_in, password=form.cleaned_data["password"])
            logout(request)
            return redirect("accounts:deleted")
    return render(request, "members/delete.html", {"form": form, "player": player_of(signed_in)})


@require_safe
def deleted(request: HttpRequest) -> HttpResponse:
    """Say that the account is deleted."""
    return render(request, "members/deleted.html")


@login_required
@require_safe_or_post
def notices(request: HttpRequest) -> HttpResponse:
    """Choose notifications."""
    account = account_of(request)
    form = NoticesForm(choices_of(account), request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_as_errors(form):
            choose_notices(account=account, wanted=form.wanted)
            messages.success(request, _("Your notifications were saved."))
            return redirect("accounts:notifications")
    return render(request, "members/notices.html", {"form": form})


@csrf_exempt  # mail programs press the button themselves, without a page before it (RFC 8058); the token is the proof
@never_cache
@require_safe_or_post
def end_notices(request: HttpRequest, token: str) -> HttpResponse:
    """Switch a kind off by the link in a mail, on POST: mail scanners follow links."""
    account, kind = read_end_link(token)
    if request.method == "POST":
        choose_notices(account=account, wanted={kind.slug: False})
    is_done = not wants_notice(account, kind)
    return render(request, "members/notices_end.html", {"kind": kind, "is_done": is_done})
