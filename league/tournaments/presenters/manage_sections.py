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

Status = Tournament.Status


def people_part(tournament: Tournament, rights: Rights) -> Mapping[str, object] | None:
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


def step_of_dispute(tournament: Tournament, rights: Rights) -> Step | None:
    """Return the step to resolve the first dispute, before all other steps. One query."""
    if not (rights.organise and tournament.is_running) or tournament.is_on_the_machine:
        return None
    disputed = Report.objects.filter(status=Report.Status.DISPUTED).values("subject")
    legs = Leg.objects.filter(pairing__round__tournament=tournament, subject__in=disputed)
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


def step_of_rounds(tournament: Tournament, rights: Rights) -> Step | None:
    """Return the step to pair a round, review its draft, or enter results."""
    if not (rights.score and tournament.is_running) or tournament.is_on_the_machine:
        return None
    rounds = dict(tournament.rounds.values_list("number", "status"))
    publishes = rights.organise and tournament.pace == Tournament.Pace.DESK
    if publishes and (step := _of_drawing(tournament, rounds)):
        return step
    played = min((number for number, status in rounds.items() if status == Round.Status.PUBLISHED), default=None)
    if played is None:
        return None
    href = reverse("tournaments:results", args=[tournament.public_id, played])
    return Step(_("Enter results"), href, _("Round %(round)d is published.") % {"round": played}, icon="pencil")


def _of_drawing(tournament: Tournament, rounds: Mapping[int, str]) -> Step | None:
    """Return the step about the draft or the next pairing; club nights have their own steps."""
    draft = next((number for number, status in rounds.items() if status == Round.Status.DRAFT), None)
    if draft is not None:
        why = _("The draft is ready. Players see the round after you publish it.")
        return Step(_("Review round %(round)d") % {"round": draft}, _address(tournament, draft), why, icon="eye")
    if Round.Status.PUBLISHED in rounds.values() or format_named(tournament.format).by_evenings:
        return None
    coming = max(rounds, default=0) + 1
    if tournament.drawings.filter(status__in=Drawing.OPEN).exists():
        why = _("The draft appears here. You can leave the page.")
        return Step(_("Round %(round)d is being paired.") % {"round": coming}, "", why, icon="clock")
    last = tournament.drawings.order_by("-id").first()
    if last is not None and last.number == coming and last.dead_end:
        return Step(_("Choose how to continue"), _address(tournament, coming), last.why, icon="arrow-right")
    why = _("You see the draft before you publish it.")
    words = _("Pair round %(round)d") % {"round": coming}
    return Step(words, reverse("tournaments:ask-for-round", args=[tournament.public_id]), why, True, "refresh-cw")


def _address(tournament: Tournament, number: int) -> str:
    return reverse("tournaments:desk-round", args=[tournament.public_id, number])


def paper_part(tournament: Tournament, rights: Rights) -> Mapping[str, object] | None:
    """Return the prints of the current or last round; none before the start. One query."""
    if not rights.score:
        return None
    number = 0
    if not tournament.takes_entries:
        on_board = tournament.rounds.exclude(status=Round.Status.DRAFT).order_by("number")
        rounds = dict(on_board.values_list("number", "status"))
        playing = (number for number, status in rounds.items() if status == Round.Status.PUBLISHED)
        number = next(playing, max(rounds, default=0))
    return {"round": number, "prints": prints_there_are(tournament, number, scores=True).among}


def parts_for(tournament: Tournament, rights: Rights) -> list[tuple[str, Mapping[str, object]]]:
    """Return template and context of each section that has content now."""
    can_reopen = (
        tournament.status == Status.CANCELLED
        or tournament.ended_early
        or (tournament.is_over and tournament.by_evenings)
    )
    sections = {
        "people": people_part(tournament, rights),
        "evening": club_nights.evening_part(tournament),
        "paper": paper_part(tournament, rights),
        "event": {} if can_reopen and rights.organise else None,
    }
    return [(f"tournaments/desk/_{name}.html", facts) for name, facts in sections.items() if facts is not None]


def next_step(tournament: Tournament, rights: Rights) -> Step | None:
    """Return the next step: disputes first, then rounds, start and end; None if there is nothing to do but wait."""
    return (
        step_of_dispute(tournament, rights)
        or club_nights.step_of_evening(tournament, rights)
        or step_of_rounds(tournament, rights)
        or manage.start_step(tournament, rights)
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
    yield _tool(tournament, _("Manage"), "house", "desk")
    if tournament.by_evenings and rights.organise and not tournament.is_over:
        yield _tool(
            tournament,
            _("Club night"),
            "users",
            "evening",
            "close-evening",
            "evening-add-player",
            "end-season",
            "check-in",
        )
    if not tournament.takes_entries:
        yield _tool(tournament, _("Pairings"), "list", "desk-rounds", "desk-round", "change-round", "repair-round")
    if playing and not tournament.is_on_the_machine:
        yield Tool(reverse("tournaments:results", args=[key, playing]), _("Results"), "pencil", ("results",))
        yield Tool(reverse("tournaments:links", args=[key, playing]), _("Table links"), "log-in", ("links",))
        yield Tool(reverse("tournaments:projector", args=[key, slug]), _("Big screen"), "eye", ())
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
    yield _tool(tournament, _("Entries"), "users", "entries", "entry", "leave", "guest")
    if for_people and not tournament.is_over:
        yield _tool(tournament, _("Import players"), "plus", "import-players")
        yield _tool(tournament, _("Avoided pairings"), "x", "apart")
    if tournament.takes_entries:
        yield _tool(tournament, _("Seeding"), "arrow-down", "order")


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
    guide = reverse("shared:guide", args=["evenings" if tournament.by_evenings else "organising"])
    yield Tool(guide, _("Help"), "book-open", ())


def _tool(tournament: Tournament, words: str, icon: str, *names: str) -> Tool:
    return Tool(reverse(f"tournaments:{names[0]}", args=[tournament.public_id]), words, icon, names)
