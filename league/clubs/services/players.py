"""Changes to players without an account: names and invitations."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.audit_log import note
from league.accounts.models import Account, Player
from league.accounts.services.players import rename_player
from league.clubs.errors import NotYours
from league.clubs.models import Club
from league.clubs.permissions import ORGANISING, is_operator, rights_of
from league.clubs.queries import invitation_naming, is_known_at, plays_beyond
from league.clubs.services.invitations import invite, take_back_invitation


@transaction.atomic
def edit_player(*, club: Club, player: Player, name: str, email: str | None = None, by: Account) -> Player:
    """Rename a member or a guest who has no account; a new mail address of a member gets an invitation.

    An empty address withdraws the invitation of the member; None leaves it alone. Idempotent.

    Raise `NotYours`, `PlayerNameMissing`, and what `invite` does.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)  # before the player, as everywhere
    player = Player.objects.select_for_update().get(pk=player.pk)
    if not may_edit(club, player, by):
        sentence = _("%(player)s also plays at another club. Ask a site admin to change the name.")
        if player.account_id is not None:
            sentence = _("%(player)s has an account. Only %(player)s can change the name, under “Your account”.")
        raise NotYours(sentence % {"player": player})
    former = player.name
    player = rename_player(player=player, name=name)
    if player.name != former:
        template = gettext_noop("%(old_name)s was renamed to %(player)s.")
        facts: dict[str, Player | str] = {"player": player, "old_name": former}
        note("player-renamed", template, by=by, club=club.public_id, facts=facts)
    invited = invitation_naming(player, club)
    if email == "" and invited is not None:
        take_back_invitation(club=club, public_id=invited.public_id, by=by)
    elif email and (invited is None or invited.email.lower() != email.strip().lower()):
        invite(club=club, email=email, player=player, by=by)
    return player


def may_edit(club: Club, player: Player, by: Account) -> bool:
    """Return whether an organiser of the club may rename the player. Players with an account rename themselves."""
    if (
        player.account_id is not None
        or player.is_bot
        or not rights_of(by, club).organise
        or not is_known_at(club, player)
    ):
        return False
    own = Club.objects.filter(memberships__player__account=by, memberships__role__in=ORGANISING)
    return is_operator(by) or not plays_beyond(own, player)
