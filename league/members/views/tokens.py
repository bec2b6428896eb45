"""Tokens for programs: the list, a new one whose secret is shown this once, and the end of one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from league.members.forms import TokenForm
from league.members.people import account_of
from league.members.scopes import in_words
from league.members.selectors import token_at, tokens_of
from league.members.services.tokens import make_token, revoke_token
from league.shared.forms import faults_on


@sensitive_variables("secret")
@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """The account's tokens, and the form that makes one; the answer to it alone shows the secret, nothing keeps it."""
    form = TokenForm(request.POST or None)
    if form.is_valid():
        with faults_on(form):
            secret = make_token(account=account_of(request), **form.said)
            return render(request, "members/token_made.html", {"secret": secret, "name": form.said["name"]})
    rows = [(token, in_words(token.scopes)) for token in tokens_of(account_of(request))]
    return render(request, "members/tokens.html", {"form": form, "rows": rows})


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def revoke_one(request: HttpRequest, public_id: str) -> HttpResponse:
    """Revoke a token, after asking once."""
    account = account_of(request)
    token = token_at(account, public_id)
    if request.method == "POST":
        revoke_token(token=token, by=account)
        messages.success(request, _("The token “%(name)s” was revoked.") % {"name": token})
        return redirect("members:tokens")
    return render(request, "members/token_revoke.html", {"token": token, "scopes": in_words(token.scopes)})
