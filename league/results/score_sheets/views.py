"""The page of the score sheet, and the two answers that its scripts ask for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.core import registry
from league.accounts.models import Player
from league.accounts.queries import account_of, player_of
from league.accounts.services.players import player_for
from league.clubs.display_names import show_names
from league.clubs.models import Club
from league.clubs.permissions import Rights
from league.common.error_responses import wants_json
from league.common.errors import NotFound, Refusal, Unavailable
from league.common.messages import render_message
from league.results.drafts import today_at
from league.results.models import Report
from league.results.score_sheets.presenters import has_no_sheet, lines, seated, sheet_summary, ways_to_end, whole_sheet
from league.results.score_sheets.queries import (
    Company,
    SetTable,
    asked_about,
    club_recorded_by,
    company_of,
    what_next,
)
from league.results.score_sheets.submission import (
    SHEET,
    FormData,
    ParsedSheet,
    Question,
    ask_or_submit,
    parse_sheet,
    with_table_options,
)

DRAWN = 12  # members whose sett is drawn on the page; the others are found by name


@dataclass(frozen=True, slots=True)
class Desk:
    """Context of a request: the club, the asker's rights, the players they can choose, and the table if it is set."""

    club: Club
    rights: Rights
    player: Player | None
    company: Company
    table: SetTable | None

    @property
    def href(self) -> str:
        """The page's address."""
        address = reverse("sheets:record", args=[self.club.slug])
        return f"{address}?leg={self.table.name}" if self.table else address


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the sheet; by POST submit it, ask about it, or return it with what is wrong."""
    desk = _desk(request, slug)
    if request.method == "GET":
        return _page(request, desk, with_table_options(desk.table, _new_sheet(desk)))
    sent = with_table_options(desk.table, request.POST.dict())
    sheet = parse_sheet(sent, desk.club, desk.company, desk.table)
    if "look" in sent:
        return _page(request, desk, sent, sheet)
    if sheet.faults:
        return _refused(request, desk, sent, sheet)
    try:
        by = desk.player or player_for(account_of(request))
        outcome = ask_or_submit(sheet, sent, desk.rights, request.user, by)
    except (NotFound, Unavailable):
        raise
    except Refusal as refusal:
        sheet.faults[""] = refusal.message
        return _refused(request, desk, sent, sheet)
    if isinstance(outcome, Question):
        return _asked(request, desk, sent, sheet, outcome)
    return _filed(request, outcome)


@login_required
@never_cache
@require_safe
def whole(request: HttpRequest, slug: str) -> HttpResponse:
    """The game's own sheet, empty, for so many seats: `game` and `seats` say which."""
    desk = _desk(request, slug)
    sent = with_table_options(desk.table, request.GET.dict())
    game = registry.games().get(desk.table.pool.game if desk.table else sent.get("game", ""))
    seats = sent.get("seats", "")
    names = [f"{at + 1}" for at in range(int(seats))] if seats in {"2", "3", "4", "5"} else []
    sheet = whole_sheet(game, sent, names, None, {}) if game else None
    facts = {"whole": sheet, "told": None, "has_none": has_no_sheet(game), "is_set": desk.table is not None}
    return render(request, "sheets/_whole.html", facts)


@login_required
@never_cache
@require_POST
def reckoned(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the result of a partly filled sheet as JSON, for the script that shows it beside the fields."""
    desk = _desk(request, slug)
    sheet = parse_sheet(with_table_options(desk.table, request.POST.dict()), desk.club, desk.company, desk.table)
    reckoning = sheet.reckoning
    outcome = reckoning.outcome if reckoning else None
    facts = {"told": sheet_summary(sheet.game, reckoning, sheet.names)}
    missing = [
        (SHEET + remark.field, render_message(remark.sentence, sheet.names))
        for remark in (reckoning.missing if reckoning else ())
    ]
    return JsonResponse(
        {
            "html": render_to_string("sheets/_told.html", facts, request),
            "faults": {name: text for name, text in sheet.faults.items() if name.startswith(SHEET)},
            "missing": dict(reversed(missing)),
            "points": outcome.points if outcome else None,
            "places": outcome.places if outcome else None,
        }
    )


def _desk(request: HttpRequest, slug: str) -> Desk:
    account = account_of(request)
    club, rights, table = club_recorded_by(slug, account, request.GET.get("leg", ""))
    player = player_of(account)
    company = company_of(club, player) if rights.record else Company((), None)
    return Desk(club, rights, player, company, table)


def _new_sheet(desk: Desk) -> FormData:
    """Return the values of a new sheet: today, the game and the players of the last one."""
    begun = {"key": str(uuid4()), "day": today_at(desk.club).isoformat()}
    last = desk.company.last
    if desk.table or last is None or last.game not in registry.games():
        return begun
    known = {player.pk: player.public_id for player in desk.company.players}
    here = [known[pk] for pk in last.players if pk in known]
    return begun | {"game": last.game} | {f"player-{at}": one for at, one in enumerate(here, 1)}


def _page(
    request: HttpRequest,
    desk: Desk,
    sent: FormData,
    sheet: ParsedSheet | None = None,
    question: Question | None = None,
) -> HttpResponse:
    faults = sheet.faults if sheet else {}
    players: Sequence[Player | None] = desk.table.players if desk.table else seated(sent, desk.company)
    names = [player.name for player in players if player]
    games = registry.games()
    game = games.get(desk.table.pool.game if desk.table else sent.get("game", ""))
    reckoning = sheet.reckoning if sheet else None
    facts: dict[str, Any] = {
        "room": "clubs",
        "desk": desk,
        "club": desk.club,
        "sent": sent,
        "key": sent.get("key") or str(uuid4()),
        "day": sent.get("day", ""),
        "today": today_at(desk.club),
        "games": games.values(),
        "game": game,
        "lines": lines(sent, players, faults),
        "drawn": desk.company.players[:DRAWN],
        "others": desk.company.players[DRAWN:],
        "whole": whole_sheet(game, sent, names, reckoning, faults) if game else None,
        "has_none": has_no_sheet(game),
        "is_open": bool(sheet and (sheet.is_begun or "look" in sent)),
        "told": sheet_summary(game, reckoning, names),
        "question": question,
        "endings": ways_to_end(game, sent, desk.table),
        "ending_fault": faults.get("ending", ""),
        "faults": [faults[name] for name in ("", "game", "players", "places", "day") if name in faults],
    }
    return render(request, "sheets/record.html", facts)


def _refused(request: HttpRequest, desk: Desk, sent: FormData, sheet: ParsedSheet) -> HttpResponse:
    """To a script what is wrong, by the names of fields; else the page with it."""
    if wants_json(request):
        return JsonResponse({"faults": sheet.faults})
    return _page(request, desk, sent, sheet)


def _asked(request: HttpRequest, desk: Desk, sent: FormData, sheet: ParsedSheet, question: Question) -> HttpResponse:
    if wants_json(request):
        facts: Mapping[str, object] = {"question": question, "club": desk.club}
        return JsonResponse({"ask": render_to_string("sheets/_question.html", facts, request)})
    return _page(request, desk, sent, sheet, question)


def _filed(request: HttpRequest, report: Report) -> HttpResponse:
    asked = asked_about(report)
    show_names(asked, report.club, request.user, alone=True)
    words = what_next(report, asked)
    href = reverse("reports:report", args=[report.public_id])
    if wants_json(request):
        return JsonResponse({"sent": words, "href": href})
    messages.success(request, words)
    return redirect(href)
