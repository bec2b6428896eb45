"""Zips of modules and data at a seat, and numpy, in every sandbox that holds here and in none at all."""

from dataclasses import replace

import pytest

from engine.core import registry
from engine.sandbox import bare, spawn
from engine.sandbox.child import Start
from engine.sandbox.faults import BotFault
from engine.sandbox.forks import OneMatch
from engine.sandbox.limits import LARGEST_ARCHIVE, Limits, is_archive, size_limit
from engine.sandbox.spawn import Started
from engine.sandbox.tiers import TIERS
from tests.engine.sandbox.programs import WANDERING, match, seated, tiers_here, zipped

pytestmark = pytest.mark.slow

STARTS: dict[str, Start] = {**TIERS, "bare": bare.start}
LIMITS = Limits(move=0.5, load=1.0)
LAST = "\ndef choose(view, legal, budget, rng): return legal[-1]\n"


@pytest.fixture(params=STARTS)
def start(request: pytest.FixtureRequest) -> Start:
    if request.param not in (*tiers_here(), "bare"):
        pytest.skip(f"The sandbox {request.param} does not hold on this machine.")
    return STARTS[request.param]


def log_of(source: bytes, start: Start) -> str:
    with seated(source, start, limits=LIMITS) as bot:
        match(bot)
    return bot.log


def failure_of(source: bytes, start: Start) -> tuple[str, str]:
    """The kind of its fault, and its log."""
    bot = seated(source, start, limits=LIMITS)
    with pytest.raises(BotFault) as fault, bot:
        match(bot)
    return fault.value.kind, bot.log


def test_a_zip_plays_as_its_file_does_alone(start: Start) -> None:
    with seated(zipped({"bot.py": WANDERING}), start) as bot:
        assert match(bot).events == match(registry.bot("wanderer")).events


def test_it_imports_its_modules_packages_and_folders(start: Start) -> None:
    files = {
        "bot.py": f"import one, pack.two, folder.three\nprint(one.x, pack.two.x, folder.three.x, pack.x){LAST}",
        "one.py": "x = 1\n",
        "pack/__init__.py": "from .two import x\n",
        "pack/two.py": "x = 2\n",
        "folder/three.py": "from pack import two\nx = two.x + 1\n",
    }
    assert log_of(zipped(files), start) == "1 2 3 2\n"


def test_it_reads_its_data_beside_each_module(start: Start) -> None:
    files: dict[str, str | bytes] = {
        "bot.py": f"import net, pkgutil\nprint(net.weights, pkgutil.get_data(__name__, 'own.bin'), __file__){LAST}",
        "own.bin": b"\x00\xff",
        "net/__init__.py": "import pkgutil\nweights = pkgutil.get_data(__name__, 'weights.txt')\n",
        "net/weights.txt": b"7" * 9,
    }
    assert log_of(zipped(files), start) == "b'777777777' b'\\x00\\xff' bot.py\n"


def test_data_that_is_missing_is_a_missing_file(start: Start) -> None:
    source = zipped({"bot.py": "import pkgutil\npkgutil.get_data(__name__, 'weights.txt')\n"})
    kind, log = failure_of(source, start)
    assert kind == "load"
    assert log.endswith("FileNotFoundError: The zip has no file weights.txt.\n")


@pytest.mark.parametrize(
    ("opened", "named"),
    [("open('net/weights.bin')", "'net/weights.bin'"),
     ("pathlib.Path(__file__).resolve().with_name('own.bin').open()", "'own.bin'"),
     ("open('other.bin')", "")],
)  # fmt: skip
def test_a_file_of_the_zip_that_is_opened_is_answered_by_how_to_read_it(start: Start, opened: str, named: str) -> None:
    files = {"bot.py": f"import pathlib\n{opened}{LAST}", "net/weights.bin": "7", "own.bin": "8"}
    kind, log = failure_of(zipped(files), start)
    assert kind == "load"
    assert f"pkgutil.get_data('bot', {named})" in log if named else "get_data" not in log


def test_files_may_be_in_one_folder_with_those_that_a_mac_adds(start: Start) -> None:
    files: dict[str, str | bytes] = {
        "mybot/": "",
        "mybot/bot.py": f"import part\nprint(part.x){LAST}",
        "__MACOSX/mybot/._bot.py": b"\0",
        "mybot/part.py": "x = 5\n",
        "mybot/.DS_Store": b"\0",
    }
    assert log_of(zipped(files), start) == "5\n"


def test_a_failure_is_shown_with_the_lines_of_both_modules(start: Start) -> None:
    files = {
        "bot.py": "import part\ndef choose(view, legal, budget, rng):\n    return part.divide(legal)\n",
        "part.py": "def divide(legal):\n    return legal[0] / 0\n",
    }
    kind, log = failure_of(zipped(files), start)
    assert kind == "crash"
    assert [line.strip() for line in log.splitlines() if "File" in line or "return" in line] == [
        'File "bot.py", line 3, in choose',
        "return part.divide(legal)",
        'File "part.py", line 2, in divide',
        "return legal[0] / 0",
    ]
    assert "session.py" not in log


def test_a_file_that_is_no_zip_within_its_first_bytes_is_source() -> None:
    assert not is_archive(WANDERING + zipped({"bot.py": WANDERING}))
    assert size_limit(zipped({"bot.py": WANDERING})) == LARGEST_ARCHIVE


def test_numpy_may_be_imported_by_a_file_and_by_a_zip(start: Start) -> None:
    source = f"import numpy\nfrom numpy.linalg import inv\nprint(inv(numpy.diag([2.0, 4.0])).sum()){LAST}"
    assert log_of(source.encode(), start) == log_of(zipped({"bot.py": source}), start) == "0.75\n"


def test_numpy_is_not_loaded_for_others(start: Start) -> None:
    assert log_of(f"import sys\nprint('numpy' in sys.modules){LAST}".encode(), start) == "False\n"


@pytest.mark.parametrize("tier", TIERS)
def test_without_numpy_a_bot_that_imports_it_fails_its_check_and_no_other(tier: str) -> None:
    if tier not in tiers_here():
        pytest.skip(f"The sandbox {tier} does not hold on this machine.")

    def launch() -> Started:
        started = {"bubblewrap": spawn.start_in_bubblewrap, "launcher": spawn.start_bare}[tier]()
        return replace(started, packages=())

    kind, log = failure_of(f"import numpy\n{LAST}".encode(), OneMatch(launch))
    assert (kind, log.splitlines()[-1]) == ("load", "ModuleNotFoundError: No module named 'numpy'")
    assert log_of(LAST.encode(), OneMatch(launch)) == ""
