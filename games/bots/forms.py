"""Forms of bots and test matches."""

from collections.abc import Sequence
from typing import IO, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.core import registry
from engine.core.game import Game
from games.bots.comparisons.services import LARGEST_SEED, MOST_DEALS, TESTS, ComparisonOrder
from games.bots.errors import NameRefused
from games.bots.services import LONGEST_NAME, clean_bot_name
from games.bots.test_matches.queries import Opponent, OpponentGroup, may_play
from games.bots.test_matches.services import BotTestOrder
from games.bots.uploads import LARGEST_SOURCE
from league.common.forms import set_choices

MORE_OPPONENTS = ("second", "third", "fourth")


class GamesForm(forms.Form):
    """The games of a bot."""

    games = forms.MultipleChoiceField(
        label=_("Games"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("The bot plays each of its games at every number of players. You cannot choose table sizes."),
        error_messages={"required": _("Choose at least one game that the bot plays.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "games", [(game.slug, game.name) for game in registry.games().values()])


class VersionForm(GamesForm):
    """A file or its text, and the games."""

    file = forms.FileField(
        label=_("Bot file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".py,.zip,text/x-python,text/plain,application/zip"}),
        help_text=_(
            "A Python file of at most 256 KB, or a zip of at most 32 MB with bot.py, modules and data (read data by "
            "pkgutil.get_data, not by open). The bot has a function choose(view, legal, budget, rng)."
        ),
    )
    source = forms.CharField(
        label=_("Or paste the code"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "class": "notation", "spellcheck": "false", "autocapitalize": "off"}),
    )

    def __init__(self, data: Any = None, files: Any = None, **kwargs: Any) -> None:
        super().__init__(_with_text_of_file(data, files), files, **kwargs)

    def clean(self) -> dict[str, Any]:
        """Require one of file and text."""
        filled = super().clean() or {}
        if not filled.get("file") and not str(filled.get("source") or "").strip() and "file" not in self.errors:
            raise forms.ValidationError(_("Choose a file, or paste the code of the bot."))
        return filled

    def account_for_file(self) -> None:
        """Say beside the field what became of a file that was sent: browsers do not keep it in a redisplayed form."""
        file = self.files.get("file")
        if not file or not self.errors:
            return
        if str(self.data.get("source") or "").strip():
            sentence = gettext("The code of %(name)s is in the box below. You need not choose the file again.")
            self["file"].help_text = sentence % {"name": file.name}
        elif not self.has_error("file"):
            self.add_error("file", gettext("Choose %(name)s again. The browser did not keep it.") % {"name": file.name})
        if list(self.errors) == ["file"]:
            self.fields["file"].widget.attrs["autofocus"] = True

    @property
    def sent(self) -> bytes | IO[bytes]:
        """The file or the text, of a valid form."""
        file: IO[bytes] | None = self.cleaned_data.get("file")
        if file:
            return file
        return str(self.cleaned_data["source"]).replace("\r\n", "\n").encode("utf-8", "surrogatepass")


def _with_text_of_file(data: Any, files: Any) -> Any:
    """Put the text of the file into the data: browsers do not keep a file in a redisplayed form."""
    file = files.get("file") if files else None
    if data is None or file is None or file.size > LARGEST_SOURCE or str(data.get("source") or "").strip():
        return data
    text = file.read().decode("utf-8", "replace")
    if "\0" in text or "\N{REPLACEMENT CHARACTER}" in text:
        return data  # no text: the service says so
    filled = data.copy()
    filled["source"] = text
    return filled


class NameForm(forms.Form):
    """The name of a bot."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=_(
            "3 to 40 characters: letters, digits, spaces and - _ . ' Everybody sees this name, with your name as "
            "the author."
        ),
    )

    def clean_name(self) -> str:
        """Normalise the name."""
        try:
            return clean_bot_name(str(self.cleaned_data["name"]))
        except NameRefused as refusal:
            raise forms.ValidationError(refusal.message) from refusal


class NewBotForm(NameForm, VersionForm):
    """A new bot."""

    field_order = ("name", "games", "file", "source")


class NewRemoteForm(NameForm, GamesForm):
    """A new remote bot."""

    field_order = ("name", "games")


class BotTestForm(forms.Form):
    """Test matches: version, game, opponents, seed."""

    version = forms.ChoiceField(label=_("Version"), help_text=_("Only versions that have passed the check."))
    game = forms.ChoiceField(label=_("Game"))
    first = forms.ChoiceField(label=_("Opponent"))
    second = forms.ChoiceField(label=_("Second opponent"), required=False)
    third = forms.ChoiceField(label=_("Third opponent"), required=False)
    fourth = forms.ChoiceField(label=_("Fourth opponent"), required=False)
    seed = forms.CharField(
        label=_("Seed"),
        max_length=80,  # the service says what one may be
        initial="1",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=_(
            "A whole number or a word. The same seed gives the same cards. If you enter a word, the page of the test "
            "shows its number. Use that number to repeat the test at home."
        ),
    )
    all_rotations = forms.BooleanField(
        label=_("Play the deal from every seat"),
        required=False,
        initial=True,
        help_text=_("Checked: one match from each seat. Not checked: one match, with your bot in seat 1."),
    )

    def __init__(self, *args: Any, groups: Sequence[OpponentGroup], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        versions = [opponent for group in groups for opponent in group.opponents if opponent.version]
        games = [game for slug, game in registry.games().items() if any(slug in version.games for version in versions)]
        opponents = opponent_choices(groups, games)
        set_choices(self, "version", [(str(version.version), version.name) for version in versions])
        set_choices(self, "game", [(game.slug, game.name) for game in games])
        set_choices(self, "first", opponents)
        most = max((game.max_seats - 1 for game in games), default=1)
        for number, name in enumerate(MORE_OPPONENTS, start=2):
            set_choices(self, name, [("", _("No opponent")), *opponents])
            if number > most:
                del self.fields[name]

    @property
    def order(self) -> BotTestOrder:
        """The order, of a valid form."""
        fields = self.cleaned_data
        return BotTestOrder(
            game=fields["game"],
            opponents=[fields[name] for name in ("first", *MORE_OPPONENTS) if fields.get(name)],
            seed=fields["seed"],
            all_rotations=fields["all_rotations"],
            number=int(fields["version"]),
        )


class ComparisonForm(forms.Form):
    """Two bots, a game, and how many deals."""

    version = forms.TypedChoiceField(
        label=_("Version (A)"), coerce=int, help_text=_("Only versions that have passed the check.")
    )
    opponent = forms.ChoiceField(
        label=_("Compare with (B)"),
        error_messages={"invalid_choice": _("Choose an older version than A, or a built-in bot.")},
    )
    game = forms.ChoiceField(label=_("Game"))
    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int)
    deals = forms.IntegerField(label=_("Deals"), min_value=1, max_value=MOST_DEALS, initial=50)
    elo_to_find = forms.ChoiceField(
        label=_("Stop early"),
        required=False,
        help_text=_(
            "A sequential test (SPRT) can end the comparison before all deals are played. On average it needs 16 to 74 "
            "deals for 100 Elo, 53 to 274 for 50 Elo, and 341 to 1,765 for 20 Elo."
        ),
    )
    seed = forms.IntegerField(
        label=_("First deal"),
        min_value=0,
        max_value=LARGEST_SEED,
        initial=1,
        help_text=_("The same number gives the same cards. Choose another one for new deals."),
    )

    def __init__(self, *args: Any, rivals: Sequence[Opponent], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        versions = [rival for rival in rivals if rival.version]
        games = [game for slug, game in registry.games().items() if any(slug in version.games for version in versions)]
        groups = [
            OpponentGroup(gettext("Older versions of this bot"), versions[1:]),  # of two versions the newer one is A
            OpponentGroup(gettext("Built-in bots"), [rival for rival in rivals if rival.is_builtin]),
        ]
        sizes = sorted({seats for game in games for seats in range(game.min_seats, game.max_seats + 1)})
        tests = [(str(elo), gettext("Test 0 against %(elo)d Elo") % {"elo": elo}) for elo in TESTS]
        set_choices(self, "version", [(str(version.version), version.name) for version in versions])
        set_choices(self, "opponent", opponent_choices(groups, games))
        set_choices(self, "game", [(game.slug, game.name) for game in games])
        set_choices(self, "seats", [(str(seats), str(seats)) for seats in sizes])
        set_choices(self, "elo_to_find", [("", gettext("No, play all deals")), *tests])
        self.fields["seats"].initial = games[0].min_seats if games else None

    @property
    def order(self) -> ComparisonOrder:
        """The order, of a valid form."""
        return ComparisonOrder(**self.cleaned_data | {"elo_to_find": int(self.cleaned_data["elo_to_find"] or 0)})


def opponent_choices(groups: Sequence[OpponentGroup], games: Sequence[Game]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the opponents that play one of these games, by heading; with their games if they do not play all."""
    choices = []
    for heading, opponents in groups:
        labels = [(opponent.key, _opponent_label(opponent, games)) for opponent in opponents]
        if able := [(key, label) for key, label in labels if label]:
            choices.append((heading, able))
    return choices


def _opponent_label(opponent: Opponent, games: Sequence[Game]) -> str:
    names = [game.name for game in games if may_play(opponent, game.slug)]
    if len(names) == len(games) > 0:
        return opponent.name
    return f"{opponent.name} ({', '.join(names)})" if names else ""
