"""A contest is announced, changed while it is open, and called off."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.errors import EngineError
from games.contests.errors import ContestRefused, TooLate, TooManyContests
from games.contests.letters import write_to_owners
from games.contests.limits import FURTHEST, LONGEST_NAME, LONGEST_PACE, LONGEST_WORDS, MOST_AT_ONCE, MOST_BLOCKS
from games.contests.models import Contest
from games.contests.services.holding import held_by_organiser, require_open, require_organiser
from league.clubs.models import Club
from league.members.models import Account
from league.shared.live import announce


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What may be changed while a contest is open. `pace` is in minutes; 0 tells every deal as soon as it is played."""

    name: str
    closes_at: datetime
    blocks: int
    pace: int
    words: str = ""


@transaction.atomic
def make_contest(*, club: Club, by: Account | None, game: str, seats: int, plan: Plan) -> Contest:
    """Announce a contest. Raises `NotYours`, `ContestRefused` with the field at fault, and `TooManyContests`."""
    require_organiser(by, club)
    _check_game(game, seats)
    _check_pace(club)
    return Contest.objects.create(club=club, made_by=by, game=game, seats=seats, **_checked(plan))


@transaction.atomic
def change_contest(*, contest: str, by: Account, plan: Plan) -> Contest:
    """Change it while it is open. Raises `NoSuchContest`, `NotYours`, `TooLate`, `ContestRefused`."""
    found = held_by_organiser(contest, by)
    require_open(found)
    checked = _checked(plan)
    for name, value in checked.items():
        setattr(found, name, value)
    found.save(update_fields=list(checked))
    announce(found.topic)
    return found


@transaction.atomic
def call_off(*, contest: str, by: Account, because: str) -> Contest:
    """Call it off before its finale begins, and write to everybody who entered. Twice is harmless.

    Raises `NoSuchContest`, `NotYours`, `TooLate`.
    """
    found = held_by_organiser(contest, by)
    if found.state == Contest.State.CALLED_OFF:
        return found
    if found.state != Contest.State.OPEN:
        raise TooLate(_("The final has started and cannot be changed or cancelled."))
    end_without_result(found, because.strip()[:400] or _("The organisers have cancelled this contest."))
    return found


def end_without_result(contest: Contest, because: str) -> None:
    """Call off a contest that is held, and write to everybody who entered."""
    contest.called_off_at, contest.called_off_because = timezone.now(), because
    contest.save(update_fields=["called_off_at", "called_off_because"])
    write_to_owners(contest, "called_off")
    announce(contest.topic)


def _check_pace(club: Club) -> None:
    """A finale is many matches, and whoever announces them by the hundred would keep everybody else waiting."""
    Club.objects.select_for_update().get(pk=club.pk)
    if club.contests.filter(over_at=None, called_off_at=None).count() >= MOST_AT_ONCE:
        sentence = _("%(club)s already has %(most)d contests, the maximum at one time. Wait until one is finished.")
        raise TooManyContests(sentence % {"club": club, "most": MOST_AT_ONCE})


def _check_game(game: str, seats: int) -> None:
    try:
        registry.game(game).start(seats, {})
    except EngineError as error:
        raise ContestRefused(error.sentence, field="seats" if game in registry.games() else "game") from error


def _checked(plan: Plan) -> dict[str, object]:
    name = " ".join(plan.name.split())
    if not 3 <= len(name) <= LONGEST_NAME:
        sentence = _("The name needs 3 to %(most)d characters.") % {"most": LONGEST_NAME}
        raise ContestRefused(sentence, field="name")
    if not 1 <= plan.blocks <= MOST_BLOCKS:
        sentence = _("A final has 1 to %(most)d deals.") % {"most": MOST_BLOCKS}
        raise ContestRefused(sentence, field="blocks")
    if not 0 <= plan.pace <= LONGEST_PACE:
        sentence = _("Enter 0 to %(most)d minutes between two reveals.") % {"most": LONGEST_PACE}
        raise ContestRefused(sentence, field="pace")
    if not timezone.now() < plan.closes_at < timezone.now() + FURTHEST:
        raise ContestRefused(_("Enter a closing date in the future, within one year."), field="closes_at")
    return {
        "name": name,
        "words": plan.words.strip()[:LONGEST_WORDS],
        "blocks": plan.blocks,
        "pace": plan.pace,
        "closes_at": plan.closes_at,
    }
