"""Why a tournament is over, and the effects of ending it now."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competition.formats import format_named
from league.competition.formats.club_evenings import SEASON_OVER
from league.competition.pairing_reasons import ALL_PLAYED
from league.competition.season_scoring import counting_of
from league.results.models import Report
from league.tournaments.models import Entry, Tournament
from league.tournaments.presenters.format_text import filled
from league.tournaments.presenters.manage import OpenLeg, open_legs_of_event
from league.tournaments.queries.history import history_of
from league.tournaments.queries.standings_cache import Sheet


@dataclass(frozen=True, slots=True)
class EndingNow:
    """Effects of ending it now: games that count, games that count for nobody, waiting reports."""

    decided: int
    open_games: tuple[OpenLeg, ...]
    reports: int


def ending_now(event: Tournament) -> EndingNow:
    """Count the games that an early end would keep and drop."""
    decided = sum(len(pairing.results) for pairing in history_of(event.pk).pairings)
    games = tuple(open_legs_of_event(event))
    waiting = Report.objects.filter(subject__in=[one.leg.subject for one in games], status__in=Report.LIVE)
    return EndingNow(decided, games, waiting.values("subject").distinct().count())


def has_winner(event: Tournament) -> bool:
    """Return whether 1st place is final; a bracket that ended early has no winner."""
    return event.status == Tournament.Status.FINISHED and not (event.ended_early and event.has_bracket)


def why_over(event: Tournament, sheet: Sheet) -> list[str]:
    """Return sentences about why a finished tournament ended, unless that is obvious."""
    if event.status != Tournament.Status.FINISHED:
        return []
    if event.ended_early:
        no_winner = [_("The bracket was not played to its end, so it has no winner.")] if event.has_bracket else []
        note = [event.end_note] if event.end_note else []
        return [_after(event, sheet), *note, *_without_result(sheet), *no_winner]
    template = event.end_reason.get("template", ALL_PLAYED)
    if template in {ALL_PLAYED, SEASON_OVER} or max(sheet.rounds, default=0) >= sheet.rounds_planned:
        return []
    return [_after(event, sheet), filled(template, event.end_reason.get("facts", {}).items())]


def _after(event: Tournament, sheet: Sheet) -> str:
    if event.by_evenings:
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


@dataclass(frozen=True, slots=True)
class TakenAlong:
    """An entry whose player is in the next season, and whether as a guest."""

    entry: Entry
    is_guest: bool


def taken_along(event: Tournament) -> list[TakenAlong]:
    """Return the players of the next season in the order of their numbers. Two queries.

    Members and guests who withdrew, left the club or deleted their account are left out."""
    members = set(event.club.memberships.values_list("player_id", flat=True))
    listed = event.entries.filter(left_round=None).select_related("player__merged_into").order_by("number")
    people = {
        entry.person.pk: entry
        for entry in listed
        if entry.person.pk in members or (entry.is_guest and entry.person.anonymised_at is None)
    }
    return [TakenAlong(entry, is_guest=player not in members) for player, entry in people.items()]


def warnings_on_season(event: Tournament) -> list[str]:
    """Return warnings about ending the season now: missing club nights, and players without a place."""
    counting = counting_of(format_named(event.format), event.format_options)
    if counting is None:
        return []
    held, planned = event.evenings.count(), int(event.format_options.get("evenings") or 0)
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
        need = _("A place needs %(need)d club nights, but the season had only %(held)d. So nobody gets a place.")
        warnings.append(need % (words | {"need": counting.attendance}))
    return warnings
