"""The account: what it says of its person, its mail address, its data as a file, and its end."""

import json

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.members.errors import LinkSpent
from league.members.forms import AccountForm, DeleteAccountForm, NewAddressForm
from league.members.mail import read_confirmation, say_where_mail_is, say_written
from league.members.own_data import data_of
from league.members.people import account_of
from league.members.selectors import account_by_id, player_of
from league.members.services.accounts import change_account, choose_language, confirm_address
from league.members.services.addresses import address_to_change_to, ask_to_change_address, change_address
from league.members.services.addresses import confirm_again as write_again
from league.members.services.leaving import delete_account
from league.members.views.proving import count_password
from league.members.views.signing import safe_next
from league.shared.errors import Refusal
from league.shared.forms import faults_on
from league.shared.language import keep_language


@login_required
@require_http_methods(["GET", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """The account page: name, time zone, language, and the ways on."""
    signed_in = account_of(request)
    player = player_of(signed_in)
    form = AccountForm(
        request.POST or None,
        initial={
            "name": player.name if player else "",
            "time_zone": signed_in.time_zone,
            "language": signed_in.language,
        },
    )
    if form.is_valid():
        with faults_on(form):
            change_account(account=signed_in, **form.cleaned_data)
            messages.success(request, _("Your account was saved."))
            return redirect("members:account")
    facts = {"form": form, "player": player, "unsent": say_where_mail_is(signed_in)}
    return render(request, "members/account.html", facts)


@login_required
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Read on in another language, from the foot of any page."""
    chosen = choose_language(account=account_of(request), language=request.POST.get("language", ""))
    answer = redirect(safe_next(request))
    keep_language(answer, chosen.language)  # whoever signs out reads on in it
    return answer


@never_cache
@require_http_methods(["GET", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Say that a mail reached its person. A button, because mail programs open links by themselves."""
    facts = read_confirmation(token)
    account = account_by_id(facts[0]) if facts else None
    if facts is None or account is None or account.email != facts[1]:
        raise LinkSpent(_("This link is invalid or older than two weeks. Request a new link in your account."))
    if request.method == "POST":
        confirm_address(account=account)
        messages.success(request, _("%(email)s is confirmed.") % {"email": account.email})
        return redirect("/")
    return render(request, "members/confirm.html", {"email": account.email})


@login_required
@require_POST
def confirm_again(request: HttpRequest) -> HttpResponse:
    """Write the mail that asks to confirm the address once more."""
    write_confirmation_again(request)
    return redirect("members:account")


def write_confirmation_again(request: HttpRequest) -> None:
    """Write the mail and say so, or why not."""
    signed_in = account_of(request)
    try:
        if write_again(account=signed_in):
            told = _("An e-mail was sent to %(email)s.") % {"email": signed_in.email}
            messages.success(request, say_written(told, signed_in))
    except Refusal as refusal:
        messages.error(request, refusal.message)


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def address(request: HttpRequest) -> HttpResponse:
    """Ask for another mail address; a mail goes to it, and nothing changes before it is answered."""
    form = NewAddressForm(request.POST or None)
    if form.is_valid():
        with faults_on(form):
            count_password(request, form.cleaned_data["password"])
            ask_to_change_address(account=account_of(request), **form.cleaned_data)
            sentence = _("An e-mail was sent to %(email)s. Open its link in this browser within a day.")
            messages.success(request, say_written(sentence % form.cleaned_data, account_of(request)))
            return redirect("members:account")
    return render(request, "members/address.html", {"form": form, "unsent": say_where_mail_is(account_of(request))})


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def new_address(request: HttpRequest, token: str) -> HttpResponse:
    """Say, signed in, that the new address is one's own."""
    signed_in = account_of(request)
    email = address_to_change_to(signed_in, token)
    if request.method == "POST":
        change_address(account=signed_in, token=token)
        messages.success(request, _("Your e-mail address is now %(email)s.") % {"email": email})
        return redirect("members:account")
    return render(request, "members/confirm.html", {"email": email})


@never_cache
@login_required
@require_safe
def own_data(request: HttpRequest) -> HttpResponse:
    """Everything that is kept of the account, as one file."""
    document = json.dumps(data_of(account_of(request)), cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)
    answer = HttpResponse(document, content_type="application/json")
    answer["Content-Disposition"] = 'attachment; filename="moothill-my-data.json"'
    return answer


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account, after saying what goes and what stays, and asking for the password."""
    signed_in = account_of(request)
    form = DeleteAccountForm(request.POST or None)
    if form.is_valid():
        with faults_on(form):
            count_password(request, form.cleaned_data["password"])
            delete_account(account=signed_in, password=form.cleaned_data["password"])
            logout(request)
            return redirect("members:deleted")
    return render(request, "members/delete.html", {"form": form, "player": player_of(signed_in)})


@require_safe
def deleted(request: HttpRequest) -> HttpResponse:
    """The account is gone."""
    return render(request, "members/deleted.html")
