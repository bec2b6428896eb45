"""Authentication by e-mail address and password."""

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser

from league.accounts.demo import is_demo_address
from league.accounts.models import Account


class ByPassword(ModelBackend):
    """Django's backend, with the player in the same query, since every page shows the name."""

    def get_user(self, user_id: int) -> Account | None:
        """Return the account of a session if it may sign in; a demo account only on a site with the demo."""
        account = Account.objects.select_related("player").filter(pk=user_id, is_active=True).first()
        return None if account and is_demo_address(account.email) and not settings.DEMO else account

    def user_can_authenticate(self, user: Account | AnonymousUser | None) -> bool:
        """Whether the account can sign in by password: never one of the demo, even if it has a password."""
        is_demo = isinstance(user, Account) and is_demo_address(user.email)
        return not is_demo and super().user_can_authenticate(user)
