"""Docs agree with each other: links, glossaries and the index of decisions."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DECISIONS = ROOT / "docs/decisions"
LINK = re.compile(r"\]\((?!https?:|mailto:|/|#)([^)#\s]+)")


def terms(page: str) -> set[tuple[str, str]]:
    """Return the pairs of English and Portuguese words in the tables of a page, status words left out."""
    before_status = re.split(r"^#+ Status words", (ROOT / page).read_text(encoding="utf-8"), flags=re.MULTILINE)[0]
    return set(re.findall(r"^\| ([^|]+) \| ([^|]+) \| ", before_status, re.MULTILINE)) - {("on pages", "Portuguese")}


def test_links_between_docs_lead_to_files() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in LINK.findall(page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []


def test_both_glossaries_have_the_same_terms() -> None:
    contributors, users = terms("CONTRIBUTING.md"), terms("docs/glossary.md") - {("English", "Portuguese")}
    assert len(users) > 80
    assert contributors ^ users == set()


def test_every_decision_is_numbered_indexed_and_short() -> None:
    records = sorted(DECISIONS.glob("[0-9]*.md"))
    index = (DECISIONS / "README.md").read_text(encoding="utf-8")
    assert [int(record.name[:4]) for record in records] == list(range(1, len(records) + 1))
    assert [record.name for record in records if f"({record.name})" not in index] == []
    assert [record.name for record in records if len(record.read_text(encoding="utf-8").split()) > 200] == []


def test_an_entry_of_the_changelog_is_one_short_line() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    entries = [line for line in lines if line.startswith(("- ", "  "))]
    assert [line for line in entries if len(line.split()) > 31 or line.startswith("  ")] == []
    assert len(set(entries)) == len(entries)
