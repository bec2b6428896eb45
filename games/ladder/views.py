"""The pages of ladders."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.ladder.deals import deals_of
from games.ladder.selectors import blocks_of, bot_page, ladder_at, ladder_page, sizes_by_game
from league.shared.fragments import render_part
from league.shared.live import watch

ROOM = "bots"
BOTS_A_PAGE = 100
DEALS_A_PAGE = 20


@require_safe
def ladders(request: HttpRequest) -> HttpResponse:
    """Every ladder, game by game."""
    return render(request, "ladder/ladders.html", {"room": ROOM, "games": sizes_by_game()})


@require_safe
def one_ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """Who stands where, what a seat is worth, and the last blocks."""
    ladder = ladder_at(slug)
    watch(request, f"ladder:{ladder.public_id}", f"pool:{ladder.pool.public_id}")
    found = ladder_page(ladder, request.user)
    lines = Paginator(found.lines, BOTS_A_PAGE).get_page(request.GET.get("page"))
    facts = {"room": ROOM, "page": found, "lines": lines}
    return render_part(request, facts, page="ladder/ladder.html", fragment="ladder/_ladder.html")


@require_safe
def one_bot(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """One bot on a ladder: by seat, by opponent, its worst and best blocks, and all of them from the last on."""
    found = bot_page(ladder_at(slug), public_id, request.user)
    player = found.line.player
    blocks = Paginator(blocks_of(found.ladder, player), DEALS_A_PAGE).get_page(request.GET.get("page"))
    deals = deals_of(player.pk, {row.pk: row.turn for row in blocks})
    return render(request, "ladder/bot.html", {"room": ROOM, "page": found, "blocks": blocks, "deals": deals})
