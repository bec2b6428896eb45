"""What somebody fills in to upload a bot."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.core import registry
from games.bots.limits import LARGEST_SOURCE, LONGEST_NAME
from league.shared.forms import offer


class VersionForm(forms.Form):
    """A file or its text, and the games it plays."""

    games = forms.MultipleChoiceField(
        label=_("Games it plays"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one game that the bot plays.")},
    )
    file = forms.FileField(
        label=_("The file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".py,text/x-python,text/plain"}),
        help_text=_("One Python file of 256 KB at most, with a function choose(view, legal, budget, rng)."),
    )
    source = forms.CharField(
        label=_("Or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "class": "notation", "spellcheck": "false", "autocapitalize": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "games", [(game.slug, game.name) for game in registry.games().values()])

    def clean(self) -> dict[str, Any]:
        """One of file and text."""
        filled = super().clean() or {}
        if not filled.get("file") and not str(filled.get("source") or "").strip() and not self.errors:
            raise forms.ValidationError(_("Choose a file, or paste the text of the bot."))
        return filled

    @property
    def sent(self) -> bytes:
        """The source as it was sent, of a valid form; of a file no more than tells that it is too large."""
        file = self.cleaned_data.get("file")
        if file:
            return bytes(file.read(LARGEST_SOURCE + 1))
        return str(self.cleaned_data["source"]).replace("\r\n", "\n").encode("utf-8", "surrogatepass")

    @property
    def chosen(self) -> Sequence[str]:
        """The slugs of its games, of a valid form."""
        slugs: list[str] = self.cleaned_data["games"]
        return slugs


class NameForm(forms.Form):
    """What a bot is called."""

    name = forms.CharField(
        label=_("Name"),
        max_length=2 * LONGEST_NAME,  # the service says how long one may be
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=_("3 to 40 letters and digits. Everybody sees it; yours is not shown beside it."),
    )


class NewBotForm(NameForm, VersionForm):
    """A new bot."""

    field_order = ("name", "games", "file", "source")
