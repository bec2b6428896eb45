"""Delete an account: personal data is deleted, results stay under an anonymous name."""

from importlib import import_module

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import transaction
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from league.accounts.demo import refuse_demo_account
from league.accounts.errors import LastOperator
from league.accounts.models import Account, Message, OneTimeLink, Player
from league.accounts.services.addresses import require_password
from league.accounts.signals import account_leaving
from league.common.live import announce

LETTERS = 3  # of the public id, in the name of somebody anonymous


@transaction.atomic
def delete_account(*, account: Account, password: str) -> None:
    """Delete an account and everything personal; its player stays, anonymous, with all results.

    Deleted are the account, its sessions, mails to it, links, memberships, drafts and unfinished games. Idempotent.
    Raise `DemoAccountRefused`, `WrongPassword`, `LastOperator`, and errors of the apps above (`LastOwner`).
    """
    # Site admins first, so that the last two cannot both go.
    operators = list(Account.objects.select_for_update().filter(is_staff=True, is_active=True).order_by("pk"))
    account_now = Account.objects.select_for_update().filter(pk=account.pk).first()
    if account_now is None:
        return
    refuse_demo_account(account_now)
    require_password(account_now, password)
    if [one.pk for one in operators] == [account.pk]:
        raise LastOperator(_("You are the only site admin. Make another account site admin first, in the admin area."))
    player = Player.objects.filter(account=account_now).first()
    account_leaving.send(sender=Account, account=account_now, player=player)
    if player is not None:
        anonymise_player(player=player)
    for bot in Player.objects.filter(owner=account_now):
        anonymise_player(player=bot)
    _forget(account_now)
    account_now.delete()


@transaction.atomic
def anonymise_player(*, player: Player) -> None:
    """Replace the name of a player, and of every player merged into them. Their results do not change."""
    for one in Player.objects.select_for_update().filter(Q(pk=player.pk) | Q(merged_into=player)).order_by("pk"):
        with translation.override(settings.LANGUAGE_CODE):  # the name is stored
            word = _("Former bot %(letters)s") if one.is_bot else _("Former player %(letters)s")
        one.name = word % {"letters": one.public_id[:LETTERS]}
        one.account, one.anonymised_at = None, timezone.now()
        one.save(update_fields=["name", "account", "anonymised_at"])
        announce(f"player:{one.public_id}")


def _forget(account: Account) -> None:
    """Delete rows that refer to the account by address or key without a foreign key."""
    Message.objects.filter(recipient=account.email).delete()
    OneTimeLink.objects.filter(used_by=account).update(used_by=None)
    for records in (AccessAttempt, AccessFailureLog, AccessLog):
        records.objects.filter(username=account.email).delete()
    sessions = import_module(settings.SESSION_ENGINE).SessionStore.get_model_class().objects
    own = [row.pk for row in sessions.all().iterator() if row.get_decoded().get(SESSION_KEY) == str(account.pk)]
    sessions.filter(pk__in=own).delete()
