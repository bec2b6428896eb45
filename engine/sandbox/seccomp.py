"""Filters of system calls, as programs of the kernel's packet filter (seccomp(2)); lists of what Python itself needs.

Everything that is not listed is refused with EPERM, which a bot meets as a PermissionError. A call by another
convention than the machine's own (32 bits, x32) ends the process.
"""

from __future__ import annotations

import platform
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

AUDIT_ARCH_X86_64 = 0xC000003E
X32 = 0x40000000
ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050001  # the last with errno 1, EPERM

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _MASK, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16  # where struct seccomp_data holds them

# asm/unistd_64.h
CALLS: Mapping[str, int] = {
    "read": 0, "write": 1, "close": 3, "stat": 4, "fstat": 5, "lstat": 6, "poll": 7, "lseek": 8, "mmap": 9,
    "mprotect": 10, "munmap": 11, "brk": 12, "rt_sigaction": 13, "rt_sigprocmask": 14, "rt_sigreturn": 15,
    "ioctl": 16, "pread64": 17, "access": 21, "mremap": 25, "madvise": 28, "dup": 32, "dup2": 33, "getpid": 39,
    "sendmsg": 46, "recvmsg": 47, "clone": 56, "execve": 59, "exit": 60, "wait4": 61, "uname": 63,
    "fcntl": 72, "getcwd": 79, "readlink": 89, "gettimeofday": 96, "getuid": 102,
    "getgid": 104, "geteuid": 107, "getegid": 108, "getppid": 110, "capset": 126, "sigaltstack": 131, "prctl": 157,
    "arch_prctl": 158, "gettid": 186, "futex": 202, "set_tid_address": 218, "getdents64": 217, "clock_gettime": 228,
    "clock_getres": 229, "clock_nanosleep": 230, "exit_group": 231, "openat": 257, "newfstatat": 262,
    "readlinkat": 267, "set_robust_list": 273, "prlimit64": 302, "seccomp": 317, "getrandom": 318, "rseq": 334,
    "pidfd_open": 434,
    "landlock_create_ruleset": 444, "landlock_add_rule": 445, "landlock_restrict_self": 446,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rule:
    """A call that is allowed: always, or if its argument has one of some values, or none or all of some bits."""

    call: str
    argument: int = 0
    values: tuple[int, ...] = ()
    none_of: int = 0
    all_of: int = 0


_TCGETS, _FIOCLEX = 0x5401, 0x5451
_F_GETFD, _F_SETFD, _F_GETFL = 1, 2, 3
_STATUSES = (0, 1, 97)  # bubblewrap tells a signal as a status above 128: nobody may pass for killed by the machine
_PRIVATE = 128  # FUTEX_PRIVATE_FLAG: without it a file that two sandboxes may read wakes one from the other
_CLOCKS = (0, 1, 2, 3, 4, 5, 6, 7, 11)  # the machine's and one's own; those of other processes have negative numbers
_MADV_DONTNEED, _MADV_FREE = 4, 8  # of one's own memory; other advice changes what the kernel keeps of common files
_WRITING = 0o1 | 0o2 | 0o100 | 0o1000 | 0o20000000  # O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, the bit of O_TMPFILE

# A running interpreter: memory, its two pipes, reading its own library. No process, no signal, no socket, no change.
PLAYING: tuple[Rule, ...] = (
    *map(Rule, (
        "read", "write", "close", "stat", "fstat", "lstat", "poll", "lseek", "mmap", "mprotect", "munmap", "brk",
        "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "pread64", "mremap", "getpid", "getcwd",
        "readlink", "gettimeofday", "getuid", "getgid", "geteuid", "getegid", "sigaltstack", "gettid", "getdents64",
        "newfstatat", "readlinkat", "getrandom", "uname",
    )),
    Rule("exit", 0, values=_STATUSES),
    Rule("exit_group", 0, values=_STATUSES),
    Rule("openat", 2, none_of=_WRITING),
    Rule("futex", 1, all_of=_PRIVATE),
    Rule("madvise", 2, values=(_MADV_DONTNEED, _MADV_FREE)),
    *(Rule(call, 0, values=_CLOCKS) for call in ("clock_gettime", "clock_getres", "clock_nanosleep")),
    Rule("ioctl", 1, values=(_TCGETS,)),  # whether a file is a terminal
    Rule("fcntl", 1, values=(_F_GETFD, _F_SETFD, _F_GETFL)),  # F_SETOWN would have signals sent
)  # fmt: skip

# Starting an interpreter and isolating it; no process. The first filter of a bot's process, before PLAYING.
STARTING: tuple[Rule, ...] = (
    *(rule for rule in PLAYING if rule.call not in ("fcntl", "ioctl")),
    Rule("ioctl", 1, values=(_TCGETS, _FIOCLEX)),
    *map(Rule, (
        "access", "arch_prctl", "capset", "dup", "execve", "fcntl", "getppid", "landlock_add_rule",
        "landlock_create_ruleset", "landlock_restrict_self", "prctl", "prlimit64", "rseq", "seccomp",
        "set_robust_list", "set_tid_address",
    )),
)  # fmt: skip

_CONTROL = 0  # the launcher's socket; a bot's process has a pipe there
_FORK = 0x01000000 | 0x00200000 | 17  # CLONE_CHILD_SETTID, CLONE_CHILD_CLEARTID, SIGCHLD: fork(2) of glibc, no thread

# The launcher in bubblewrap: it also forks a process for each match, hands over its pipes and waits for its end.
FORKING: tuple[Rule, ...] = (
    *STARTING,
    *map(Rule, ("dup2", "wait4", "pidfd_open")),
    Rule("clone", 0, values=(_FORK,)),
    *(Rule(call, 0, values=(_CONTROL,)) for call in ("sendmsg", "recvmsg")),
)


def is_known_here() -> bool:
    """Whether the numbers of system calls are those of this machine."""
    return platform.machine() in ("x86_64", "AMD64")


@cache
def program(rules: tuple[Rule, ...]) -> bytes:
    """Return the filter as an array of struct sock_filter; computed once, before a launcher forks."""
    return b"".join([
        *_only_our_convention(),
        *(step for rule in rules for step in _allowing(rule)),
        _step(_RETURN, REFUSE),
    ])  # fmt: skip


def _only_our_convention() -> Iterable[bytes]:
    yield _step(_LOAD, _ARCH)
    yield _step(_EQUAL, AUDIT_ARCH_X86_64, 1, 0)
    yield _step(_RETURN, KILL)
    yield _step(_LOAD, _NUMBER)
    yield _step(_AT_LEAST, X32, 0, 1)
    yield _step(_RETURN, KILL)


def _allowing(rule: Rule) -> list[bytes]:
    """Return steps that begin and, if they do not return, end with the call's number loaded."""
    number = CALLS[rule.call]
    if not rule.values and not rule.none_of and not rule.all_of:
        return [_step(_EQUAL, number, 0, 1), _step(_RETURN, ALLOW)]
    low, high = _ARGUMENTS + 8 * rule.argument, _ARGUMENTS + 8 * rule.argument + 4
    tests = _one_of(rule.values) if rule.values else _by_bits(rule.none_of, rule.all_of)
    checks = [_step(_LOAD, low), *tests]
    whole = [_step(_LOAD, high), _step(_EQUAL, 0, 1, 0), _step(_RETURN, REFUSE)] if rule.values else []
    body = [*whole, *checks]
    return [_step(_EQUAL, number, 0, len(body)), *body]


def _one_of(values: Sequence[int]) -> list[bytes]:
    return [
        *(step for value in values for step in (_step(_EQUAL, value, 0, 1), _step(_RETURN, ALLOW))),
        _step(_RETURN, REFUSE),
    ]


def _by_bits(none_of: int, all_of: int) -> list[bytes]:
    return [_step(_MASK, none_of | all_of), _step(_EQUAL, all_of, 1, 0), _step(_RETURN, REFUSE), _step(_RETURN, ALLOW)]


def _step(code: int, operand: int, when_true: int = 0, when_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, when_true, when_false, operand)
