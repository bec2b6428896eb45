"""The download of a first visit stays small, and its vendored files are those of their packages."""

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from league.conf.settings import ROOT

STATIC = ROOT / "league/common/static"
TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
BASE = (TEMPLATES / "base.html").read_text(encoding="utf-8")
FETCHED = re.findall(r'(?:href|src)="{% static "([^"]+\.(?:css|js|woff2))" %}', BASE)
BUDGET = 100_000  # look.md: CSS, script and fonts
MANIFESTS = sorted(STATIC.glob("vendor/*/manifest.json"))


def bytes_on_the_wire(name: str) -> int:
    """Return what a file weighs on its way: text is compressed, a font already is."""
    found = finders.find(name)
    assert found, f"{name} is no static file"
    content = Path(found).read_bytes()
    return len(content) if name.endswith(".woff2") else len(gzip.compress(content))


def test_a_first_visit_weighs_less_than_100_kb() -> None:
    weights = {name: bytes_on_the_wire(name) for name in FETCHED}
    assert len(weights) == 9
    assert sum(weights.values()) < BUDGET, weights


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda path: path.parent.name)
def test_vendored_files_are_what_their_manifest_says(manifest: Path) -> None:
    told = json.loads(manifest.read_text(encoding="utf-8"))
    there = {path.name for path in manifest.parent.iterdir()} - {"manifest.json"}
    assert there == set(told["files"])
    assert "LICENSE" in there
    assert manifest.parent.name.endswith(f"-{told['version']}")
    assert told["integrity"].startswith("sha512-")
    for name, entry in told["files"].items():
        assert hashlib.sha256((manifest.parent / name).read_bytes()).hexdigest() == entry["sha256"], name


def test_every_icon_that_a_template_names_is_there() -> None:
    pages = "\n".join(page.read_text(encoding="utf-8") for page in TEMPLATES.rglob("*.html"))
    named = set(re.findall(r'{% icon "([^"]+)"', pages)) | set(re.findall(r'drawing="([^"]+)"', pages))
    assert named - {path.stem for path in STATIC.glob("vendor/lucide-*/*.svg")} == set()


def test_every_static_file_that_a_template_names_is_there() -> None:
    pages = "\n".join(page.read_text(encoding="utf-8") for page in TEMPLATES.rglob("*.html"))
    named = set(re.findall(r"""{% static ["']([^"']+)["']""", pages))
    assert "moothill/base.css" in named
    assert {name for name in named if not finders.find(name)} == set()
