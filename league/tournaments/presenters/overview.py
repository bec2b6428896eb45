"""The overview of a tournament: its rules, its progress, its leaders."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine.core import registry
from league.common.timezones import with_zone
from league.competition.byes import HALF_BYES
from league.competition.early_endings import ending_rule, endings_for
from league.competition.format import Entry, Format
from league.competition.formats import format_named
from league.competition.options import full_options
from league.competition.scoring import scoring_named
from league.competition.stages import as_knockout, pays_points
from league.competition.tiebreaks import tiebreak_named
from league.tournaments.format_text import DASH, ENDINGS, newer_rules_of, option_rows, pairing_rules_of, points
from league.tournaments.models import Tournament
from league.tournaments.presenters.club_nights import counted_in_words
from league.tournaments.queries.standings_cache import Sheet
from league.tournaments.suggested_settings import format_name_of, hours_in_words

KINDS = {Tournament.Status.RUNNING: "live", Tournament.Status.FINISHED: "done", Tournament.Status.CANCELLED: "wrong"}


@dataclass(frozen=True, slots=True)
class Rule:
    """A setting: its title, its value, and a sentence that explains it."""

    title: str
    name: str
    words: str = ""


def rules_of_points(tournament: Tournament) -> list[Rule]:
    """Return the points for each place at every possible table size."""
    chosen, scoring = format_named(tournament.format), scoring_named(tournament.scoring)
    if not pays_points(chosen):
        return []
    smallest, largest = chosen.table_sizes(tournament.format_options)
    rules = [
        Rule(_("Points at a table of %(size)d") % {"size": size}, paid_by_place(scoring.units(size)))
        for size in range(smallest, largest + 1)
    ]
    first, second, *_others = scoring.units(largest)
    shared = _("Two players who share 1st place at a table of %(size)d get %(points)s points each.")
    tied = shared % {"size": largest, "points": points((first + second) // 2)}
    return [*rules, Rule(_("Shared places"), _("share the points"), tied)]


def paid_by_place(units: tuple[int, ...]) -> str:
    """Return the points for each place: "6 points for 1st, then 4, 2, 0"."""
    first, *others = map(points, units)
    return _("%(first)s for 1st, then %(others)s") % {"first": first, "others": ", ".join(others)}


def rules_of_byes(tournament: Tournament) -> list[Rule]:
    """Return the points for byes."""
    chosen = format_named(tournament.format)
    if tournament.is_on_the_machine or as_knockout(chosen):
        return []
    if chosen.by_evenings:
        note = _(
            "A player who is present but has no table gets a bye. Byes are spread evenly. A missed club night "
            "does not count."
        )
        return [Rule(_("Byes"), _("no points"), note)]
    if chosen.everyone_meets:
        note = _("Byes give no points, whether they come from the pairings or were requested.")
        return [Rule(_("Byes"), _("no points"), note)]
    if not (most := tournament.most_half_byes):
        note = _("A player can request a bye before the round is paired. A requested bye gives no points.")
        return [Rule(_("Requested byes"), _("no points"), note)]
    note = _("A player can request a bye before the round is paired. Further requested byes give no points.")
    paid = ngettext("the first one: half the points of a win", "the first %(most)d: half the points of a win", most)
    return [Rule(_("Requested byes"), paid % {"most": most}, note)]


def rules_of_the_day(tournament: Tournament) -> list[Rule]:
    """Return start, round length, capacity and confirmations."""
    rules = []
    if tournament.begins_at is not None:
        begins_at = timezone.localtime(tournament.begins_at, ZoneInfo(tournament.club.time_zone))
        rules.append(Rule(_("Start"), with_zone(begins_at, _("l, j F Y, H:i T"))))
    if tournament.round_minutes is not None:
        rules.append(Rule(_("Round length"), hours_in_words(tournament.round_minutes)))
    if tournament.capacity is not None:
        words = _("Players who enter after that join the waiting list. They move up when a player withdraws.")
        rules.append(Rule(_("Maximum number of players"), str(tournament.capacity), words))
    if not tournament.is_on_the_machine:
        note = _("A result sent by a scorer or organiser counts at once.") if tournament.confirmations else ""
        rules.append(Rule(_("When a reported result counts"), _confirmed(tournament.confirmations), note))
    return rules


def _confirmed(others: int) -> str:
    if not others:
        return _("at once")
    return ngettext(
        "when %(count)d other player at the table confirms it",
        "when %(count)d other players at the table confirm it",
        others,
    ) % {"count": others}


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a tournament in rounds and games; in seasons also the club night of the round, of the planned.

    `nights` is 0 if their number is open.
    """

    round: int
    rounds: int
    decided: int
    legs: int
    night: int = 0
    nights: int = 0
    round_of_night: int = 0

    @property
    def played(self) -> int:
        """The club night, or else the round."""
        return self.night or self.round

    @property
    def planned(self) -> int:
        """The number of club nights, or else of rounds."""
        return self.nights if self.night else self.rounds


class ListRow(NamedTuple):
    """A tournament in a list: kind and words of its status, a summary in one sentence, its next date, its progress.

    `played` is the round in progress, or else the last one, of `planned`; in seasons they are club nights. Both are 0
    before round 1 and after the end; `planned` is 0 if their number is open.
    """

    tournament: Tournament
    kind: str
    words: str
    summary: str
    next: str = ""
    played: int = 0
    planned: int = 0


def state_of(tournament: Tournament) -> tuple[str, str]:
    """Return kind and words of the status badge."""
    status = Tournament.Status(tournament.status)
    return KINDS.get(status, "waiting"), str(status.label)


def rows_of(tournaments: Iterable[Tournament]) -> list[ListRow]:
    """Return tournaments as rows of a list."""
    return [
        ListRow(tournament, *state_of(tournament), summary_of(tournament), "", *_rounds_of(tournament))
        for tournament in tournaments
    ]


def _rounds_of(tournament: Any) -> tuple[int, int]:
    if not (tournament.is_running and tournament.latest_round):
        return 0, 0
    entries = [Entry(number) for number in range(tournament.entries_count)]
    planned = format_named(tournament.format).rounds(entries, tournament.format_options)
    played = tournament.nights if tournament.by_evenings else tournament.round_open or tournament.latest_round
    return played, max(planned, played) if planned else 0


def by_phase(tournaments: Iterable[Tournament]) -> list[tuple[str, list[ListRow]]]:
    """Return the tournaments in groups with headings: running, upcoming, finished; without empty groups."""
    rows = rows_of(tournaments)
    phases = (
        (_("Running"), [row for row in rows if row.tournament.is_running]),
        (_("Upcoming"), [row for row in rows if row.tournament.takes_entries]),
        (_("Finished"), [row for row in rows if row.tournament.is_over]),
    )
    return [(title, group) for title, group in phases if group]


def progress_of(sheet: Sheet) -> Progress:
    """Return the rounds and games so far."""
    latest = max(sheet.rounds, default=0)
    current = min(sheet.history.open_rounds(), default=latest)
    progress = Progress(current, max(sheet.rounds_planned, latest), sheet.legs_decided, sheet.legs)
    evenings = {pairing.round: pairing.evening for pairing in sheet.history.pairings}
    if not (night := evenings.get(current, 0)):
        return progress
    first = min(number for number, evening in evenings.items() if evening == night)
    nights = max(sheet.rounds_planned, *evenings.values()) if sheet.rounds_planned else 0
    return replace(progress, night=night, nights=nights, round_of_night=current - first + 1)


def how_far(tournament: Tournament, sheet: Sheet) -> str:
    """Return the progress in a few words."""
    progress = progress_of(sheet)
    if tournament.is_running and tournament.by_evenings:
        number = {"number": progress.night, "planned": progress.nights}
        return (_("Club night %(number)s of %(planned)s") if progress.nights else _("Club night %(number)s")) % number
    if tournament.is_running:
        return _("Round %(round)d of %(rounds)d") % {"round": progress.round, "rounds": progress.rounds}
    return _("Final standings") if tournament.status == Tournament.Status.FINISHED else state_of(tournament)[1]


def summary_of(tournament: Tournament) -> str:
    """Return one sentence: game, format and venue."""
    bots, people = _("%(game)s, %(format)s, bot matches."), _("%(game)s, %(format)s, in person.")
    game = registry.game(tournament.game)
    name = format_name_of(tournament, game)
    name = (
        name if name.startswith(pgettext("keeps its capital in a sentence", "Swiss")) else name.lower()
    )  # a proper name keeps its capital
    if tournament.format_options.get("cycles") == 2:
        name = _("double %(format)s") % {"format": name}
    return (bots if tournament.is_on_the_machine else people) % {"game": game.name, "format": name}


def rules_of(tournament: Tournament) -> list[Rule]:
    """Return all settings."""
    chosen, scoring = format_named(tournament.format), scoring_named(tournament.scoring)
    tiebreaks = [tiebreak_named(slug) for slug in tournament.tiebreaks]
    return [
        *rules_of_the_day(tournament),
        *_rules_of_the_format(tournament, chosen),
        *(Rule(*row) for row in option_rows(registry.game(tournament.game), tournament.options)),
        *([Rule(_("Scoring"), _(scoring.name), _(scoring.rule))] if pays_points(chosen) else []),
        *rules_of_points(tournament),
        *rules_of_byes(tournament),
        *(
            Rule(_("Tie-break %(number)d") % {"number": number}, _(tiebreak.name), _(tiebreak.rule))
            for number, tiebreak in enumerate(tiebreaks, 1)
        ),
        *_rules_of_endings(tournament),
    ]


def facts_of(tournament: Tournament, sheet: Sheet) -> list[Rule]:
    """Return the most wanted settings, in a few words each."""
    smallest, largest = sheet.format.table_sizes(tournament.format_options)
    nights = int(tournament.format_options.get("evenings") or 0) if tournament.by_evenings else 0
    game, legs = registry.game(tournament.game), int(tournament.format_options.get("legs") or 1)
    facts = [
        (_("Game"), game.name),
        (_("Format"), format_name_of(tournament, game)),
        (_("Planned club nights"), str(nights or "")),
        (_("Season points"), counted_in_words(sheet) if tournament.by_evenings else ""),
        (_("Rounds"), str(progress_of(sheet).rounds or "") if not tournament.by_evenings else ""),
        (_("Games per match"), str(legs) if legs > 1 and tournament.has_bracket else ""),
        (_("Table size"), "" if largest == 2 else f"{smallest}{DASH}{largest}" if smallest < largest else str(largest)),
        (_("Round length"), hours_in_words(tournament.round_minutes) if tournament.round_minutes else ""),
        (
            _("Points at a table of %(size)d") % {"size": largest} if smallest < largest else _("Points"),
            paid_by_place(sheet.scoring.units(largest)) if pays_points(sheet.format) else "",
        ),
        (_("Tie-breaks"), ", ".join(_(tiebreak.name) for tiebreak in sheet.tiebreaks)),
    ]
    return [Rule(title, name) for title, name in facts if name]


def _rules_of_the_format(tournament: Tournament, chosen: Format) -> list[Rule]:
    options = full_options(chosen.name, chosen.options, tournament.format_options)
    own = [
        Rule(_(option.title), _(option.label(options[option.name])), _(option.explanation))
        for option in chosen.options
        if option is not HALF_BYES  # listed with the other byes
    ]
    pace = str(Tournament.Pace(tournament.pace).label)
    name = format_name_of(tournament, registry.game(tournament.game))
    rules = pairing_rules_of(chosen.slug)
    edition = [Rule(_("Pairing rules"), rules, newer_rules_of(chosen.slug))] if rules else []
    return [Rule(_("Format"), name, _(chosen.summary)), *own, *edition, Rule(_("Rounds are published"), pace)]


def _rules_of_endings(tournament: Tournament) -> list[Rule]:
    """Return the rules for early endings; bots play every game to its end."""
    if tournament.is_on_the_machine:
        return []
    rules = [
        (kind, ending_rule(tournament.game, kind, tournament.endings.get(kind, "")))
        for kind in endings_for(tournament.game)
    ]
    return [
        Rule(str(ENDINGS[kind]), _(rule.name), " ".join(_(sentence) for sentence in rule.sentences))
        for kind, rule in rules
    ]
