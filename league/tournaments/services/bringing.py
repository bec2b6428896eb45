"""A list of players is confirmed: what was looked at is written, and nothing else."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from league.members.models import Account
from league.members.services.players import make_player
from league.tournaments.errors import EntryRefused, ListHasChanged
from league.tournaments.models import Entry, Tournament
from league.tournaments.permissions import check_not_over, require_organiser
from league.tournaments.selectors.bringing import Brought, plan_of
from league.tournaments.services.agreeing import part_club
from league.tournaments.services.entering import Newcomer, join_late, write_entries


@transaction.atomic
def bring_players(
    *, tournament: Tournament, text: str, chosen: Mapping[str, str], fingerprint: str, by: Account | None
) -> list[Entry]:
    """Enter everybody of the list who can be, in its order of seeding; late, once the event runs.

    Those of one club are kept apart in round 1, if that is not on the board, also those who are in already. A draft of
    it stays as it is until it is drawn anew (`Plan.left_to_do`).
    Whoever is in already is passed over, so sent twice it enters nobody. `fingerprint` names the plan that was seen.
    Raises `NotTheOrganiser`, `WrongMoment`, `EntryRefused`, and `ListHasChanged` where the list would now do
    something else than what was seen.
    """
    event = tournament.locked()
    require_organiser(by, event.club)
    check_not_over(event)
    if event.is_on_the_machine:
        raise EntryRefused(_("Bot matches are for bots only. Choose bots from the list."))
    plan = plan_of(event, text, chosen)
    if not plan.entering and not plan.asks and not plan.parting:
        return []
    if plan.fingerprint != fingerprint:
        raise ListHasChanged(_("The entries have changed since the preview. Check the new preview, then confirm."))
    newcomers = {one: _newcomer(one) for one in plan.entering}
    entered = _entered(event, list(newcomers.values()), by)
    for club in plan.parting:
        met = [newcomers[one].player if one in newcomers else one.player for one in club.people]
        part_club(event, club.name, [player.pk for player in met if player is not None], by)
    return entered


def _entered(event: Tournament, newcomers: list[Newcomer], by: Account | None) -> list[Entry]:
    if not newcomers:
        return []
    return write_entries(event, newcomers, by) if event.takes_entries else join_late(event, newcomers, by)


def _newcomer(one: Brought) -> Newcomer:
    player = one.player or make_player(name=one.line.name)
    return Newcomer(player, one.is_guest, one.line.table)
