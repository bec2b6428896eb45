"""Bots for operators."""

from typing import TYPE_CHECKING

from django.contrib import admin

from games.bots.models import HouseBot

if TYPE_CHECKING:  # Django's own classes take no parameters when the code runs
    BotPages = admin.ModelAdmin[HouseBot]
else:
    BotPages = admin.ModelAdmin


@admin.register(HouseBot)
class HouseBotAdmin(BotPages):
    """Which strategy plays for which player."""

    list_display = ("player", "strategy", "playouts")
    list_select_related = ("player",)
    search_fields = ("player__name", "strategy")
    raw_id_fields = ("player",)
