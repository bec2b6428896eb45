"""How a contest is held while it is changed, and who may change it."""

from django.utils.translation import gettext as _

from games.contests.errors import NoSuchContest, TooLate
from games.contests.models import Contest
from games.contests.selectors import contest_at
from league.clubs.errors import NotYours
from league.clubs.models import Club
from league.clubs.rules import rights_of
from league.members.models import Account


def require_organiser(account: Account | None, club: Club) -> None:
    """Refuse whoever does not organise in the club; `None` is the house itself."""
    if account is not None and not rights_of(account, club).organise:
        raise NotYours(_("Only organisers of %(club)s can do this. Ask an organiser.") % {"club": club})


def held(public_id: str) -> Contest:
    """The contest, locked until the transaction ends. Raises `NoSuchContest`."""
    found = Contest.objects.select_for_update(of=("self",)).select_related("club").filter(public_id=public_id).first()
    if found is None:
        raise NoSuchContest(_("There is no contest at this address."))
    return found


def held_by_organiser(public_id: str, account: Account | None) -> Contest:
    """The same, for one who organises there; `None` is the house itself. To whoever may not see it, it is not there."""
    if account is not None:
        require_organiser(account, contest_at(public_id, account).club)
    return held(public_id)


def require_open(contest: Contest) -> None:
    """Raise `TooLate` unless bots may still be submitted; once its time has come also before a worker closes it."""
    if contest.state != Contest.State.OPEN or contest.is_due:
        raise TooLate(_("This contest is closed. Choose an open contest."))
