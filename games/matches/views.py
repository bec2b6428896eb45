"""Pages of matches and games."""

from collections.abc import Collection, Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine.core import registry
from engine.notation import to_json
from games.matches import presenters, queries, showcase
from games.matches.hooks import links_from
from games.matches.models import Match
from games.matches.replays import moment_at, replay_of_match, replay_panels
from league.accounts.home_page import home_page_items
from league.accounts.models import Account
from league.accounts.queries import own_players
from league.accounts.services.visits import begin_visit
from league.clubs.models import Membership
from league.clubs.permissions import User, is_operator
from league.clubs.queries import memberships_of_account, reads_as_visitors_do
from league.common.cached_responses import shared_for_a_moment
from league.common.drawing.preview import Card
from league.common.language import language_here
from league.common.live import watch
from league.common.messages import game_name
from league.common.responses import answer_with_preview, context_of, render_part, text_file, wants_fragment
from league.ratings.history import latest_results_in
from league.ratings.leaderboards import boards_seen_by, busiest_boards, busiest_pools, own_boards
from league.results.models import Pool
from league.tournaments.presenters.overview import rows_of
from league.tournaments.queries.tournaments import tournaments_running_for

MATCHES_A_PAGE = 6
HOME_LEADERBOARDS = 3
OWN_PARTS = ("leaderboards", "tournaments")  # sections of the home page that can show those of the account alone
PEOPLES_RESULTS = 12  # as many as of bots


@require_safe
def match_preview(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the preview image of a match as anonymous visitors see it."""
    match = queries.match_at(public_id, AnonymousUser())
    seats = sorted(presenters.result_of(match.seats.all()), key=lambda seat: (seat.place or 0, seat.number))
    lines = tuple(
        (
            f"{seat.place}. {seat.name}" if seat.place else seat.name,
            "" if seat.points is None else str(seat.points),
        )
        for seat in seats
    )
    over = match.pool.display_name if match.pool else _("Match")
    return answer_with_preview(request, Card(game_name(match.game), over=over, lines=lines))


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page: running tournaments, newest results, leaderboards."""
    watch(request, "hall")
    member = request.user if request.user.is_authenticated else None
    memberships = memberships_of_account(member) if member else []
    own = _own_parts(member) if member and not wants_fragment(request) else {}
    left_out = {part for part in OWN_PARTS if own.get(part) or part in request.GET}  # live updates say so themselves
    content = _home_content(request, memberships, left_out)
    if wants_fragment(request):
        answer = HttpResponse(content)
    elif member:
        since_last = begin_visit(member)
        leads = any(membership.role != Membership.Role.MEMBER for membership in memberships)
        items = home_page_items(member, since_last, has_desk=leads or is_operator(member))
        above = {"mine": items, "own": own, "since": since_last, "has_club": bool(memberships)}
        answer = render(request, "matches/hall.html", {"room": "hall", "content": content, **above})
    else:
        shown = {"games": list(registry.games().values()), "showcase": showcase.showcase()}
        answer = render(request, "matches/hall.html", {"room": "hall", "content": content, **shown})
    patch_vary_headers(answer, ["HX-Request"])
    return answer


def _own_parts(member: Account) -> dict[str, Any]:
    return {
        "tournaments": rows_of(tournaments_running_for(member, player_of=member)),
        "leaderboards": own_boards(member, HOME_LEADERBOARDS),
    }


def _home_content(request: HttpRequest, memberships: Sequence[Membership], left_out: Collection[str]) -> str:
    """Return what visitors share, unless the reader sees other clubs, other names, or a line of their own."""
    if not reads_as_visitors_do(request.user, memberships):
        return _render_home(request, request.user, left_out)
    name = "-".join(["hall", *sorted(left_out)])
    shared = shared_for_a_moment(request, name, lambda: _render_home(request, AnonymousUser(), left_out))
    own = own_players(request.user) if request.user.is_authenticated else []
    is_led_by_reader = any(f'-{player}"' in shared for player in own)  # by the key of a row (`ratings/_rows.html`)
    return _render_home(request, request.user, left_out) if is_led_by_reader else shared


def _render_home(request: HttpRequest, user: User, left_out: Collection[str]) -> str:
    page, pools = queries.home_page(user), list(busiest_pools(user))
    with_people = [pool for pool in pools if pool.player_kind != Pool.Kind.BOT]
    context = {
        "left_out": sorted(left_out),
        "figures": page.figures,
        "running": presenters.match_cards(page.running),
        "latest": presenters.match_cards(page.latest, words=presenters.age_text),
        "results": [presenters.result_card(result) for result in latest_results_in(with_people, user, PEOPLES_RESULTS)],
        "tournaments": [] if "tournaments" in left_out else rows_of(tournaments_running_for(user)),
        "leaderboards": [] if "leaderboards" in left_out else busiest_boards(user, pools, HOME_LEADERBOARDS),
    }
    return render_to_string("matches/_hall.html", context, request)


@require_safe
def game_list(request: HttpRequest) -> HttpResponse:
    """List the games, each with its picture, what it is about, and the leaders of its busiest leaderboard."""
    chosen: dict[str, Pool] = {}  # the leaderboard of each game that moved last, with people rather than bots alone
    for pool in sorted(busiest_pools(request.user), key=lambda pool: pool.player_kind == Pool.Kind.BOT):
        chosen.setdefault(pool.game, pool)
    boards = {board.pool.game: board for board in busiest_boards(request.user, list(chosen.values()), len(chosen))}
    language = language_here()
    panels = [
        {"game": game, "board": boards.get(slug), "rules": presenters.rules_of(game, language=language)}
        for slug, game in registry.games().items()
    ]
    return render(request, "matches/games.html", {"room": "games", "panels": panels, "language": language})


@require_safe
def game_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game: rules, leaderboards, options, bots and latest matches."""
    game = queries.game_at(slug)
    watch(request, f"game:{slug}")
    page = Paginator(queries.game_matches(slug, request.user), MATCHES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "room": "games",
        "game": game,
        "page": page,
        "latest": presenters.match_cards(queries.with_names(page.object_list, request.user), presenters.age_text),
    }
    if not wants_fragment(request):
        context |= {
            "boards": boards_seen_by(request.user, game=slug),
            "bots": presenters.bots_of(game),
            "options": presenters.options_of(game),
        }
        context |= {"rules": presenters.rules_of(game, language=language_here())}
    return render_part(request, context, page="matches/game.html", fragment="matches/_latest.html")


@require_safe
def rules_of_a_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of a game."""
    game = queries.game_at(slug)
    return render(
        request,
        "matches/rules.html",
        {"room": "games", "game": game, "rules": presenters.rules_of(game, language=language_here())},
    )


@require_safe
def score_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an empty score sheet to print."""
    game = queries.game_at(slug)
    sheet, choices = presenters.empty_sheet(game, request.GET.get("seats"))
    context = {"room": "games", "game": game, "sheet": sheet, "choices": [choices]}
    return render(request, "matches/score_sheet.html", context)


@require_safe
def match_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a match: players, status, and once it is open its record step by step."""
    watch(request, f"match:{public_id}")
    match = queries.match_at(public_id, request.user)
    context = context_of(presenters.match_page(match, request.user))
    context |= {"room": "games", "decides": links_from(match, request.user), "fragment": "matches/_waiting.html"}
    if match.status == Match.Status.DONE and not match.block.is_sealed:
        replay = replay_of_match(match, queries.replay(match))
        context |= {**context_of(moment_at(replay, request.GET.get("step"))), "fragment": "matches/_moment.html"}
        if not wants_fragment(request):
            context["panels"] = replay_panels(request, replay)
    return render_part(request, context, page="matches/match.html", fragment=context["fragment"])


@require_safe
@cache_control(private=True, max_age=showcase.CACHE_SECONDS)
def last_moves(request: HttpRequest, public_id: str) -> HttpResponse:  # noqa: ARG001  (the same for every reader)
    """Return the tables of the last moves, which the home page replays."""
    return HttpResponse(showcase.last_moves(public_id))


@require_safe
def record_as_text(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the record as text."""
    return text_file(queries.replay(queries.match_at(public_id, request.user)).text)


@require_safe
def record_as_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the record as JSON."""
    record = queries.replay(queries.match_at(public_id, request.user)).record
    return HttpResponse(to_json(record), content_type="application/json")
