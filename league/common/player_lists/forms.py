"""The form for a list of people: a file or a text, and the code page of the file."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.common.forms import refusals_as_errors
from league.common.player_lists.encodings import MOST_BYTES, DecodedText, OtherReading, read_again, readings_of, text_of


class ListForm(forms.Form):
    """A list of people, as a file or as text. After validation the field `text` holds it in either case."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        help_text=gettext_lazy("CSV or text file, for example from Excel, LibreOffice or Google Sheets."),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste the list"),
        required=False,
        max_length=MOST_BYTES,
        strip=False,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false"}),
    )
    code_page = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    read_as = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Return the text of the file or field, and show it in the field when the page asks again."""
        cleaned = super().clean() or {}
        file, text = cleaned.get("file"), cleaned.get("text", "")
        if isinstance(file, UploadedFile):
            with refusals_as_errors(self):
                self._show_decoded(text_of(file.read(MOST_BYTES + 1)))
        elif cleaned.get("read_as"):
            self._show_decoded(read_again(_with_line_feeds(text), cleaned.get("code_page", ""), cleaned["read_as"]))
        elif not text.strip() and not self.errors:
            self.add_error("text", _("Choose a file or paste a list."))
        return cleaned | {name: self.data.get(name, "") for name in ("text", "code_page") if name not in self.errors}

    @property
    def sent(self) -> str:
        """The text as it was read."""
        return _with_line_feeds(str(self.data.get("text", "")))

    @property
    def read_in(self) -> str:
        """The code page in which a file was read; "" where there was no doubt."""
        return str(self.data.get("code_page", ""))

    @property
    def readings(self) -> list[OtherReading]:
        """The other code pages that the file may be in."""
        return readings_of(self.sent, self.read_in)

    def _show_decoded(self, decoded: DecodedText) -> None:
        """Put the decoded text and its code page into the form's data, so that the page shows them."""
        fields = {"text": decoded.text, "code_page": decoded.code_page, "read_as": ""}
        self.data = dict(self.data.items()) | fields  # `items` has single values, `{**data}` lists


def _with_line_feeds(text: str) -> str:
    """Return the text without the line ends of browsers (CRLF)."""
    return text.replace("\r\n", "\n")
