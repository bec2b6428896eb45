"""Files as spreadsheets save them anywhere in Europe and Brazil, and the names that come out of them."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.common.errors import ListRefused
from league.common.player_lists.encodings import MOST_BYTES, read_again, readings_of, text_of

BRAZIL = ("João Conceição", "Antônio Simões")
GERMANY = ("Jürgen Müller", "Björn Größe")
POLAND = ("Łukasz Żółć", "Małgorzata Gąsior")
CZECHIA = ("Jiří Dvořák", "Petr Němec", "Jana Černá")
TURKEY = ("Ayşe Yılmaz", "Doğan Şahin", "İbrahim Öz")  # noqa: RUF001  (a Turkish letter)
WRITTEN = [
    *((names, code_page) for names in (BRAZIL, GERMANY) for code_page in ("cp1252", "mac_roman", "cp850")),
    *((names, code_page) for names in (POLAND, CZECHIA) for code_page in ("cp1250", "iso8859_2", "mac_latin2")),
    (TURKEY, "cp1254"),
    (("Győző Nagy", "Pál Erdős"), "cp1250"),
    (("Đorđe Petrović", "Marko Kovačević"), "cp1250"),
    (("Łukasz Kowalski",), "cp1250"),
    (("Jūratė Žukauskaitė", "Šarūnas Kęstas"), "cp1257"),
    (("Þórður Guðmundsson", "Sigrún Æðelstan"), "cp1252"),
    (("Åse Sørensen", "Bjørn Ås"), "cp1252"),
    (("Siân Prys", "Zoë"), "latin-1"),
    (("JÜRGEN MÜLLER", "JOÃO CONCEIÇÃO"), "cp1252"),
    (("Иван Петров", "Ольга Щукина"), "cp1251"),
    (("Γιώργος Παπαδόπουλος", "Ελένη Νικολάου"), "cp1253"),
]


def saved(names: tuple[str, ...], encoding: str) -> bytes:
    return "\r\n".join(["Name", *names, ""]).encode(encoding)


@pytest.mark.parametrize(("names", "code_page"), WRITTEN)
def test_the_code_page_is_found_by_the_names(names: tuple[str, ...], code_page: str) -> None:
    assert text_of(saved(names, code_page)).text.splitlines()[1:] == list(names)


def test_a_very_long_word_of_plain_letters_is_read() -> None:
    """In time that grows with its length: with its square, this would take many minutes."""
    word = "a" * (MOST_BYTES - 100)
    assert text_of(saved(("Jürgen Müller", word), "cp1252")).text.splitlines()[1:] == ["Jürgen Müller", word]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("names", [BRAZIL, GERMANY, POLAND, CZECHIA, TURKEY])
def test_unicode_is_read_with_a_mark_and_without(names: tuple[str, ...], encoding: str) -> None:
    decoded = text_of(saved(names, encoding))
    assert decoded.text.splitlines() == ["Name", *names]
    assert decoded.code_page == ""
    assert readings_of(decoded.text, decoded.code_page) == []


def test_other_code_pages_are_offered_with_the_names_as_they_would_be() -> None:
    decoded = text_of(saved(("Ionuţ Popa",), "cp1250"))
    words = {reading.code_page: reading.words for reading in readings_of(decoded.text, decoded.code_page)}
    right = decoded.code_page if decoded.text.endswith("Ionuţ Popa\r\n") else "cp1250"
    assert right == decoded.code_page or words["cp1250"] == ["Ionuţ"]
    again = read_again(decoded.text, decoded.code_page, "cp1252")
    assert again.text.splitlines()[1] == "Ionuþ Popa"
    assert read_again(again.text, again.code_page, "cp1250").text.splitlines()[1] == "Ionuţ Popa"


def test_a_text_that_was_changed_since_is_kept_as_it_is() -> None:
    assert read_again("Łukasz", "cp1252", "cp1250").text == "Łukasz"
    assert read_again("Zoë", "cp1252", "utf-7").text == "Zoë"
    assert readings_of("Łukasz", "cp1252") == []


@pytest.mark.parametrize(
    "sent",
    [b"x" * (MOST_BYTES + 1), b"PK\x03\x04\x00\x00", b"\xd0\xcf\x11\xe0\x00", b"%PDF-1.7", b"\xff\xfea", b"a\0\0\0b"],
    ids=["large", "xlsx", "xls", "pdf", "half a letter", "zeros"],
)
def test_what_is_no_list_is_refused(sent: bytes) -> None:
    with pytest.raises(ListRefused) as refused:
        text_of(sent)
    assert refused.value.field == "file"


@given(st.binary(max_size=300))
def test_any_file_is_read_or_refused(sent: bytes) -> None:
    with suppress(ListRefused):
        decoded = text_of(sent)
        for reading in readings_of(decoded.text, decoded.code_page):
            again = read_again(decoded.text, decoded.code_page, reading.code_page)
            assert again.text != decoded.text
            assert read_again(again.text, again.code_page, decoded.code_page) == decoded
