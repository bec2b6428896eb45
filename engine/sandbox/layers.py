"""Isolates the calling process, irrevocably: each layer alone refuses what an untrusted bot does not need.

Linux only. Each function raises OSError when its layer cannot be set up; the launcher then ends with FAILED.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import struct
from collections.abc import Iterable

from engine.sandbox.seccomp import CALLS, Rule, program

_libc = ctypes.CDLL(None, use_errno=True)

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 4, 22, 38
_SECCOMP_MODE_FILTER = 2
_INSTRUCTION_SIZE = 8  # bytes of a struct sock_filter
_LINUX_CAPABILITY_VERSION_3 = 0x20080522
_RULE_PATH_BENEATH = 1
_CREATE_RULESET_VERSION = 1

# linux/landlock.h: what each version of the interface added to the rights over files
_RIGHTS_OF_VERSION = {1: (1 << 13) - 1, 2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
_NET_BIND_AND_CONNECT = 3  # since version 4
_ABSTRACT_SOCKETS_AND_SIGNALS = 3  # since version 6


def kill_with_parent(parent: int) -> None:
    """Let the kernel kill this process when the parent dies, at once if it is dead already."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if parent and os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def drop_privileges() -> None:
    """Drop all capabilities, refuse new privileges, and refuse debuggers."""
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    _prctl(_PR_SET_DUMPABLE, 0)
    head = struct.pack("=Ii", _LINUX_CAPABILITY_VERSION_3, 0)
    _syscall("capset", ctypes.c_char_p(head), ctypes.c_char_p(bytes(24)))


def limit_resources(*, memory: int, files: int, seconds: int) -> None:
    """Limit memory, open files and processor time; allow no growing files and no core dumps."""
    for what, soft, hard in (
        (resource.RLIMIT_AS, memory, memory),
        (resource.RLIMIT_NOFILE, files, files),
        (resource.RLIMIT_CPU, seconds, seconds + 1),
        (resource.RLIMIT_FSIZE, 0, 0),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        resource.setrlimit(what, (soft, hard))


def restrict_files(readable: Iterable[str], listable: Iterable[str]) -> None:
    """Landlock: allow reading all below `readable` paths and listing `listable` ones; no writing, no ports."""
    version = _syscall("landlock_create_ruleset", None, 0, _CREATE_RULESET_VERSION)
    rights = sum(bits for since, bits in _RIGHTS_OF_VERSION.items() if since <= version)
    attributes = struct.pack(
        "=QQQ", rights, _NET_BIND_AND_CONNECT * (version >= 4), _ABSTRACT_SOCKETS_AND_SIGNALS * (version >= 6)
    )
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = _syscall("landlock_create_ruleset", ctypes.c_char_p(attributes), size, 0)
    for path in readable:
        _allow(rules, path, _READ_FILE | (_READ_DIR if os.path.isdir(path) else 0))  # noqa: PTH112 - pathlib is slow to load
    for path in listable:
        _allow(rules, path, _READ_DIR)
    _syscall("landlock_restrict_self", rules, 0)
    os.close(rules)


class _Filter(ctypes.Structure):
    """The struct sock_fprog of seccomp(2)."""

    _fields_ = (("len", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def filter_system_calls(rules: tuple[Rule, ...]) -> None:
    """Seccomp: allow only these system calls. The last layer, since it refuses the calls of all others."""
    instructions = program(rules)
    buffer = ctypes.create_string_buffer(instructions)
    filter_program = _Filter(len(instructions) // _INSTRUCTION_SIZE, ctypes.addressof(buffer))
    _prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(filter_program))


def _allow(rules: int, path: str, rights: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    attributes = struct.pack("=Qi", rights, descriptor)
    _syscall("landlock_add_rule", rules, _RULE_PATH_BENEATH, ctypes.c_char_p(attributes), 0)
    os.close(descriptor)


def _prctl(option: int, argument: object, more: object = 0) -> None:
    if _libc.prctl(option, argument, more, 0, 0):
        raise OSError(ctypes.get_errno(), f"prctl {option}: {os.strerror(ctypes.get_errno())}")


def _syscall(name: str, *arguments: object) -> int:
    result: int = _libc.syscall(CALLS[name], *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")
    return result
