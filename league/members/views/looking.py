"""Looking at the demo as one of its people."""

from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.members.demo import is_of_the_demo
from league.members.errors import SignedIn
from league.members.selectors import demo_accounts
from league.members.views.signing import PASSWORD_BACKEND


@never_cache
@require_POST
def look(request: HttpRequest, role: str) -> HttpResponse:
    """Be signed in as an account of the demo. In a place without the demo there is nothing here."""
    account = demo_accounts().get(role) if settings.DEMO else None
    if account is None:
        raise Http404
    if request.user.is_authenticated and not is_of_the_demo(request.user.email):
        raise SignedIn(_("You are signed in with your own account. Sign out before you view the demo."))
    login(request, account, backend=PASSWORD_BACKEND)
    return redirect("/")
