"""The operators' guide documents every setting."""

import re

from league.conf.launcher.environment import ROOT


def test_the_operators_guide_names_every_setting_there_is() -> None:
    named = re.compile(r"\bMOOTHILL_[A-Z_]*[A-Z]")
    guide = set(named.findall((ROOT / "docs" / "operating.md").read_text()))
    assert set(named.findall((ROOT / "league" / "conf" / "settings.py").read_text())) - guide == set()
