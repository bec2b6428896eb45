"""Forms of leagues."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.accounts.models import Player
from league.clubs.forms import offer_people
from league.competition.formats import formats
from league.competition.stages import as_knockout
from league.seasons.models import LONGEST_LEAGUE_NAME, LONGEST_SEASON_NAME, MOST_MOVES, Season
from league.seasons.next_season import Newcomers
from league.seasons.presenters import NextSeasonPage
from league.seasons.promotion import PlannedMove
from league.seasons.queries import divisions_of
from league.seasons.services import Plan
from league.tournaments.forms.basics import BasicsForm
from league.tournaments.forms.creation import Group, TournamentForm
from league.tournaments.forms.rounds import DeadlinePlanForm
from league.tournaments.models import Tournament

USUAL_DIVISION = 8
OF_ONE_DAY = ("begins_at", "capacity")


class LeagueKindForm(BasicsForm):
    """The first step, by GET: the game, the size of a division, and optionally the format."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["players"].label = _("Players per division (approximate)")
        self.fields["players"].initial = USUAL_DIVISION
        lasting = [item for item in formats().values() if not item.by_evenings and as_knockout(item) is None]
        self._offer_formats(_("Proposed by Moothill: a round robin"), lasting)


class LeagueForm(TournamentForm):
    """The second step: the league, its first season, and the rules of every division."""

    season = forms.CharField(
        label=gettext_lazy("First season"),
        max_length=LONGEST_SEASON_NAME,
        help_text=gettext_lazy("For example the year: 2026/27."),
    )
    divisions = forms.CharField(
        label=gettext_lazy("Divisions"),
        widget=forms.Textarea(attrs={"rows": 4}),
        initial=gettext_lazy("First division\nSecond division"),
        help_text=gettext_lazy("One per line, highest first. Enter one line for a league without divisions."),
    )
    moves = forms.IntegerField(
        label=gettext_lazy("Promotion and relegation"),
        min_value=0,
        max_value=MOST_MOVES,
        initial=2,
        help_text=gettext_lazy(
            "Number of players promoted and relegated between two divisions. You can change it for each division."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in OF_ONE_DAY:
            self.fields.pop(name, None)
        self.fields["name"] = forms.CharField(
            label=_("League name"),
            max_length=LONGEST_LEAGUE_NAME,
            help_text=_("Without the year, for example: Glen league."),
        )
        if self.format.everyone_meets:
            self.fields["pace"].initial = Tournament.Pace.ALL

    def groups(self) -> list[Group]:
        """Return the fields in groups: those of the league, then those of every tournament."""
        own = Group(_("League"), [self[name] for name in ("name", "season", "divisions", "moves")])
        first, *others = super().groups()
        rest = [field for field in first.fields if field.name != "name"]
        return [own, *([Group(_("Format"), rest)] if rest else []), *others]

    def plan(self) -> Plan:
        """Return the first season."""
        sent = self.cleaned_data
        return Plan(sent["season"], sent["divisions"].splitlines(), sent["moves"])


class StartForm(DeadlinePlanForm):
    """Deadlines of the rounds of all divisions."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["first"].help_text = _(
            "Until the end of this day. Leave empty for no deadline, unless a division has its own."
        )


class MovesForm(forms.Form):
    """Numbers of promoted and relegated players by division."""

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.divisions = divisions_of(season)
        for division in self.divisions:
            if division.level > 1:
                self._ask(f"up-{division.level}", _("Promoted from %(division)s"), division.name, division.up)
            if division.level < len(self.divisions):
                self._ask(f"down-{division.level}", _("Relegated from %(division)s"), division.name, division.down)

    def _ask(self, name: str, label: str, division: str, initial: int) -> None:
        self.fields[name] = forms.IntegerField(
            label=label % {"division": division}, min_value=0, max_value=MOST_MOVES, initial=initial
        )

    def moves(self) -> dict[int, tuple[int, int]]:
        """Return the numbers of promoted and relegated players by level."""
        sent = self.cleaned_data
        return {
            one.level: (sent.get(f"up-{one.level}", one.up), sent.get(f"down-{one.level}", one.down))
            for one in self.divisions
        }


class NextSeasonForm(forms.Form):
    """The division of each player in the next season, preset by the rules."""

    name = forms.CharField(label=gettext_lazy("Season name"), max_length=LONGEST_SEASON_NAME)
    seen = forms.CharField(widget=forms.HiddenInput)
    season = forms.IntegerField(widget=forms.HiddenInput, required=False)
    new: "forms.ModelMultipleChoiceField[Player]" = forms.ModelMultipleChoiceField(
        label=gettext_lazy("New players (lowest division)"),
        queryset=Player.objects.none(),
        to_field_name="public_id",
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(self, *args: Any, page: NextSeasonPage, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.page = page
        self.fields["name"].initial, self.fields["seen"].initial = page.proposed_name, page.mark
        self.fields["season"].initial = page.number
        offer_people(self, "new", page.newcomers, page.club, beside=page.playing)
        levels = [("", _("not playing")), *((str(division.level), division.name) for division in page.divisions)]
        for move in page.moves:
            self.fields[_field_of(move)] = forms.ChoiceField(
                label=_("Next division of %(player)s") % {"player": move.player.name},
                choices=levels if move.may_go_on else levels[:1],
                initial=str(move.after or ""),
                required=False,
            )

    def rows(self) -> Sequence[tuple[str, Sequence[tuple[Any, forms.BoundField]]]]:
        """Return the fields by division, each with the line of the standings."""
        fields = [(line, self[_field_of(line.move)]) for line in self.page.lines]
        return [
            (division.name, [(line, field) for line, field in fields if line.move.before == division.level])
            for division in self.page.divisions
        ]

    def instead(self) -> dict[str, int | None]:
        """Return the chosen level, or None, by the public ids of entries."""
        return {
            move.entry: int(chosen) if (chosen := self.cleaned_data[_field_of(move)]) else None
            for move in self.page.moves
        }

    def newcomers(self) -> Newcomers:
        """Return who starts in the lowest division."""
        return {len(self.page.divisions): list(self.cleaned_data["new"])}

    def new_in_words(self) -> str:
        """Return the number of possible newcomers in words."""
        count = self.page.newcomers.count()
        return ngettext("%(count)d member is not playing yet", "%(count)d members are not playing yet", count) % {
            "count": count
        }


def _field_of(move: PlannedMove) -> str:
    return f"to-{move.entry}"
