"""What an event pays and expects, as its page prints it before the start."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competition.formats import format_named
from league.competition.scoring import scoring_named
from league.competition.stages import as_knockout, pays_points
from league.shared.timezones import with_zone
from league.tournaments.models import Tournament
from league.tournaments.proposals import hours_in_words
from league.tournaments.selectors.wording import points

_OPTION = "half_byes"


def most_half_byes(event: Tournament) -> int:
    """How many rounds somebody may miss for half of a win; none in a format that has no such option.

    An event that was made before there was a choice has what is proposed.
    """
    proposed = next((one.default for one in format_named(event.format).options if one.name == _OPTION), 0)
    return int(event.format_options.get(_OPTION, proposed))


@dataclass(frozen=True, slots=True)
class Rule:
    """Something that was agreed before the start: what about, what, and in a sentence what that means."""

    title: str
    name: str
    words: str = ""


def rules_of_points(event: Tournament) -> list[Rule]:
    """What each place pays at every size of table that the format may make."""
    chosen, scoring = format_named(event.format), scoring_named(event.scoring)
    if not pays_points(chosen):
        return []
    smallest, largest = chosen.table_sizes(event.format_options)
    rules = [
        Rule(_("Points at a table of %(size)d") % {"size": size}, paid_by_place(scoring.units(size)))
        for size in range(smallest, largest + 1)
    ]
    first, second, *_others = scoring.units(largest)
    shared = _("Two players who share 1st place at a table of %(size)d get %(points)s points each.")
    tied = shared % {"size": largest, "points": points((first + second) // 2)}
    return [*rules, Rule(_("Shared places"), _("share the points"), tied)]


def paid_by_place(units: tuple[int, ...]) -> str:
    """The points of each place: "6 points for 1st, then 4, 2, 0"."""
    first, *others = map(points, units)
    return _("%(first)s for 1st, then %(others)s") % {"first": first, "others": ", ".join(others)}


def rules_of_byes(event: Tournament) -> list[Rule]:
    """What a round without a table pays."""
    chosen = format_named(event.format)
    if event.is_on_the_machine or as_knockout(chosen):
        return []
    if chosen.by_evenings:
        told = _(
            "A player who is present but has no table gets a bye. Byes are spread evenly. A missed club night "
            "does not count."
        )
        return [Rule(_("Byes"), _("no points"), told)]
    if chosen.everyone_meets:
        told = _("Byes give no points, whether they come from the pairings or were requested.")
        return [Rule(_("Byes"), _("no points"), told)]
    if not (most := most_half_byes(event)):
        told = _("A player can request a bye before the round is paired. A requested bye gives no points.")
        return [Rule(_("Requested byes"), _("no points"), told)]
    told = _("A player can request a bye before the round is paired. Further requested byes give no points.")
    paid = ngettext("the first one: half the points of a win", "the first %(most)d: half the points of a win", most)
    return [Rule(_("Requested byes"), paid % {"most": most}, told)]


def rules_of_the_day(event: Tournament) -> list[Rule]:
    """When it begins, how long a round is, how many it holds, who confirms."""
    rules = []
    if event.begins_at is not None:
        there = timezone.localtime(event.begins_at, ZoneInfo(event.club.time_zone))
        rules.append(Rule(_("Start"), with_zone(there, _("l, j F Y, H:i T"))))
    if event.round_minutes is not None:
        rules.append(Rule(_("Round length"), hours_in_words(event.round_minutes)))
    if event.capacity is not None:
        words = _("Players who enter after that join the waiting list. They move up when a player withdraws.")
        rules.append(Rule(_("Maximum number of players"), str(event.capacity), words))
    if not event.is_on_the_machine:
        told = _("A result sent by a scorer or organiser counts at once.") if event.confirmations else ""
        rules.append(Rule(_("When a reported result counts"), _confirmed(event.confirmations), told))
    return rules


def _confirmed(others: int) -> str:
    if not others:
        return _("at once")
    return ngettext(
        "when %(count)d other player at the table confirms it",
        "when %(count)d other players at the table confirm it",
        others,
    ) % {"count": others}
