"""The kernel: calls that no game needs, and other ways to call."""

from tests.hostile.attack import BOTH, Attack, call, choice, done, refused

_CODE = """
import ctypes, mmap
page = mmap.mmap(-1, 4096, prot=7)
page.write(bytes.fromhex("{code}"))
ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
"""

_SHARED = """
c = ctypes.CDLL(None)
c.mmap.restype, c.mmap.argtypes = ctypes.c_void_p, [ctypes.c_void_p] + [ctypes.c_long] * 5
page = ctypes.c_void_p(c.mmap(None, 4096, 1, 1, os.open(os.__file__, 0), 0))
"""

ATTACKS: tuple[Attack, ...] = (
    call("unshare", 272, "0x10000000", tiers=BOTH),
    call("setns", 308, "0", "0"),
    call("mount", 165, "b'none'", "b'/'", "b'tmpfs'", "0", "None"),
    call("umount", 166, "b'/'", "2"),
    call("pivot_root", 155, "b'/'", "b'/'"),
    call("a newer mount", 428, "-100", "b'/'", "1"),
    call("keyctl", 250, "0", "-1", "1"),
    call("add_key", 248, "b'user'", "b'a'", "b'b'", "1", "-1"),
    call("bpf", 321, "0", "ctypes.create_string_buffer(128)", "128", tiers=BOTH),
    call("io_uring", 425, "8", "ctypes.create_string_buffer(120)", tiers=BOTH),
    call("userfaultfd", 323, "1"),
    call("perf_event_open", 298, "ctypes.create_string_buffer(128)", "0", "-1", "-1", "0"),
    call("outlives its parent", 157, "1", "0", "0", "0", "0", tiers=BOTH),
    call("lets others look into it", 157, "4", "1", "0", "0", "0", tiers=BOTH),
    call("another name", 157, "15", "b'postgres'", "0", "0", "0"),
    call("a filter of its own", 317, "1", "0", "None"),
    call("a ruleset of its own", 444, "None", "0", "1"),
    call("raises its limits", 160, "9", "ctypes.create_string_buffer(b'\\xff' * 16)"),
    call("sets limits of the house", 302, "@HOST@", "7", "ctypes.create_string_buffer(16)", "None"),
    call("personality", 135, "0x0040000"),
    call("modify_ldt", 154, "1", "ctypes.create_string_buffer(16)", "16"),
    call("gates of its own", 158, "0x1002", "0"),
    call("ports of the machine", 173, "0", "1", "1"),
    call("another kernel", 246, "0", "0", "None", "0"),
    call("a module", 175, "None", "0", "b''"),
    call("reboot", 169, "0", "0", "0", "None"),
    call("the time of day", 227, "0", "ctypes.create_string_buffer(16)"),
    call("the name of the machine", 170, "b'owned'", "5"),
    call("words of the kernel", 103, "3", "ctypes.create_string_buffer(64)", "64"),
    call("locked memory", 151, "3"),
    call("shared memory", 29, "0", "4096", "0o1777"),
    call("a queue of messages", 240, "b'owned'", "0o102", "0o777", "None"),
    call("capabilities",
            126, "ctypes.create_string_buffer(b'\\x22\\x05\\x08\\x20')", "ctypes.create_string_buffer(b'\\xff' * 24)"),
    call("to be root", 105, "0"),
    call("groups", 116, "0", "None"),
    call("events", 290, "0", "0"),
    call("another's memory", 440, "0", "None", "0", "0", "0"),
    call("keys of memory", 330, "0", "0"),
    *(refused(f"{name} a page of the library", f"{_SHARED}return call({words})", says="refused: PermissionError")
      for name, words in {
        "wakes who waits at": "202, page, 1, 1, None, None, 0",
        "waits at": "202, page, 0, 0, ctypes.create_string_buffer(16), None, 0",
        "waits for one of two at": "202, page, 9, 0, ctypes.create_string_buffer(16), None, -1",
        "has the kernel forget": "28, page, ctypes.c_long(4096), 21",
        "has the kernel fetch": "28, page, ctypes.c_long(4096), 3",
        "has the kernel merge": "28, page, ctypes.c_long(4096), 12",
        "finds in memory": "27, page, ctypes.c_long(4096), ctypes.create_string_buffer(1)",
      }.items()),
    call("reads the clock of the house", 228, "(~@HOST@ << 3) | 2", "ctypes.create_string_buffer(16)", tiers=BOTH),
    call("reads the grain of the clock of the house", 229, "(~@HOST@ << 3) | 2", "None"),
    call("sleeps by the clock of the house", 230, "(~@HOST@ << 3) | 2", "0", "ctypes.create_string_buffer(16)", "None"),
    refused("types at a terminal",
            "import fcntl\nreturn fcntl.ioctl(0, 0x5412, b'x')", says="refused: PermissionError"),
    refused("what waits in a pipe",
            "import fcntl\nreturn fcntl.ioctl(0, 0x541B, b'1234')", says="refused: PermissionError"),
    choice("calls of 32 bits", "crash", _CODE.format(code="b802000000cd80c3"), tiers=BOTH),
    choice("calls by another entry", "crash", _CODE.format(code="b8020000000f34c3")),
    choice("calls of x32",
            "crash", "import ctypes\nctypes.CDLL(None).syscall(ctypes.c_long(0x40000000 + 39))", tiers=BOTH),
    done("every call there is, but those of its filter", """
from engine.sandbox.seccomp import CALLS, PLAYING
allowed = {CALLS[rule.call] for rule in PLAYING}
could = []
for number in {*range(600)} - {335, 336}:  # probes return by these, past all filters
    if number in allowed: continue
    try: call(number, -1, -1, -1, -1, -1, -1)
    except PermissionError: pass
    except OSError as error: could.append((number, error.errno))
    else: could.append(number)
return could
""", says="it could: []"),
)  # fmt: skip
