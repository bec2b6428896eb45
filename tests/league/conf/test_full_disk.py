"""A full disk: pages can be read, writing is refused plainly, and all goes on when there is room again."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from http.cookiejar import CookieJar
from itertools import repeat
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import pytest

from league.conf.launcher.environment import ROOT
from tests.league.conf.running import up
from tests.league.conf.test_up import children_of, web_of
from tests.processes import until


@pytest.fixture
def small_disk(var: Path) -> Iterator[Path]:
    """A folder on a disk of its own that is soon full."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=400m,mode=755", "none", str(var)]
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("Only root mounts a small disk, on Linux.")
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("Root may not mount a small disk here.")
    yield var
    subprocess.run(["umount", "--lazy", str(var)], check=True)


@pytest.mark.long
def test_a_site_on_a_full_disk_can_be_read_and_goes_on_when_there_is_room(small_disk: Path) -> None:
    with up(small_disk, "--no-demo") as (process, said):
        site = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert site
        browser = build_opener(HTTPCookieProcessor(CookieJar()))
        page = browser.open(f"{site[0]}/sign-up/", timeout=30).read().decode()
        form = {
            "csrfmiddlewaretoken": page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0],
            "name": "Morag",
            "email": "morag@example.org",
            "password": "a long walk to Oban",
        }
        fill = filled(small_disk)
        assert [status_of(browser, f"{site[0]}{path}") for path in ("/", "/clubs/", "/health")] == [200] * 3
        assert status_of(browser, f"{site[0]}/sign-up/", form) == 507
        os.kill(first := web_of(process), signal.SIGKILL)
        until(lambda: web_of(process) not in {0, first}, "the web server starts again on a full disk")
        until(lambda: status_of(browser, f"{site[0]}/clubs/") == 200, "the new web server is connected")
        assert status_of(browser, f"{site[0]}/sign-up/", form) == 507
        for service in ("/postgres ", "/redis-server "):
            os.kill(child_of(process, service), signal.SIGKILL)
        assert status_of(browser, f"{site[0]}/clubs/") == 503
        fill.unlink()
        until(lambda: status_of(browser, f"{site[0]}/clubs/") == 200, "the services start again")
        assert status_of(browser, f"{site[0]}/sign-up/", form) == 200
        assert b"Morag" in browser.open(f"{site[0]}/account/", timeout=30).read()
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


def child_of(process: "subprocess.Popen[str]", words: str) -> int:
    return next(pid for pid, command in children_of(process).items() if words in command)


BRIEF = """
import errno
import sys
from pathlib import Path
from league.conf.launcher.processes import Child
from league.conf.launcher.processes import Supervisor

starts = iter((None, OSError(errno.ENOSPC, "No space left on device"), SystemExit("It was tried again.")))

def prepare():
    if (fault := next(starts)) is not None:
        raise fault

supervisor = Supervisor(Path(sys.argv[1]))
supervisor.start(Child(name="brief", argv=["true"], cwd=Path()), prepare)
supervisor.watch()
"""


def test_a_child_that_cannot_start_for_want_of_space_starts_later(tmp_path: Path) -> None:
    brief = [sys.executable, "-c", BRIEF, str(tmp_path)]
    run = subprocess.run(brief, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.stderr.strip() == "It was tried again."
    assert "cannot start: [Errno 28] No space left on device" in run.stdout


def filled(folder: Path) -> Path:
    """Fill the disk to its last byte; return what does."""
    fill = folder / "fill"
    with fill.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space left"):
        file.writelines(repeat(bytes(65_536)))
    return fill


def status_of(browser: OpenerDirector, address: str, form: dict[str, str] | None = None) -> int:
    """The status that a page or a sent form ends with; while the web server starts again it is asked again."""
    data = urlencode(form).encode() if form else None
    for _try in range(100):
        try:
            with browser.open(Request(address, data), timeout=30) as answer:
                return int(answer.status)
        except HTTPError as refused:
            return refused.code
        except OSError:
            time.sleep(0.1)
    return 0
