"""Fixtures of the browser tests: the chromium of this machine, and a page that stands still for screenshots."""

import shutil
from typing import Any

import pytest

CHROMIUM = next((path for name in ("chromium", "chromium-browser") if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use Debian's chromium; as root it has no sandbox, and a small /dev/shm would kill it."""
    if CHROMIUM is None:
        pytest.skip("there is no chromium on this machine (Debian: apt install chromium)")
    return browser_type_launch_args | {
        "executable_path": CHROMIUM,
        "args": ["--no-sandbox", "--disable-dev-shm-usage"],
    }


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """One language, one time zone, no motion."""
    return browser_context_args | {"locale": "en-GB", "timezone_id": "Europe/London", "reduced_motion": "reduce"}
