"""How a tournament ends: what is still open, what ending it now does, and why it is over."""

from collections import Counter
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competition.formats import format_named
from league.competition.formats.club_evenings import SEASON_OVER
from league.competition.pairing_reasons import ALL_PLAYED
from league.competition.prospects import Prospect, Standing, prospects
from league.competition.season_scoring import counting_of
from league.results.models import Report
from league.tournaments.format_text import rule_text
from league.tournaments.models import Tournament
from league.tournaments.presenters.game_results import OpenLeg, open_legs_of_tournament
from league.tournaments.queries.entries import Entrants
from league.tournaments.queries.history import history_of
from league.tournaments.queries.standings_cache import Sheet

LAST_ROUNDS = 2  # rounds before the end with prospects
MOST_NAMED = 8  # if more can still win, only their number is shown
MOST_RIVALS = 3


@dataclass(frozen=True, slots=True)
class EndingNow:
    """Effects of ending it now: games that count, games that count for nobody, waiting reports."""

    decided: int
    open_games: tuple[OpenLeg, ...]
    reports: int


def ending_now(tournament: Tournament) -> EndingNow:
    """Count the games that an early end would keep and drop."""
    decided = sum(len(pairing.results) for pairing in history_of(tournament.pk).pairings)
    games = tuple(open_legs_of_tournament(tournament))
    waiting = Report.objects.filter(subject__in=[game.leg.subject for game in games], status__in=Report.LIVE)
    return EndingNow(decided, games, waiting.values("subject").distinct().count())


def has_winner(tournament: Tournament) -> bool:
    """Return whether 1st place is final; a bracket that ended early has no winner."""
    return tournament.status == Tournament.Status.FINISHED and not (tournament.ended_early and tournament.has_bracket)


def why_over(tournament: Tournament, sheet: Sheet) -> list[str]:
    """Return sentences about why a finished tournament ended, unless that is obvious."""
    if tournament.status != Tournament.Status.FINISHED:
        return []
    if tournament.ended_early:
        no_winner = [_("The bracket was not played to its end, so it has no winner.")] if tournament.has_bracket else []
        note = [tournament.end_note] if tournament.end_note else []
        return [_after(tournament, sheet), *note, *_without_result(sheet), *no_winner]
    template = tournament.end_reason.get("template", ALL_PLAYED)
    if template in {ALL_PLAYED, SEASON_OVER} or max(sheet.rounds, default=0) >= sheet.rounds_planned:
        return []
    return [_after(tournament, sheet), rule_text(template, tournament.end_reason.get("facts", {}).items())]


def _after(tournament: Tournament, sheet: Sheet) -> str:
    if tournament.by_evenings:
        sentence = ngettext(
            "The organisers ended the season after %(n)d club night.",
            "The organisers ended the season after %(n)d club nights.",
            sheet.evenings,
        )
        return sentence % {"n": sheet.evenings}
    words = {"round": max(sheet.rounds, default=0), "rounds": sheet.rounds_planned}
    if words["round"] >= words["rounds"]:
        return _("The organisers ended the tournament in round %(round)d.") % words
    if words["round"] in sheet.history.open_rounds():
        return _("The tournament ended early, in round %(round)d of %(rounds)d.") % words
    return _("The tournament ended early, after round %(round)d of %(rounds)d.") % words


def _without_result(sheet: Sheet) -> list[str]:
    count = sheet.legs - sheet.legs_decided
    if not count:
        return []
    sentence = ngettext(
        "%(count)d game has no result and counts for nobody.",
        "%(count)d games have no result and count for nobody.",
        count,
    )
    return [sentence % {"count": count}]


def warnings_on_season(tournament: Tournament) -> list[str]:
    """Return warnings about ending the season now: missing club nights, and players without a place."""
    counting = counting_of(format_named(tournament.format), tournament.format_options)
    if counting is None:
        return []
    held, planned = tournament.evenings.count(), int(tournament.format_options.get("evenings") or 0)
    words = {"held": held, "planned": planned, "missing": planned - held}
    warnings = []
    if held < planned:
        sentence = ngettext(
            "%(missing)d of %(planned)d club nights was not held.",
            "%(missing)d of %(planned)d club nights were not held.",
            planned - held,
        )
        warnings.append(sentence % words)
    if counting.best_of > held:
        best = _("The best %(best)d club nights count, but the season had only %(held)d. So all of them count.")
        warnings.append(best % (words | {"best": counting.best_of}))
    if counting.attendance > held:
        need = _(
            "A player needs %(need)d club nights to get a place, but the season had only %(held)d. So nobody gets a "
            "place."
        )
        warnings.append(need % (words | {"need": counting.attendance}))
    return warnings


@dataclass(frozen=True, slots=True)
class StillOpen:
    """Sentences about the players who can still win, and the number of those who cannot."""

    sentences: tuple[tuple[str, str], ...]  # each after the public id of its player, "" of several
    out: str


def still_open(tournament: Tournament, sheet: Sheet, entrants: Entrants) -> StillOpen | None:
    """Return the prospects in the last two rounds; None earlier, in seasons and in knockouts. No query."""
    if not tournament.is_running or tournament.by_evenings or tournament.has_bracket or not sheet.is_played:
        return None
    undecided = Counter(entry for table in sheet.history.pairings if not table.decided for entry in table.seats)
    to_draw = range(max(sheet.rounds, default=0) + 1, sheet.rounds_planned + 1)
    left = {entry.id: undecided[entry.id] + sum(map(entry.plays_in, to_draw)) for entry in sheet.history.entries}
    if not 0 < max(left.values(), default=0) <= LAST_ROUNDS:
        return None
    legs = max((pairing.legs for pairing in sheet.history.pairings), default=1)
    a_round = sheet.scoring.win(legs)
    standing = Standing(_certain_points(sheet), {entry: a_round * rounds for entry, rounds in left.items()})
    is_last = max(left.values()) == 1 and not to_draw  # only these tables are left, and no player has two
    tables = [pairing for pairing in sheet.history.pairings if not pairing.decided] if is_last else []
    found = prospects(standing, tables, sheet.scoring)
    contenders = [prospect for prospect in found if not prospect.is_out]
    out = len(found) - len(contenders)
    return StillOpen(tuple(_sentences(contenders, entrants)), _out(out))


def _certain_points(sheet: Sheet) -> dict[int, int]:
    """Return all points including byes of the current round, which count at its end."""
    totals = dict(sheet.scores.totals)
    open_rounds = sheet.history.open_rounds()
    for pairing in sheet.history.pairings:
        if pairing.bye is not None and pairing.round in open_rounds:
            totals[pairing.seats[0]] += sheet.scoring.bye(pairing)
    return totals


def _sentences(contenders: list[Prospect], entrants: Entrants) -> list[tuple[str, str]]:
    if len(contenders) > MOST_NAMED:
        return [("", _("%(count)d players can still come first.") % {"count": len(contenders)})]
    return [(entrants[contender.entry].player, _sentence(contender, entrants)) for contender in contenders]


def _sentence(prospect: Prospect, entrants: Entrants) -> str:
    words = {"player": entrants[prospect.entry].name, "place": prospect.needs, "rivals": _rivals(prospect, entrants)}
    if prospect.is_certain:
        return _("%(player)s is certain of 1st place.") % words
    if prospect.or_draw:
        return _("%(player)s needs at least a tie.") % words
    if prospect.needs == 1:
        return _("%(player)s needs to win.") % words
    if prospect.needs:
        return _("%(player)s needs place %(place)d at the table, or better.") % words
    if prospect.rivals:
        return _("%(player)s needs to win, and %(rivals)s must not win.") % words
    return _("%(player)s can still come first.") % words


def _rivals(prospect: Prospect, entrants: Entrants) -> str:
    names = [entrants[rival].name for rival in prospect.rivals]
    if len(names) > MOST_RIVALS:
        return ngettext("%(count)d other", "%(count)d others", len(names)) % {"count": len(names)}
    return get_text_list(names, _("and"))


def _out(count: int) -> str:
    if not count:
        return ""
    return ngettext(
        "%(count)d player cannot come first any more.", "%(count)d players cannot come first any more.", count
    ) % {"count": count}
