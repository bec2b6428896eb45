"""The operators' guide documents every setting; static files are only those that pages use."""

import re
from io import StringIO
from pathlib import Path

from django.core.management import call_command
from pytest_django import Settings

from league.conf.launcher.environment import ROOT


def test_the_operators_guide_names_every_setting_there_is() -> None:
    named = re.compile(r"\bMOOTHILL_[A-Z_]*[A-Z]")
    guide = set(named.findall((ROOT / "docs" / "operating.md").read_text()))
    assert set(named.findall((ROOT / "league" / "conf" / "settings.py").read_text())) - guide == set()


def test_of_the_readers_of_the_schema_only_that_of_the_site_is_collected(tmp_path: Path, settings: Settings) -> None:
    settings.STATIC_ROOT = str(tmp_path)
    said = StringIO()
    call_command("collectstatic", "--dry-run", "--no-input", "--verbosity", "2", stdout=said)
    assert "swagger-ui-bundle.js" in said.getvalue()
    assert "redoc" not in said.getvalue()
