"""Docs agree with each other: links, glossaries and the index of decisions."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DECISIONS = ROOT / "docs/decisions"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
LINK = re.compile(r"\]\((?!https?:|mailto:|/|#)([^)#\s]+)")


def test_links_between_docs_lead_to_files() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "engine/games").rglob("*.md")]
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in LINK.findall(page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []


def test_the_glossary_has_a_portuguese_word_for_each_term_and_explains_most() -> None:
    page = re.split("^## Status words", (ROOT / "docs/glossary.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[0]
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    assert len(rows) > 80
    assert [row for row in rows if len(row) not in {2, 3} or not all(cell.strip() for cell in row)] == []
    assert len([row for row in rows if len(row) == 3]) > 60
    assert "(docs/glossary.md)" in CONTRIBUTING.read_text(encoding="utf-8")


def test_every_term_with_a_name_of_its_own_in_code_is_in_the_glossary() -> None:
    glossary = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    of_code = (
        CONTRIBUTING.read_text(encoding="utf-8").partition("## Glossary")[2].partition("Words of the code only")[0]
    )
    rows = re.findall(r"^- (.+?): `", of_code, re.MULTILINE)
    terms = [term.partition(" (")[0] for row in rows for term in row.split("; ")]
    assert len(terms) > 20
    assert [term for term in terms if not re.search(rf"^\| (?:.*; )?{re.escape(term)}\b", glossary, re.MULTILINE)] == []


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
