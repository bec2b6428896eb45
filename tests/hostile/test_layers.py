"""Without any one layer an attack succeeds; a layer that another fully duplicates is tested by itself."""

import ast
import ctypes
import json
import os
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TextIO, cast

import pytest

from engine.sandbox import spawn
from engine.sandbox.meter import Meter
from engine.sandbox.paths import sandbox_paths
from engine.sandbox.seccomp import CALLS
from tests.engine.sandbox.programs import tiers_here
from tests.hostile.layers import FIRST_FILTER, LAYERS, Layer
from tests.hostile.scene import ROOT

_SECONDS = 20
_RUNNING = 0.2  # seconds of processor time after which a bot has long begun
_FILTER = Layer("", "spawn", '*("--seccomp", str(filter_fd), "--info-fd", str(info_fd)),',
                '*("--info-fd", str(info_fd)),', "bubblewrap", "processes: a thread")  # fmt: skip
_SECOND = Layer("", "launcher", "layers.filter_system_calls(seccomp.PLAYING)", "pass", "bubblewrap", "processes: fork")
# A call of a number that no kernel knows is answered as by a kernel that is too old.
_LANDLOCK_CALL = Layer("", "seccomp", '"landlock_create_ruleset": 444', '"landlock_create_ruleset": 999', "", "")
_OF_PARENTS = {
    "bubblewrap": Layer("", "spawn", '"--die-with-parent", ', "", "bubblewrap", "endless"),
    "launcher": Layer("", "layers", "_prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)", "pass", "launcher", "endless"),
}

_BOUNDS = """
import resource
from engine.sandbox import layers
names = sorted(name for name in dir(resource) if name.startswith("RLIMIT_") and name != "RLIMIT_OFILE")
before = {name: resource.getrlimit(getattr(resource, name)) for name in names}
layers.limit_resources(memory=1 << 29, files=20, seconds=7)
after = {name: resource.getrlimit(getattr(resource, name)) for name in names}
mine = {"RLIMIT_AS", "RLIMIT_CORE", "RLIMIT_CPU", "RLIMIT_FSIZE", "RLIMIT_NOFILE"}
print({name: after[name] for name in names if name in mine or after[name] != before[name]})
"""
_BOUND = {
    "RLIMIT_AS": (1 << 29, 1 << 29),
    "RLIMIT_CORE": (0, 0),
    "RLIMIT_CPU": (7, 8),
    "RLIMIT_FSIZE": (0, 0),
    "RLIMIT_NOFILE": (20, 20),
}

_PRIVILEGES = """
import ctypes
from pathlib import Path
from engine.sandbox import layers
layers.drop_privileges()
status = dict(line.split(":\\t", 1) for line in Path("/proc/self/status").read_text().splitlines())
print([int(status[name], 16) for name in ("NoNewPrivs", "CapEff", "CapPrm", "CapInh")], ctypes.CDLL(None).prctl(3))
"""
_NAMESPACES = ("cgroup", "ipc", "mnt", "net", "pid", "uts")
_NONE = "[1, 0, 0, 0] 0\n"
_SHUT_IN = "[1, 0, 0, 0, 2]\n"

_ROOM = """
import ctypes, os, socket
libc = ctypes.CDLL(None)
print({
    "ids": (os.getpid(), os.getppid(), os.getsid(0), os.getuid(), os.getgid()),
    "machine": os.uname().nodename,
    "adapters": socket.if_nameindex(),
    "names": [name for name in ("proc", "sys", "dev", "etc/passwd", "run", "boot") if os.path.exists("/" + name)],
    "read only": bool(os.statvfs("/").f_flag & os.ST_RDONLY),
    "more users": libc.unshare(0x10000000),
    "capabilities": [number for number in range(41) if libc.prctl(23, number, 0, 0, 0) == 1],
    "words": sorted(os.environ),
})
"""
_EMPTY = {
    "ids": (1, 0, 1, 65534, 65534),
    "machine": "moothill",
    "adapters": [(1, "lo")],
    "names": [],
    "read only": True,
    "more users": -1,
    "capabilities": [],
    "words": ["LC_ALL", "PWD", "PYTHONHASHSEED"],
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine at a place where it may be spoiled."""
    folder = tmp_path_factory.mktemp("house")
    shutil.copytree(ROOT / "engine", folder / "engine")
    return folder


@pytest.fixture
def spoiled(copy: Path) -> Iterator["Copy"]:
    made = Copy(copy)
    unread(copy / "engine")
    yield made
    made.mend()


class Copy:
    """A copy of the engine from which layers are struck out."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._whole: dict[Path, str] = {}

    def strike(self, layer: Layer) -> None:
        """Take the layer off. Raise ValueError where the file no longer has its words."""
        page = self.folder / "engine" / "sandbox" / f"{layer.page}.py"
        text = page.read_text()
        if text.count(layer.words) != 1:
            raise ValueError(f"{page.name} does not say {layer.words!r} once; mend the layer {layer.name!r}.")
        self._whole.setdefault(page, text)
        page.write_text(text.replace(layer.words, layer.without))

    def mend(self) -> None:
        for page, text in self._whole.items():
            page.write_text(text)

    def run(self, *words: str) -> str:
        """What Python prints when it runs these in the copy, and what it complains of when it fails."""
        with self.begin(*words) as running:
            printed, errors = running.communicate(timeout=60)
        return printed + (errors if running.returncode else "")

    def begin(self, *words: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, *words],
            cwd=self.folder,
            # Without compiled files: one made within the same second stands for a page of the same length.
            env={**os.environ, "PYTHONPATH": f"{self.folder}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


def unread(folder: Path) -> None:
    """As if nobody had read any of it lately, so that the next reading is marked."""
    for page in folder.rglob("*"):
        os.utime(page, (0, page.stat().st_mtime))


def marks_readings(page: Path) -> bool:
    """Whether the file system does; it has marked this one then."""
    page.read_bytes()
    return page.stat().st_atime > 0


def needs(tier: str) -> None:
    if tier not in tiers_here():
        pytest.skip(f"The sandbox {tier} does not hold on this machine.")


@pytest.mark.long
@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: layer.name)
def test_without_it_an_attack_is_noticed(layer: Layer, spoiled: Copy) -> None:
    needs(layer.tier)
    if "reading" in layer.name and not marks_readings(spoiled.folder / "engine" / "__init__.py"):
        pytest.skip("The file system does not mark when a file was read.")
    spoiled.strike(layer)
    if layer.also:
        assert not spoiled.run("-m", "tests.hostile.host", layer.tier, layer.attack).strip()
        spoiled.strike(layer.also)
    assert spoiled.run("-m", "tests.hostile.host", layer.tier, layer.attack).strip()


@pytest.mark.parametrize("attack", ["processes: fork", "files: leaves word by the time of a reading"])
def test_with_all_layers_the_copy_holds(attack: str, spoiled: Copy) -> None:
    needs("launcher")
    assert not spoiled.run("-m", "tests.hostile.host", "launcher", attack).strip()


def test_a_kernel_without_landlock_holds_no_sandbox_and_says_why(spoiled: Copy) -> None:
    needs("bubblewrap")
    spoiled.strike(_LANDLOCK_CALL)
    said = spoiled.run("-c", "from engine.sandbox.tiers import working_tier; working_tier()")
    assert "NoSandbox: Bubblewrap: The sandbox was not ready" in said
    assert said.count("landlock_create_ruleset: Function not implemented") == 2


@pytest.mark.long
def test_django_tells_whoever_sets_up_such_a_machine(spoiled: Copy) -> None:
    needs("bubblewrap")
    spoiled.strike(_LANDLOCK_CALL)
    said = spoiled.run("-m", "django", "check", "--deploy", "--tag", "sandbox", "--fail-level", "WARNING")
    assert "(bots.W001) No sandbox works on this machine, so it runs no uploaded bots. Bubblewrap: " in said
    assert "landlock_create_ruleset: Function not implemented" in said


@pytest.mark.parametrize("tier", ["bubblewrap", "launcher"])
def test_either_filter_refuses_alone_and_nothing_does_without_both(tier: str, spoiled: Copy) -> None:
    needs(tier)
    spoiled.strike(_SECOND)
    assert not spoiled.run("-m", "tests.hostile.host", tier, _SECOND.attack).strip()
    spoiled.strike(FIRST_FILTER)
    assert "it could" in spoiled.run("-m", "tests.hostile.host", tier, _SECOND.attack)


def test_the_filter_of_the_launcher_allows_a_fork_and_no_thread(spoiled: Copy) -> None:
    """Without the two filters of a bot's process, that of its launcher in bubblewrap is left."""
    needs("bubblewrap")
    spoiled.strike(_SECOND)
    spoiled.strike(FIRST_FILTER)
    assert not spoiled.run("-m", "tests.hostile.host", "bubblewrap", _FILTER.attack).strip()
    spoiled.strike(_FILTER)
    assert "it could" in spoiled.run("-m", "tests.hostile.host", "bubblewrap", _FILTER.attack)


def test_the_canary_notices_when_both_are_gone(spoiled: Copy) -> None:
    needs("bubblewrap")
    spoiled.strike(_SECOND)
    spoiled.strike(FIRST_FILTER)
    weakness = "from engine.sandbox.tiers import TIERS, weakness_of; print(weakness_of(TIERS['bubblewrap']))"
    assert "The canary got through" in spoiled.run("-c", weakness)


@pytest.mark.parametrize("tier", _OF_PARENTS)
def test_who_loses_the_house_dies_with_it(tier: str, spoiled: Copy) -> None:
    needs(tier)
    assert not outlives(spoiled, tier, _SECONDS)
    spoiled.strike(_OF_PARENTS[tier])
    assert outlives(spoiled, tier, 0.3)


def outlives(house: Copy, tier: str, seconds: float) -> bool:
    """Return whether a bot survives when its host is killed. The bot is dead when this returns."""
    with house.begin("-m", "tests.hostile.host", tier, "endless") as host:
        pid = int(cast(TextIO, host.stdout).readline())
        bot, meter = os.pidfd_open(pid), Meter(pid)
        try:
            while meter.used() < _RUNNING:
                assert not ended(bot, 0.01)
            host.kill()
            host.wait()
            if ended(bot, seconds):
                return False
            signal.pidfd_send_signal(bot, signal.SIGKILL)
            assert ended(bot, _SECONDS)
            return True
        finally:
            os.close(bot)
            meter.close()


def ended(handle: int, seconds: float) -> bool:
    return bool(select.select([handle], [], [], seconds)[0])


def test_bounds_are_set_and_none_of_processes(spoiled: Copy) -> None:
    """Lesson 3: a bound of processes would count all sandboxes of one user together."""
    assert spoiled.run("-c", _BOUNDS) == f"{_BOUND}\n"


@pytest.mark.parametrize("line", ["CPU, seconds, seconds + 1", "FSIZE, 0, 0", "CORE, 0, 0"])
def test_each_bound_that_others_back_is_set_by_its_line(line: str, spoiled: Copy) -> None:
    spoiled.strike(Layer("", "layers", f"(resource.RLIMIT_{line}),", "", "", ""))
    assert spoiled.run("-c", _BOUNDS) != f"{_BOUND}\n"


@pytest.mark.parametrize("tier", ["bubblewrap", "launcher"])
def test_a_program_has_no_privilege(tier: str, spoiled: Copy) -> None:
    needs(tier)
    assert spoiled.run("-m", "tests.hostile.host", tier, "privileges") == _SHUT_IN


def test_it_has_some_where_the_launcher_gives_up_none(spoiled: Copy) -> None:
    """Without root the kernel then refuses the filter, so the sandbox is not ready."""
    needs("launcher")
    spoiled.strike(Layer("", "launcher", "layers.drop_privileges()", "pass", "", ""))
    assert spoiled.run("-m", "tests.hostile.host", "launcher", "privileges") != _SHUT_IN


@pytest.mark.parametrize(("attack", "words", "since"), [
    ("network: connects", "_NET_BIND_AND_CONNECT * (version >= 4)", 4),
    ("network: connects by a name without a file", "_ABSTRACT_SOCKETS_AND_SIGNALS * (version >= 6)", 6),
    ("processes: asks whether the house lives", "_ABSTRACT_SOCKETS_AND_SIGNALS * (version >= 6)", 6),
])  # fmt: skip
def test_landlock_refuses_alone_and_nothing_does_without_it_and_the_filter(
    attack: str, words: str, since: int, spoiled: Copy
) -> None:
    needs("launcher")
    if landlock_here() < since:
        pytest.skip("The kernel's Landlock knows nothing of it.")
    spoiled.strike(replace(_SECOND, tier="launcher"))
    spoiled.strike(FIRST_FILTER)
    assert not spoiled.run("-m", "tests.hostile.host", "launcher", attack).strip()
    spoiled.strike(Layer("", "layers", words, "0", "", ""))
    assert "it could" in spoiled.run("-m", "tests.hostile.host", "launcher", attack)


def landlock_here() -> int:
    """The version of its interface."""
    version: int = ctypes.CDLL(None).syscall(CALLS["landlock_create_ruleset"], None, 0, 1)
    return version


@pytest.mark.parametrize(
    "words",
    ["_prctl(_PR_SET_NO_NEW_PRIVS, 1)", "_prctl(_PR_SET_DUMPABLE, 0)",
     '_syscall("capset", ctypes.c_char_p(head), ctypes.c_char_p(bytes(24)))'],
)  # fmt: skip
def test_no_privilege_is_left_or_to_be_had(words: str, spoiled: Copy) -> None:
    assert spoiled.run("-c", _PRIVILEGES) == _NONE
    if "capset" in words and os.getuid() != 0:
        pytest.skip("Whoever is not root has none to give up.")
    spoiled.strike(Layer("", "layers", words, "pass", "", ""))
    assert spoiled.run("-c", _PRIVILEGES) != _NONE


def room(*gone: str) -> object:
    """What a program sees in bubblewrap alone, without any filter, where some of its options are gone."""
    program = [sandbox_paths().interpreter, "-s", "-P", "-S", "-B", "-c", _ROOM]
    told, tells = os.pipe()
    try:
        command = spawn.bwrap_command(
            program, sandbox_paths(), {"LC_ALL": "C", "PYTHONHASHSEED": "0"}, bwrap="bwrap", filter_fd=-1, info_fd=tells
        )
        for option in ("--seccomp", "-1", *gone):
            command.remove(option)
        ran = subprocess.run(command, pass_fds=[tells], capture_output=True, text=True, check=False, cwd="/")
    finally:
        os.close(tells)
        with os.fdopen(told) as information:
            namespaces = json.load(information)
    shared = [
        name
        for name in _NAMESPACES
        if namespaces.get(f"{name}-namespace") == Path(f"/proc/self/ns/{name}").stat().st_ino
    ]
    return ast.literal_eval(ran.stdout) if ran.stdout else ran.stderr, shared


def test_bubblewrap_alone_is_an_empty_room() -> None:
    needs("bubblewrap")
    assert room() == (_EMPTY, [])


@pytest.mark.parametrize(
    "gone",
    [("--unshare-all", "--as-pid-1", "--hostname", "moothill"),
     ("--as-pid-1",), ("--new-session",), ("--uid", "65534"), ("--gid", "65534"), ("--clearenv",),
     ("--remount-ro", "/"), ("--cap-drop", "ALL"), ("--disable-userns",)],
    ids=" ".join,
)  # fmt: skip
def test_each_option_of_bubblewrap_is_needed(gone: Sequence[str]) -> None:
    needs("bubblewrap")
    assert room(*gone) != (_EMPTY, [])
