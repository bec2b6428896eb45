"""`{% load bots %}`: what the pages of bots show of games, files, times and faults."""

from collections.abc import Sequence

from django import template

from games.bots import presenters, uploads
from league.common.messages import game_name, render_message

register = template.Library()

register.filter("fault_text", presenters.fault_text)
register.filter("file_url", uploads.file_url)
register.filter("game_name", game_name)
register.filter("message", render_message)
register.filter("milliseconds", presenters.milliseconds)


@register.filter
def names_of_games(slugs: Sequence[str]) -> str:
    """Return the names of games in a list."""
    return ", ".join(map(game_name, slugs))
