"""Leagues of clubs, their seasons, and their divisions, each of them a tournament."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from league.accounts.models import Account
from league.clubs.models import Club
from league.common.models import Row
from league.tournaments.models import Tournament

_DOORS = frozenset({"start", "moves", "next", "put-away"})  # URL segments of organisers' pages
MOST_DIVISIONS = 10
MOST_MOVES = 20  # up or down from one division
LONGEST_LEAGUE_NAME = 40
LONGEST_SEASON_NAME = 16
LONGEST_DIVISION_NAME = 20


class League(Row):
    """A name and a game; the rules are those of the tournaments."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="leagues")
    name = models.CharField(_("name"), max_length=LONGEST_LEAGUE_NAME)
    game = models.SlugField(max_length=40, db_index=False)
    made_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="league_has_a_name"),
            models.UniqueConstraint("club", Lower("name"), name="league_name_once_in_a_club"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def slug(self) -> str:
        """The readable end of the URL; the public id before it decides."""
        slug = slugify(self.name) or "league"
        return f"{slug}-league" if slug in _DOORS else slug


class Season(Row):
    """A season of a league. Its status follows from the tournaments of its divisions."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=LONGEST_SEASON_NAME)
    made_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ("number",)
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="season_has_a_name"),
            models.CheckConstraint(condition=Q(number__gte=1), name="season_numbers_from_one"),
            models.UniqueConstraint(fields=["league", "number"], name="season_number_once"),
            models.UniqueConstraint("league", Lower("name"), name="season_name_once_in_a_league"),
        ]

    def __str__(self) -> str:
        return self.name


class Division(Row):
    """A level of a season, 1 the highest: its tournament, and how many are promoted and relegated."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="divisions")
    level = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=LONGEST_DIVISION_NAME)
    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="division")
    up = models.PositiveSmallIntegerField(default=0)
    down = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ("level",)
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="division_has_a_name"),
            models.CheckConstraint(condition=Q(level__range=(1, MOST_DIVISIONS)), name="division_level_in_range"),
            models.CheckConstraint(
                condition=Q(up__lte=MOST_MOVES, down__lte=MOST_MOVES), name="division_moves_in_range"
            ),
            models.CheckConstraint(condition=Q(level__gt=1) | Q(up=0), name="division_none_above_the_highest"),
            models.UniqueConstraint(fields=["season", "level"], name="division_level_once"),
            models.UniqueConstraint("season", Lower("name"), name="division_name_once_in_a_season"),
        ]

    def __str__(self) -> str:
        return self.name


class PlayOff(Row):
    """The tournament between players who tie for promotion or relegation."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="play_offs")
    place = models.PositiveSmallIntegerField()
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="play_off")

    class Meta:
        verbose_name = _("play-off")
        verbose_name_plural = _("play-offs")
        constraints = [
            models.CheckConstraint(condition=Q(place__gte=1), name="play_off_for_a_place"),
            models.UniqueConstraint(fields=["division", "place"], name="play_off_once_for_a_place"),
        ]

    def __str__(self) -> str:
        return str(self.tournament)
