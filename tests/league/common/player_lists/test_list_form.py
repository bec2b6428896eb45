"""The form that takes a list of people."""

from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from league.common.player_lists.forms import ListForm


class ListWithNote(ListForm):
    """As a form of an app may extend it."""

    note = forms.CharField()


def test_a_file_is_shown_as_text_beside_what_was_typed_elsewhere() -> None:
    file = SimpleUploadedFile("people.csv", "Name\nJürgen Müller\n".encode("cp1252"))
    form = ListWithNote(QueryDict("note=from+last+year&text="), MultiValueDict({"file": [file]}))
    assert form.is_valid()
    assert form["text"].value() == form.cleaned_data["text"] == "Name\nJürgen Müller\n"
    assert form["note"].value() == form.cleaned_data["note"] == "from last year"
