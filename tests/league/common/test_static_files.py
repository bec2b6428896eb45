"""Static files as they are collected: compressed, kept for ever, under addresses that name their content."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.templatetags.static import static
from django.test import Client, override_settings

from league.conf.settings import STORAGES

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def collected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("static")
    with override_settings(
        STATIC_ROOT=str(folder), STORAGES=STORAGES, WHITENOISE_AUTOREFRESH=False, WHITENOISE_USE_FINDERS=False
    ):
        call_command("collectstatic", interactive=False, verbosity=0)
        yield folder


def fetched(address: str, **headers: str) -> tuple[bytes, dict[str, str]]:
    answer = Client().get(address, headers=headers)
    return answer.getvalue(), dict(answer.items())


@pytest.mark.parametrize("sheet", ["base", "pages", "games", "play"])
def test_a_style_sheet_comes_compressed_and_is_kept_for_ever(sheet: str) -> None:
    address = static(f"moothill/{sheet}.css")
    compressed, headers = fetched(address, accept_encoding="gzip")
    assert headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(compressed) == fetched(address)[0]
    assert "immutable" in headers["Cache-Control"]


def test_a_font_is_sent_as_it_lies() -> None:
    font, headers = fetched(static("vendor/alegreya-5.3.0/alegreya-500.woff2"), accept_encoding="gzip")
    assert font.startswith(b"wOF2")
    assert "Content-Encoding" not in headers
    assert "immutable" in headers["Cache-Control"]


def test_a_sheet_names_the_fonts_that_the_page_preloads() -> None:
    font = static("vendor/alegreya-5.3.0/alegreya-500.woff2")
    sheet, _ = fetched(static("moothill/base.css"))
    assert f'url("..{font.removeprefix("/static")}")' in sheet.decode()


def test_the_address_names_the_content(collected: Path) -> None:
    address = static("moothill/base.css")
    assert address != "/static/moothill/base.css"
    assert (collected / address.removeprefix("/static/")).is_file()
    assert "immutable" not in fetched("/static/moothill/base.css")[1]["Cache-Control"]
