"""Sections of the Manage pages: their order, the next step, and the navigation beside them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.permissions import Rights
from league.competition.formats import format_named
from league.results.models import Report
from league.tournaments.models import Drawing, Leg, Round, Tournament
from league.tournaments.presenters import club_nights, manage
from league.tournaments.presenters.manage import Step
from league.tournaments.presenters.prints import prints_there_are
from league.tournaments.queries.rounds import why_refused

Status = Tournament.Status


def people_part(event: Tournament, rights: Rights) -> Mapping[str, object] | None:
    """Return the numbers of entries, waiting players and players who are here, in one query."""
    if not rights.organise and event.status != Status.CHECK_IN:
        return None
    rows = list(event.entries.values_list("left_round", "checked_in_at"))
    capacity = len(rows) if event.capacity is None or not event.takes_entries else event.capacity
    return {
        "listed": len(rows),
        "entered": min(len(rows), capacity),
        "waiting": max(len(rows) - capacity, 0),
        "left": sum(gone is not None for gone, _here in rows),
        "here": sum(here is not None for _gone, here in rows),
        "phases": _phases(event),
        "for_people": not event.is_on_the_machine,
    }


def _phases(event: Tournament) -> list[tuple[str, str, str]]:
    """Return the possible next phases before the start, with button texts and what they are for."""
    if event.is_on_the_machine or not event.takes_entries:
        return []
    ways = {
        Status.REGISTRATION: _("Open registration"),
        Status.CHECK_IN: _("Open check-in"),
        Status.DRAFT: _("Close registration"),
    }
    if event.by_evenings:
        del ways[Status.CHECK_IN]  # seasons have a check-in each club night
    if event.status == Status.CHECK_IN:
        ways[Status.DRAFT] = _("Close check-in")
    uses = {
        Status.REGISTRATION: _("optional: players enter themselves"),
        Status.CHECK_IN: _("optional: mark the players who are present"),
    }
    return [(to.value, words, uses.get(to, "")) for to, words in ways.items() if to != event.status]


def step_of_dispute(event: Tournament, rights: Rights) -> Step | None:
    """Return the step to resolve the first dispute, before all other steps. One query."""
    if not (rights.organise and event.is_running) or event.is_on_the_machine:
        return None
    disputed = Report.objects.filter(status=Report.Status.DISPUTED).values("subject")
    legs = Leg.objects.filter(pairing__round__tournament=event, subject__in=disputed)
    report = Report.objects.filter(status=Report.Status.DISPUTED, subject=OuterRef("subject")).order_by("pk")
    rows = legs.order_by("pairing__round__number", "pairing__table", "number").annotate(
        report=Subquery(report.values("public_id")[:1])
    )
    first = rows.values_list("pairing__round__number", "pairing__table", "report").first()
    if first is None:
        return None
    number, table, public_id = first
    why = _("Round %(round)d, table %(table)d: the players disagree about the result.")
    href = reverse("reports:decide", args=[public_id])
    return Step(_("Resolve disputed result"), href, why % {"round": number, "table": table}, icon="flag")


def step_of_rounds(event: Tournament, rights: Rights) -> Step | None:
    """Return the step to pair a round, review its draft, or enter results."""
    if not (rights.score and event.is_running) or event.is_on_the_machine:
        return None
    rounds = dict(event.rounds.values_list("number", "status"))
    publishes = rights.organise and event.pace == Tournament.Pace.DESK
    if publishes and (step := _of_drawing(event, rounds)):
        return step
    played = min((number for number, status in rounds.items() if status == Round.Status.PUBLISHED), default=None)
    if played is None:
        return None
    href = reverse("tournaments:results", args=[event.public_id, played])
    return Step(_("Enter results"), href, _("Round %(round)d is published.") % {"round": played}, icon="pencil")


def _of_drawing(event: Tournament, rounds: Mapping[int, str]) -> Step | None:
    """Return the step about the draft or the next pairing; club nights have their own steps."""
    draft = next((number for number, status in rounds.items() if status == Round.Status.DRAFT), None)
    if draft is not None:
        why = _("The draft is ready. Players see the round after you publish it.")
        return Step(_("Review round %(round)d") % {"round": draft}, _address(event, draft), why, icon="eye")
    if Round.Status.PUBLISHED in rounds.values() or format_named(event.format).by_evenings:
        return None
    coming = max(rounds, default=0) + 1
    if event.drawings.filter(status__in=Drawing.OPEN).exists():
        why = _("The draft appears here. You can leave the page.")
        return Step(_("Round %(round)d is being paired.") % {"round": coming}, "", why, icon="clock")
    last = event.drawings.order_by("-id").first()
    if last is not None and last.number == coming and last.dead_end:
        return Step(_("Choose how to continue"), _address(event, coming), why_refused(last), icon="arrow-right")
    why = _("You see the draft before you publish it.")
    words = _("Pair round %(round)d") % {"round": coming}
    return Step(words, reverse("tournaments:ask-for-round", args=[event.public_id]), why, True, "refresh-cw")


def _address(event: Tournament, number: int) -> str:
    return reverse("tournaments:desk-round", args=[event.public_id, number])


def paper_part(event: Tournament, rights: Rights) -> Mapping[str, object] | None:
    """Return the prints of the current or last round; none before the start. One query."""
    if not rights.score:
        return None
    number = 0
    if not event.takes_entries:
        on_board = event.rounds.exclude(status=Round.Status.DRAFT).order_by("number")
        rounds = dict(on_board.values_list("number", "status"))
        playing = (number for number, status in rounds.items() if status == Round.Status.PUBLISHED)
        number = next(playing, max(rounds, default=0))
    return {"round": number, "prints": prints_there_are(event, number, scores=True).among}


def parts_for(event: Tournament, rights: Rights) -> list[tuple[str, Mapping[str, object]]]:
    """Return template and context of each section that has content now."""
    can_reopen = event.status == Status.CANCELLED or event.ended_early or (event.is_over and event.by_evenings)
    sections = {
        "people": people_part(event, rights),
        "evening": club_nights.evening_part(event),
        "paper": paper_part(event, rights),
        "event": {} if can_reopen and rights.organise else None,
    }
    return [(f"tournaments/desk/_{name}.html", facts) for name, facts in sections.items() if facts is not None]


def next_step(event: Tournament, rights: Rights) -> Step | None:
    """Return the next step: disputes first, then rounds, start and end; None if there is nothing to do but wait."""
    return (
        step_of_dispute(event, rights)
        or club_nights.step_of_evening(event, rights)
        or step_of_rounds(event, rights)
        or manage.step_of_life(event, rights)
    )


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


def tools_of(event: Tournament, rights: Rights, at: str) -> list[ToolGroup]:
    """Return the available pages for these rights; `at` is the URL name of the open one. At most one query."""
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
        yield _tool(
            event, _("Club night"), "users", "evening", "close-evening", "evening-add-player", "end-season", "check-in"
        )
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
    if for_people and not event.by_evenings:
        yield _tool(event, _("Check-in"), "check", "check-in", "starting")
    if not rights.organise:
        return
    yield _tool(event, _("Entries"), "users", "entries", "entry", "leave", "guest")
    if for_people and not event.is_over:
        yield _tool(event, _("Import players"), "plus", "import-players")
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
    guide = reverse("shared:guide", args=["evenings" if event.by_evenings else "organising"])
    yield Tool(guide, _("Help"), "book-open", ())


def _tool(event: Tournament, words: str, icon: str, *names: str) -> Tool:
    return Tool(reverse(f"tournaments:{names[0]}", args=[event.public_id]), words, icon, names)
