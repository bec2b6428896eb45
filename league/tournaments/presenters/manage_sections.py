"""Sections of the Manage page, and the navigation beside all pages of organisers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.permissions import Rights
from league.tournaments.models import Presence, Round, Tournament
from league.tournaments.presenters.print_choices import available_prints

Status = Tournament.Status


def sections_for(tournament: Tournament, rights: Rights) -> list[tuple[str, Mapping[str, object]]]:
    """Return template and context of each section that has content now."""
    can_reopen = (
        tournament.status == Status.CANCELLED
        or tournament.ended_early
        or (tournament.is_over and tournament.by_evenings)
    )
    sections = {
        "people": _players_section(tournament, rights),
        "evening": _club_night_section(tournament),
        "paper": _prints_section(tournament, rights),
        "event": {} if can_reopen and rights.organise else None,
    }
    return [(f"tournaments/desk/_{name}.html", facts) for name, facts in sections.items() if facts is not None]


def _players_section(tournament: Tournament, rights: Rights) -> Mapping[str, object] | None:
    """Return the numbers of entries, waiting players and players who are here, in one query."""
    if not rights.organise and tournament.status != Status.CHECK_IN:
        return None
    rows = list(tournament.entries.values_list("left_round", "checked_in_at"))
    capacity = len(rows) if tournament.capacity is None or not tournament.takes_entries else tournament.capacity
    return {
        "listed": len(rows),
        "entered": min(len(rows), capacity),
        "waiting": max(len(rows) - capacity, 0),
        "left": sum(gone is not None for gone, _here in rows),
        "here": sum(here is not None for _gone, here in rows),
        "phases": _phases(tournament),
        "for_people": not tournament.is_on_the_machine,
    }


def _phases(tournament: Tournament) -> list[tuple[str, str, str]]:
    """Return the possible next phases before the start, with button texts and what they are for."""
    if tournament.is_on_the_machine or not tournament.takes_entries:
        return []
    ways = {
        Status.REGISTRATION: _("Open registration"),
        Status.CHECK_IN: _("Open check-in"),
        Status.DRAFT: _("Close registration"),
    }
    if tournament.by_evenings:
        del ways[Status.CHECK_IN]  # seasons have a check-in each club night
    if tournament.status == Status.CHECK_IN:
        ways[Status.DRAFT] = _("Close check-in")
    uses = {
        Status.REGISTRATION: _("optional: players enter themselves"),
        Status.CHECK_IN: _("optional: mark the players who are present"),
    }
    return [(to.value, words, uses.get(to, "")) for to, words in ways.items() if to != tournament.status]


def _club_night_section(tournament: Tournament) -> Mapping[str, object] | None:
    """Return the club night section of the Manage page; None outside seasons."""
    if not tournament.by_evenings:
        return None
    evening = tournament.evenings.filter(closed_at=None).first()
    here = Presence.objects.filter(evening=evening, left_at=None).count() if evening else 0
    return {"evening": evening, "here": here, "held": tournament.evenings.exclude(closed_at=None).count()}


def _prints_section(tournament: Tournament, rights: Rights) -> Mapping[str, object] | None:
    """Return the prints of the current or last round; none before the start. One query."""
    if not rights.score:
        return None
    number = 0
    if not tournament.takes_entries:
        on_board = tournament.rounds.exclude(status=Round.Status.DRAFT).order_by("number")
        rounds = dict(on_board.values_list("number", "status"))
        playing = (number for number, status in rounds.items() if status == Round.Status.PUBLISHED)
        number = next(playing, max(rounds, default=0))
    return {"round": number, "prints": available_prints(tournament, number, scores=True).options}


@dataclass(frozen=True, slots=True)
class Tool:
    """A page: `names` are the names of its URLs, the first that of the page itself."""

    href: str
    words: str
    icon: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToolGroup:
    """Pages under a heading; `current` is the index of the open one, -1 if none."""

    title: str
    tools: tuple[Tool, ...]
    current: int


def tools_of(tournament: Tournament, rights: Rights, at: str) -> list[ToolGroup]:
    """Return the available pages for these rights; `at` is the URL name of the open one. At most one query."""
    rounds = (
        {} if tournament.takes_entries else dict(tournament.rounds.order_by("number").values_list("number", "status"))
    )
    playing = next((number for number, status in rounds.items() if status == Round.Status.PUBLISHED), 0)
    groups = (
        (_("Rounds"), tuple(_round_tools(tournament, rights, rounds, playing))),
        (_("Players"), tuple(_player_tools(tournament, rights))),
        (_("Tournament"), tuple(_tournament_tools(tournament, rights))),
    )
    return [
        ToolGroup(title, tools, next((place for place, tool in enumerate(tools) if at in tool.names), -1))
        for title, tools in groups
        if tools
    ]


def _round_tools(tournament: Tournament, rights: Rights, rounds: dict[int, str], playing: int) -> Iterator[Tool]:
    key, slug = tournament.public_id, tournament.slug
    yield _tool(tournament, _("Manage"), "house", "manage")
    if tournament.by_evenings and rights.organise and not tournament.is_over:
        yield _tool(
            tournament,
            _("Club night"),
            "users",
            "club-night",
            "end-club-night",
            "club-night-add-player",
            "end-season",
            "check-in",
        )
    if not tournament.takes_entries:
        yield _tool(tournament, _("Pairings"), "list", "manage-rounds", "manage-round", "change-round", "repair-round")
    if playing and not tournament.is_on_the_machine:
        yield Tool(reverse("tournaments:results", args=[key, playing]), _("Results"), "pencil", ("results",))
        yield Tool(
            reverse("tournaments:table-links", args=[key, playing]), _("Table links"), "log-in", ("table-links",)
        )
        yield Tool(reverse("tournaments:big-screen", args=[key, slug]), _("Big screen"), "eye", ())
    if rights.organise and tournament.takes_deadlines and not tournament.is_over:
        yield _tool(tournament, _("Deadlines"), "calendar", "deadlines")
    latest = playing or max((number for number, status in rounds.items() if status != Round.Status.DRAFT), default=0)
    printed = reverse("tournaments:print-standings", args=[key, slug])
    if latest:
        printed = reverse("tournaments:print-pairings", args=[key, slug, latest])
    yield Tool(printed, _("Print"), "book-open", ())


def _player_tools(tournament: Tournament, rights: Rights) -> Iterator[Tool]:
    for_people = not tournament.is_on_the_machine
    if for_people and not tournament.by_evenings:
        yield _tool(tournament, _("Check-in"), "check", "check-in", "starting")
    if not rights.organise:
        return
    yield _tool(tournament, _("Entries"), "users", "entries", "entry", "withdraw-entry", "add-guest")
    if for_people and not tournament.is_over:
        yield _tool(tournament, _("Import players"), "plus", "import-players")
        yield _tool(tournament, _("Avoided pairings"), "x", "avoided-pairings")
    if tournament.takes_entries:
        yield _tool(tournament, _("Seeding"), "arrow-down", "seeding")


def _tournament_tools(tournament: Tournament, rights: Rights) -> Iterator[Tool]:
    if not rights.organise:
        return
    if not tournament.is_over:
        yield _tool(tournament, _("Settings"), "pencil", "settings")
    if tournament.takes_entries:
        yield _tool(tournament, _("Test run"), "play", "rehearsal")
    yield _tool(tournament, _("Log"), "clock", "log")
    if tournament.is_over and tournament.by_evenings:
        yield _tool(tournament, _("Next season"), "arrow-right", "next-season")
    if tournament.is_running and not tournament.by_evenings:
        yield _tool(tournament, _("End tournament"), "flag", "end")
    if not tournament.is_over:
        yield _tool(tournament, _("Cancel tournament"), "x", "cancel")
    guide = reverse("common:guide", args=["evenings" if tournament.by_evenings else "organising"])
    yield Tool(guide, _("Help"), "book-open", ())


def _tool(tournament: Tournament, words: str, icon: str, *names: str) -> Tool:
    return Tool(reverse(f"tournaments:{names[0]}", args=[tournament.public_id]), words, icon, names)
