"""A bot that attacks the sandbox before it plays. It plays only if every attack is refused."""

import ctypes
import os
import socket
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

GIGABYTE = 1 << 30
SERVER = 0  # process id; the server appends its own to this source, since the sandbox hides it
_SYS_PTRACE, _SYS_MEMFD_CREATE = 101, 319  # asm/unistd_64.h
_PTRACE_SEIZE = 0x4206  # attaches without stopping the other process


def choose(_view: Any, legal: Sequence[Any], _budget: Any, _rng: Random) -> Any:
    """Return the first move. Raise PermissionError with the attacks that succeeded."""
    through = [attack.__name__ for attack in ATTACKS if _succeeds(attack)]
    if through:
        raise PermissionError(f"it could {', '.join(through).replace('_', ' ')}")
    return legal[0]


def _succeeds(attack: Callable[[], object]) -> bool:
    try:
        attack()
    except (OSError, MemoryError):
        return False
    return True


def open_a_socket() -> object:
    """Open a socket that reaches other machines."""
    return socket.socket(socket.AF_INET, socket.SOCK_STREAM)


def talk_to_the_kernel() -> object:
    """Open a netlink socket."""
    return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)


def read_a_file_of_the_system() -> object:
    """Open a file that all users may read on most machines."""
    return os.open("/etc/passwd", os.O_RDONLY)


def read_the_environment_of_the_server() -> object:
    """Open the environment of the process that started the canary, which may hold secrets."""
    return os.open(f"/proc/{SERVER}/environ", os.O_RDONLY)


def write_a_file() -> object:
    """Create a file in the first folder that takes it. Raise PermissionError if none does."""
    for place in ("/tmp", "/dev/shm", "/var/tmp", "."):  # noqa: S108  (the sandbox has to refuse these)
        try:
            return os.open(f"{place}/moothill-canary", os.O_WRONLY | os.O_CREAT, 0o600)
        except OSError:
            continue
    raise PermissionError("It found no place to write.")


def begin_a_process() -> object:
    """Fork a process that ends at once, without waiting for it: a sandbox may refuse to wait and yet let it fork."""
    if (child := os.fork()) == 0:
        os._exit(0)
    return child


def run_a_program() -> object:
    """Replace itself by Python, which exists, so that only a refusal can stop it."""
    return os.execv(sys.executable, [sys.executable, "-c", "print()"])


def signal_the_server() -> None:
    """Send the signal that does nothing."""
    os.kill(SERVER, 0)


def make_a_file_of_memory() -> object:
    """Create a file in memory, which could be executed."""
    return _syscall(_SYS_MEMFD_CREATE, b"canary", 0)


def look_into_the_server() -> object:
    """Attach to the server as a debugger does."""
    return _syscall(_SYS_PTRACE, _PTRACE_SEIZE, SERVER, 0, 0)


def take_a_gigabyte() -> object:
    """Allocate more memory than a bot may have."""
    return bytearray(GIGABYTE)


ATTACKS: tuple[Callable[[], object], ...] = (
    open_a_socket, talk_to_the_kernel, read_a_file_of_the_system, read_the_environment_of_the_server, write_a_file,
    begin_a_process, run_a_program, signal_the_server, make_a_file_of_memory, look_into_the_server, take_a_gigabyte,
)  # fmt: skip


def _syscall(number: int, *arguments: object) -> int:
    answer: int = ctypes.CDLL(None, use_errno=True).syscall(number, *arguments)
    if answer < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return answer
