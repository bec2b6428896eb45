"""Fixtures of the browser tests: the chromium of this machine, and a page that stands still for screenshots."""

import shutil
import subprocess
from functools import cache
from typing import Any

import pytest
from playwright._impl._driver import compute_driver_executable

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The same engine each; the first has no windows, tabs and menus of its own to draw, and takes a third of the time."""

CHROMIUM = next((path for name in PROGRAMS if (path := shutil.which(name))), None)


@cache
def why_no_browser() -> str | None:
    """What this machine lacks for browser tests, with the way to get it; None where it lacks nothing."""
    if CHROMIUM is None:
        return "there is no chromium on this machine (Debian: apt install chromium-headless-shell)"
    driver, *_ = compute_driver_executable()
    tried = subprocess.run([driver, "--version"], capture_output=True, text=True, check=False)
    if tried.returncode:
        return f"playwright's driver does not start (Debian: apt install libatomic1): {tried.stderr.strip()}"
    return None


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a browser test before playwright tries to start."""
    if "playwright" in getattr(item, "fixturenames", ()) and (reason := why_no_browser()):
        pytest.skip(reason)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use Debian's chromium; as root it has no sandbox, and a small /dev/shm would kill it."""
    return browser_type_launch_args | {"executable_path": CHROMIUM, "args": ["--no-sandbox", "--disable-dev-shm-usage"]}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """One language, one time zone, no motion."""
    return browser_context_args | {"locale": "en-GB", "timezone_id": "Europe/London", "reduced_motion": "reduce"}
