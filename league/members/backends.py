"""How an account is recognised: by mail address and password."""

from django.contrib.auth.backends import ModelBackend

from league.members.models import Account


class ByPassword(ModelBackend):
    """Django's own, except that an account comes with its player: every page shows the name."""

    def get_user(self, user_id: int) -> Account | None:
        """The account of a session, if it may still sign in."""
        return Account.objects.select_related("player").filter(pk=user_id, is_active=True).first()
