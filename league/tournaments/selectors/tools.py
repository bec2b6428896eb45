"""The organiser's pages of a tournament, as the navigation beside each of them lists them."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.permissions import Rights
from league.tournaments.models import Round, Tournament

Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class Tool:
    """One page: `names` are the names of its addresses, the first that of the page itself."""

    href: str
    words: str
    icon: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToolGroup:
    """Pages about one thing, under a heading; `current` is the index of the open one, -1 where it is none of them."""

    title: str
    tools: tuple[Tool, ...]
    current: int


def tools_of(event: Tournament, rights: Rights, at: str) -> list[ToolGroup]:
    """Return the pages there are now for whoever has these rights; `at` names the open one. At most one query."""
    rounds = {} if event.takes_entries else dict(event.rounds.order_by("number").values_list("number", "status"))
    playing = next((number for number, status in rounds.items() if status == Round.Status.PUBLISHED), 0)
    groups = (
        (_("Rounds"), tuple(_round_tools(event, rights, rounds, playing))),
        (_("Players"), tuple(_player_tools(event, rights))),
        (_("Tournament"), tuple(_event_tools(event, rights))),
    )
    return [
        ToolGroup(title, tools, next((place for place, tool in enumerate(tools) if at in tool.names), -1))
        for title, tools in groups
        if tools
    ]


def _round_tools(event: Tournament, rights: Rights, rounds: dict[int, str], playing: int) -> Iterator[Tool]:
    key, slug = event.public_id, event.slug
    yield _tool(event, _("Manage"), "house", "desk")
    if event.by_evenings and rights.organise and not event.is_over:
        yield _tool(event, _("Club night"), "users", "evening", "close-evening", "evening-somebody", "end-season")
    if not event.takes_entries:
        yield _tool(event, _("Pairings"), "list", "desk-rounds", "desk-round", "change-round", "repair-round")
    if playing and not event.is_on_the_machine:
        yield Tool(reverse("tournaments:results", args=[key, playing]), _("Results"), "pencil", ("results",))
        yield Tool(reverse("tournaments:links", args=[key, playing]), _("Table links"), "log-in", ("links",))
        yield Tool(reverse("tournaments:projector", args=[key, slug]), _("Big screen"), "eye", ())
    if rights.organise and event.takes_deadlines and not event.is_over:
        yield _tool(event, _("Deadlines"), "calendar", "deadlines")
    latest = playing or max((one for one, status in rounds.items() if status != Round.Status.DRAFT), default=0)
    printed = reverse("tournaments:print-standings", args=[key, slug])
    if latest:
        printed = reverse("tournaments:print-pairings", args=[key, slug, latest])
    yield Tool(printed, _("Print"), "book-open", ())


def _player_tools(event: Tournament, rights: Rights) -> Iterator[Tool]:
    for_people = not event.is_on_the_machine
    if for_people and event.takes_entries and not event.by_evenings:
        yield _tool(event, _("Check-in"), "check", "check-in", "starting")
    if not rights.organise:
        return
    yield _tool(event, _("Entries"), "users", "entries", "entry", "leave", "guest")
    if for_people and not event.is_over:
        yield _tool(event, _("Import players"), "plus", "bring")
        yield _tool(event, _("Avoided pairings"), "x", "apart")
    if event.takes_entries:
        yield _tool(event, _("Seeding"), "arrow-down", "order")


def _event_tools(event: Tournament, rights: Rights) -> Iterator[Tool]:
    if not rights.organise:
        return
    if not event.is_over:
        yield _tool(event, _("Settings"), "pencil", "settings")
    if event.takes_entries:
        yield _tool(event, _("Test run"), "play", "rehearsal")
    yield _tool(event, _("Log"), "clock", "log")
    if event.is_over and event.by_evenings:
        yield _tool(event, _("Next season"), "arrow-right", "next-season")
    if event.is_running and not event.by_evenings:
        yield _tool(event, _("End tournament"), "flag", "end")
    if not event.is_over:
        yield _tool(event, _("Cancel tournament"), "x", "cancel")


def _tool(event: Tournament, words: str, icon: str, *names: str) -> Tool:
    return Tool(reverse(f"tournaments:{names[0]}", args=[event.public_id]), words, icon, names)
