"""Who is asking."""

from django.http import HttpRequest

from league.members.models import Account


def account_of(request: HttpRequest) -> Account:
    """The account that is signed in, for views that let nobody else through."""
    if not request.user.is_authenticated:
        raise TypeError("This view must ask for a sign-in first.")
    return request.user
