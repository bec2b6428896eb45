"""Accessibility checks with axe-core: serious and critical findings are faults, in the light and the dark theme."""

from collections.abc import Iterator
from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

GRAVE: Final = {"serious", "critical"}
STANDARDS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ALL_RULES: Final = {"type": "tag", "values": STANDARDS}
CONTRAST: Final = {"type": "rule", "values": ["color-contrast"]}
TARGETS: Final = {"type": "rule", "values": ["target-size"]}
BRIEFLY: Final = {"resultTypes": ["violations"], "preload": False}  # our style sheets are of our own house
_SCRIPT: Final[str] = Axe().axe_script


def read_by_axe(page: Page) -> Iterator[str]:
    """Yield the faults of the current page in the light theme, then its contrast faults in the dark theme."""
    page.evaluate(_SCRIPT)
    yield from _faults(page, ALL_RULES, "by day")
    page.emulate_media(color_scheme="dark")
    yield from _faults(page, CONTRAST, "by night")
    page.emulate_media(color_scheme="light")


def targets_by_axe(page: Page) -> Iterator[str]:
    """Yield what is too small to tap on a page that `read_by_axe` has read in another window."""
    yield from _faults(page, TARGETS, "in another window")


def _faults(page: Page, rules: dict[str, Any], when: str) -> Iterator[str]:
    found = page.evaluate("options => axe.run(options)", BRIEFLY | {"runOnly": rules})
    for one in found["violations"]:
        if one["impact"] in GRAVE:
            places = "; ".join(f"{node['target']} {node['html'][:160]}" for node in one["nodes"][:3])
            yield f"{one['help']}, {when} ({one['id']}, {len(one['nodes'])} times): {places}"
