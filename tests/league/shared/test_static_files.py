"""Static files: compressed, kept for ever, under an address that names their content."""

import gzip
from pathlib import Path

import pytest
from django.templatetags.static import static
from django.test import Client
from pytest_django import Settings

from league.conf.digest import digest_of_static_files


@pytest.fixture
def browser(settings: Settings, tmp_path: Path) -> Client:
    settings.STATIC_COPIES = str(tmp_path)
    return Client()


def test_a_style_sheet_comes_compressed_and_is_kept_for_ever(browser: Client) -> None:
    answer = browser.get(static("moothill/moothill.css"), headers={"accept-encoding": "gzip"})
    plain = browser.get(static("moothill/moothill.css"))
    assert answer["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.content) == plain.content
    assert "immutable" in answer["Cache-Control"]


def test_a_font_is_sent_as_it_lies(browser: Client) -> None:
    answer = browser.get(static("vendor/alegreya-5.3.0/alegreya-500.woff2"), headers={"accept-encoding": "gzip"})
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer
    assert "immutable" in answer["Cache-Control"]


def test_where_copies_cannot_be_written_files_come_uncompressed(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("in the way")
    settings.STATIC_COPIES = str(tmp_path / "a file")
    answer = Client().get(static("moothill/moothill.css"), headers={"accept-encoding": "gzip"})
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer


def test_the_address_changes_with_any_file(tmp_path: Path) -> None:
    (tmp_path / "requirements.lock").write_text("django==5.2")
    sheet = tmp_path / "league" / "shared" / "static" / "moothill.css"
    sheet.parent.mkdir(parents=True)
    sheet.write_text("a {}")
    before = digest_of_static_files(tmp_path)
    sheet.write_text("b {}")
    assert digest_of_static_files(tmp_path) != before
