"""Forms of bots and test matches."""

from collections.abc import Collection, Mapping, Sequence
from typing import IO, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.core import registry
from games.bots.comparisons.services import LARGEST_SEED, MOST_DEALS, TESTS
from games.bots.comparisons.services import Wish as ComparisonWish
from games.bots.errors import NameRefused
from games.bots.services import LONGEST_NAME, checked_name
from games.bots.test_matches.testing import Choice, Opponent, Wish, may_play
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
            return checked_name(str(self.cleaned_data["name"]))
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

    def __init__(self, *args: Any, choices: Sequence[Choice], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = [one for choice in choices for one in choice.opponents if one.key.startswith("version:")]
        played = {slug for one in own for slug in one.games}
        set_choices(self, "version", [(one.key.partition(":")[2], one.name) for one in own])
        set_choices(self, "game", [(game.slug, game.name) for game in registry.games().values() if game.slug in played])
        offered = opponents_by_heading(choices, played)
        set_choices(self, "first", offered)
        most = max((registry.game(slug).max_seats - 1 for slug in played), default=1)
        for number, name in enumerate(MORE_OPPONENTS, start=2):
            set_choices(self, name, [("", _("No opponent")), *offered])
            if number > most:
                del self.fields[name]

    @property
    def wish(self) -> Wish:
        """The order, of a valid form."""
        fields = self.cleaned_data
        return Wish(
            game=fields["game"],
            opponents=[fields[name] for name in ("first", *MORE_OPPONENTS) if fields.get(name)],
            seed=fields["seed"],
            all_rotations=fields["all_rotations"],
            number=int(fields["version"]),
        )


def opponents_by_heading(choices: Sequence[Choice], played: Collection[str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the opponents that play one of these games, under their headings; with the games if not all of these."""
    found = []
    for heading, opponents in choices:
        able = [
            (one, [slug for slug in registry.games() if slug in played and may_play(one, slug)]) for one in opponents
        ]
        named = []
        for one, slugs in able:
            names = ", ".join(registry.game(slug).name for slug in slugs)
            if slugs:
                named.append((one.key, one.name if len(slugs) == len(played) else f"{one.name} ({names})"))
        found.append((heading, named))
    return [(heading, named) for heading, named in found if named]


DEALS = 50  # proposed


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
    deals = forms.IntegerField(label=_("Deals"), min_value=1, max_value=MOST_DEALS, initial=DEALS)
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

    def __init__(self, *args: Any, rivals: Mapping[str, Opponent], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        builtin = [one for one in rivals.values() if one.is_builtin]
        own = [one for one in rivals.values() if not one.is_builtin]
        older = own[1:]  # a pair of versions has the newer one as A
        games = [game for game in registry.games().values() if any(may_play(one, game.slug) for one in own)]
        sizes = sorted({seats for game in games for seats in range(game.min_seats, game.max_seats + 1)})
        set_choices(self, "version", [(one.key.partition(":")[2], one.name) for one in own])
        choices = [Choice(gettext("Older versions of this bot"), older), Choice(gettext("Built-in bots"), builtin)]
        set_choices(self, "opponent", opponents_by_heading(choices, [game.slug for game in games]))
        set_choices(self, "game", [(game.slug, game.name) for game in games])
        self.fields["seats"].initial = games[0].min_seats if games else None
        set_choices(self, "seats", [(str(seats), str(seats)) for seats in sizes])
        tests = [(str(elo), gettext("Test 0 against %(elo)d Elo") % {"elo": elo}) for elo in TESTS]
        set_choices(self, "elo_to_find", [("", gettext("No, play all deals")), *tests])

    @property
    def wish(self) -> ComparisonWish:
        """The order, of a valid form."""
        return ComparisonWish(**self.cleaned_data | {"elo_to_find": int(self.cleaned_data["elo_to_find"] or 0)})
