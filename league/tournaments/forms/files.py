"""Import of a tournament file: choose, preview, confirm."""

import base64
import binascii
import zlib

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from league.tournaments.transfer.matching import LARGEST


class FileForm(forms.Form):
    """A file, or the content of the one in the preview."""

    file = forms.FileField(
        label=_("Tournament file"),
        required=False,
        help_text=_("A file exported under Manage, on this or another site. Its name ends in .moothill.json."),
        error_messages={"empty": _("This file is empty. Export the tournament again under Manage.")},
    )
    held = forms.CharField(required=False, widget=forms.HiddenInput)

    def content(self) -> bytes | None:
        """Return the content, at most one byte above the limit; None with a form error if there is none."""
        upload = self.cleaned_data.get("file")
        if isinstance(upload, UploadedFile):
            return bytes(upload.read(LARGEST + 1))
        unpacked = unpack(self.cleaned_data["held"])
        if unpacked is None:
            self.add_error("file", _("Choose a file."))
        return unpacked


def pack(content: bytes) -> str:
    """Return the content as text for the hidden field `held`: compressed, in base 64."""
    return base64.b64encode(zlib.compress(content)).decode()


def unpack(packed: str) -> bytes | None:
    """Decode the output of `pack`, at most one byte above the limit; None if it is invalid."""
    if not packed:
        return None
    try:
        return zlib.decompressobj().decompress(base64.b64decode(packed, validate=True), LARGEST + 1)
    except (binascii.Error, zlib.error):
        return None
