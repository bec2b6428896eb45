"""Files: text, JSON and zips; hostile or broken files are refused with a sentence, and nothing of them is stored."""

import stat
import struct
from collections.abc import Callable, Mapping
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.records.errors import UnreadableFile
from games.records.models import SubmittedRecord
from games.records.uploads import LARGEST_FILE, LONGEST_RECORD, MOST_RECORDS, texts_in, texts_in_file
from games.records.zip_files import MOST_ENTRIES, entries_of, shown_name
from league.accounts.models import Account
from league.clubs.models import Club
from tests.factories import browser_of
from tests.games.records.factories import document, text


def zipped(files: Mapping[str, bytes | str], method: int = ZIP_DEFLATED) -> bytes:
    """A zip of these files."""
    packed = BytesIO()
    with ZipFile(packed, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def refusal_of(content: bytes) -> str:
    """Return the message with which a file is refused."""
    with pytest.raises(UnreadableFile) as refused:
        texts_in_file(BytesIO(content))
    return refused.value.message


def test_records_are_parted_where_each_begins_and_what_ends_in_the_middle_stays_whole() -> None:
    one, two = text(), text(secret=b"another evening")
    assert texts_in(f"# a note\n{one}\n\n{two}") == [f"# a note\n{one}", two]
    one, two = document(), document(secret=b"another evening")
    assert texts_in(f"{one}\n{two}") == [f"{one}\n", f"{two}\n"]
    assert texts_in(f'{one}\n{{"notation": 1') == [f"{one}\n", '{"notation": 1\n']


def test_a_zip_holds_files_of_either_kind() -> None:
    content = zipped({"evening/one.txt": text(), "two.json": document(secret=b"x"), "__MACOSX/._one.txt": b"\0"})
    assert texts_in_file(BytesIO(content)) == [text(), f"{document(secret=b'x')}\n"]


def changed_byte() -> bytes:
    content = bytearray(zipped({"a.txt": text()}, ZIP_STORED))
    content[200] ^= 0xFF
    return bytes(content)


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "a NUL": (lambda: b"Moothill\0record", "UTF-8"),
    "UTF-16": (lambda: b"\xff\xfeM\x00", "UTF-8"),
    "a picture": (lambda: b"\x89PNG\r\n\x1a\n", "UTF-8"),
    "a PDF": (lambda: b"%PDF-1.7\n\xe2\xe3", "UTF-8"),
    "a text with a zip behind it": (lambda: text().encode() + zipped({"a.txt": text()}), "UTF-8"),
    "nothing": (lambda: b"", "has no game record"),
    "blanks": (lambda: b"   \n", "has no game record"),
    "an empty zip": (lambda: b"PK\x05\x06" + bytes(18), "has no game record"),
    "too large": (lambda: b"#" * (LARGEST_FILE + 1), "larger than 5 MB"),
    "a record too long": (lambda: text().encode() + b"# and so on\n" * LONGEST_RECORD, "The maximum is"),
    "a line too long": (lambda: text().encode() + b"#" * 5_000, "A line of this record"),
    "too many records": (lambda: b"Moothill record 1\n" * (MOST_RECORDS + 1), f"at most {MOST_RECORDS} records"),
    "a zip bomb": (lambda: zipped({"bomb.txt": b"\n" * 19_000_000}), "much larger"),
    "a zip in a zip": (lambda: zipped({"inner.txt": zipped({"a.txt": text()})}), "is a zip inside the zip"),
    "a zip of many files": (
        lambda: zipped({f"{number}.txt": "" for number in range(MOST_ENTRIES + 1)}), f"maximum is {MOST_ENTRIES}"
    ),
    "another way of packing": (lambda: zipped({"a.txt": text()}, ZIP_BZIP2), "ordinary zip"),
    "a zip cut after 10": (lambda: zipped({"a.txt": text()})[:10], "This zip file is damaged"),
    "a zip cut after 200": (lambda: zipped({"a.txt": text()})[:200], "This zip file is damaged"),
    "a zip without its end": (lambda: zipped({"a.txt": text()})[:-30], "This zip file is damaged"),
    "a zip with a changed byte": (changed_byte, "This zip file is damaged"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_a_file_is_refused_with_its_reason(case: str) -> None:
    content, reason = REFUSED[case]
    assert reason in refusal_of(content())


def test_it_refuses_a_zip_whose_files_together_are_too_large() -> None:
    with pytest.raises(UnreadableFile, match="too large"):
        entries_of(zipped({f"{number}.txt": b"0123456789" * 600_000 for number in range(4)}, ZIP_STORED))


def test_it_believes_no_size_that_a_zip_states() -> None:
    """Its directory says that the file is small, and the stream goes on for ever."""
    content = bytearray(zipped({"bomb.txt": b"\n" * 1_000_000}))
    directory = content.index(b"PK\x01\x02")
    struct.pack_into("<I", content, directory + 24, 900)
    assert "zip" in refusal_of(bytes(content))


def test_it_refuses_what_is_encrypted() -> None:
    content = bytearray(zipped({"secret.txt": text()}))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.index(mark) + place
        content[at] |= 1
    assert "secret.txt in this zip is encrypted" in refusal_of(bytes(content))


def test_it_refuses_a_link_to_another_file() -> None:
    link = ZipInfo("passwd.txt")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr(link, "/etc/passwd")
    assert "passwd.txt in this zip is a link" in refusal_of(packed.getvalue())


def test_one_bad_file_of_a_zip_is_named_and_none_is_taken() -> None:
    assert refusal_of(zipped({"good.txt": text(), "bad.txt": b"\0"})).startswith("bad.txt in this zip: ")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\games\\one.txt", "one.txt"),
        ("a\u202etxt.exe\n", "atxt.exe"),
        ("x" * 300, "x" * 80),
    ],
)
def test_a_name_in_a_zip_is_for_reading_alone(name: str, shown: str) -> None:
    assert shown_name(name) == shown


def uploaded(browser: Client, club: Club, content: bytes) -> str:
    """Upload a file; the address where one sees what was found in it, or the page that says why not."""
    file = SimpleUploadedFile("evening.zip", content)
    answer = browser.post(reverse("records:upload", args=[club.slug]), {"file": file})
    return str(answer["Location"]) if answer.status_code == 302 else answer.content.decode()


@pytest.mark.django_db
def test_what_was_found_is_listed_with_its_faults_before_anything_is_kept(club: Club, hamish: Account) -> None:
    browser = browser_of(hamish)
    bad = text(secret=b"another").replace("Top: ", "Top: Campbell and ")
    half = "\n".join(text(secret=b"a third").split("\n")[:25])
    page = browser.get(
        uploaded(browser, club, zipped({"1.txt": text(), "2.txt": bad, "3.txt": half, "4.json": document()}))
    )
    words = page.content.decode()
    assert "There is no clan “Campbell and " in words
    assert "This record stops before the end" in words
    assert "This is the same game as number 1." in words
    assert words.count("Send this record") == 1
    assert set(SubmittedRecord.objects.values_list("status", flat=True)) == {"draft"}


@pytest.mark.django_db
def test_nothing_is_kept_of_a_file_that_is_refused_or_thrown_away(club: Club, hamish: Account) -> None:
    browser = browser_of(hamish)
    assert "UTF-8" in uploaded(browser, club, zipped({"good.txt": text(), "bad.txt": b"\0"}))
    assert not SubmittedRecord.objects.exists()
    address = uploaded(browser, club, text().encode())
    browser.post(address, {"discard": "1"})
    assert not SubmittedRecord.objects.exists()
