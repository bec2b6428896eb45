"""Zips: bombs, links, names, sizes that are wrong, native code, and what their modules may do."""

import io
import stat
import struct
import zipfile
from dataclasses import replace

from tests.hostile.attack import BOTH, PLAYS, Attack, Source, file, refused

_PLAYS = b"def choose(view, legal, budget, rng): return legal[0]\n"
_READS = b"import pkgutil\npkgutil.get_data(__name__, 'data')\n" + _PLAYS
_LARGEST = 32 << 20
_LINK, _DEVICE = stat.S_IFLNK | 0o777, stat.S_IFCHR | 0o666
_FLAGS_AT = {b"PK\x03\x04": 6, b"PK\x01\x02": 8}
_METHOD_AT = {b"PK\x03\x04": 8, b"PK\x01\x02": 10}
_SIZE_AT = {b"PK\x03\x04": 22, b"PK\x01\x02": 24}
_SUM_AT = {b"PK\x03\x04": 14, b"PK\x01\x02": 16}


def zipped(members: dict[str, bytes], *, mode: int = 0, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip; `mode` is that of its last file."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for number, (name, body) in enumerate(members.items(), start=1):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = method
            entry.external_attr = mode << 16 if number == len(members) else 0
            archive.writestr(entry, body)
    return made.getvalue()


def _with(name: str, body: bytes = b"x", *, mode: int = 0) -> bytes:
    """A zip of a good bot and this file."""
    return zipped({"bot.py": _PLAYS, name: body}, mode=mode)


def _named(name: bytes) -> bytes:
    """A zip of a good bot, and a file with a name that `zipfile` would not write."""
    stand_in = "n" * len(name)
    return _with(stand_in).replace(stand_in.encode(), name)


def _changed(archive: bytes, name: bytes, places: dict[bytes, int], value: bytes) -> bytes:
    """The zip with other bytes in both headers of a file."""
    changed = bytearray(archive)
    for start, length in ((b"PK\x03\x04", 30), (b"PK\x01\x02", 46)):
        at = archive.index(name, 0)
        while archive[at - length : at - length + 4] != start:
            at = archive.index(name, at + 1)
        at += places[start] - length
        changed[at : at + len(value)] = value
    return bytes(changed)


def _overlapping(count: int) -> bytes:
    """Many names for the same compressed bytes."""
    archive = zipped({"bot.py": _PLAYS, "0000": bytes(1 << 20)})
    at, end = archive.rindex(b"PK\x01\x02"), archive.index(b"PK\x05\x06")
    record = archive[at:end]
    more = b"".join(record[:46] + b"%04d" % number for number in range(1, count))
    size = end - archive.index(b"PK\x01\x02") + len(more)
    tail = bytearray(archive[end:])
    tail[8:16] = struct.pack("<HHI", (count + 1) & 0xFFFF, (count + 1) & 0xFFFF, size)
    return archive[:end] + more + bytes(tail)


def _full() -> bytes:
    """A zip of exactly the largest size."""
    empty = len(zipped({"bot.py": _READS, "data": b""}, method=zipfile.ZIP_STORED))
    return zipped({"bot.py": _READS, "data": bytes(_LARGEST - empty)}, method=zipfile.ZIP_STORED)


def bad(name: str, source: Source, says: str, *, tiers: str = "in turn") -> Attack:
    """A zip that is refused when it is loaded, with these words in its log."""
    return file(name, "load", source, says=says, tiers=tiers)


def inside(attack: Attack) -> Attack:
    """The same from within a zip; it cannot be tried together with others."""
    return replace(attack, source=zipped({"bot.py": attack.content(), "data.txt": b"data"}), body="")


_DATA = zipped({"bot.py": _READS, "data": bytes(1 << 20)})
_NESTED = _with("inner.zip", zipped({"inner.py": b"x = 1\n"}))

ATTACKS: tuple[Attack, ...] = (
    bad("a bomb of one file", lambda: zipped({"bot.py": _PLAYS, "data": bytes((64 << 20) + 1)}),
        "the maximum is 64 MB", tiers=BOTH),
    bad("a bomb of files that overlap", _overlapping(200), "the maximum is 64 MB"),
    bad("a bomb that states a small size", _changed(_DATA, b"data", _SIZE_AT, struct.pack("<I", 9)),
        "cannot be unpacked"),
    bad("a size that is larger than the file", _changed(_DATA, b"data", _SIZE_AT, struct.pack("<I", 2 << 20)),
        "does not have the size"),
    bad("a size of four gigabytes", _changed(_DATA, b"data", _SIZE_AT, b"\xfe\xff\xff\xff"), "the maximum is 64 MB"),
    bad("a wrong sum", _changed(_DATA, b"data", _SUM_AT, bytes(4)), "cannot be unpacked"),
    bad("compressed bytes that are none", _DATA[:300] + b"\xff" * 10 + _DATA[310:], "cannot be unpacked"),
    file("a million names", "timeout memory load", lambda: _overlapping(600_000), tiers=BOTH),
    bad("too many files", _overlapping(256), "files and folders; the maximum is 256"),
    bad("zips in a zip are no modules", zipped({"bot.py": b"import inner\n", "inner.zip": _NESTED}),
        "No module named 'inner'"),
    file("a bomb of zips in a zip that it unpacks itself", "memory timeout", lambda: zipped({
        "bot.py": b"import io, pkgutil, zipfile, zlib\nkept = []\n"
                  b"packed = pkgutil.get_data(__name__, 'inner.zip')\n"
                  b"while True: kept.append(zipfile.ZipFile(io.BytesIO(packed)).read('zeros'))\n",
        "inner.zip": zipped({"zeros": bytes(16 << 20)})})),
    bad("a link", _with("data", b"/etc/passwd", mode=_LINK), "is a link or a device", tiers=BOTH),
    bad("a bot that is a link", zipped({"bot.py": b"/etc/passwd"}, mode=_LINK), "is a link or a device"),
    bad("a link to a folder above", _with("up", b"../../..", mode=_LINK), "is a link or a device"),
    bad("a device", _with("null", b"", mode=_DEVICE), "is a link or a device"),
    bad("an absolute name", _with("/tmp/hostile-mark"), "not that of a file below the top", tiers=BOTH),
    bad("a name that climbs", _with("../../tmp/hostile-mark"), "not that of a file below the top", tiers=BOTH),
    bad("a name that climbs from a folder", _with("net/../../hostile-mark"), "not that of a file below the top"),
    bad("a name with a backslash", _with("..\\hostile-mark"), "not that of a file below the top"),
    bad("a name with a drive", _with("C:/hostile-mark"), "not that of a file below the top"),
    bad("a name with a null byte", _named(b"data\0.txt"), "not that of a file below the top"),
    bad("a name that a terminal obeys", _named(b"data\x1b[2J"), "not that of a file below the top"),
    bad("an empty part of a name", _with("net//data"), "not that of a file below the top"),
    bad("a long name", _with("n" * 201), "is longer than 200 characters"),
    bad("two files of one name", _named(b"bot.py"), "two files bot.py"),
    bad("names that differ in case", _with("BOT.PY"), "look alike"),
    bad("folders that differ in case", zipped({"bot.py": _PLAYS, "net/a.py": b"", "Net/b.py": b""}), "look alike"),
    bad("names that differ in their form", zipped({"bot.py": _PLAYS, "\xe9": b"", "e\u0301": b""}), "look alike"),
    bad("a file that is a folder too", _with("bot.py/data"), "look alike"),
    bad("with a password", _changed(_DATA, b"data", _FLAGS_AT, b"\x01\x00"), "is encrypted"),
    bad("another compression", zipped({"bot.py": _PLAYS, "data": b"x"}, method=zipfile.ZIP_LZMA), "another method"),
    bad("an unknown compression", _changed(_DATA, b"data", _METHOD_AT, b"\x63\x00"), "another method"),
    bad("hides a module of the library", _with("random.py"), "hides the module random"),
    bad("hides the engine", _with("engine/core/registry.py"), "hides the module engine"),
    bad("hides numpy", _with("numpy/__init__.py"), "hides the module numpy"),
    bad("no bot", zipped({"main.py": _PLAYS}), "has no bot.py"),
    bad("cut off", _DATA[:-9], "is not a zip"),
    bad("a start alone", b"PK\x03\x04", "is not a zip"),
    bad("its directory points elsewhere", _DATA[:-6] + b"\xff\xff\xff\x7f\0\0", "cannot be unpacked"),
    bad("native code as a module", zipped({"bot.py": b"import fast\n", "fast.so": b"\x7fELF\x02\x01\x01" + bytes(57)}),
        "No module named 'fast'"),
    bad("compiled already", zipped({"bot.py": b"import fast\n", "fast.pyc": b"\xa7\r\r\n" + bytes(12)}),
        "No module named 'fast'"),
    file("one byte too long", "load", lambda: _full() + b"\0"),
    file("as long as may be", PLAYS, _full),
    file("two zips, one behind the other", "load", zipped({"main.py": b""}) + zipped({"main.py": b""})),
    inside(refused("writes beside itself", """
import engine
for path in ("bot.py", "data.txt", "/bot.py", "/packages/new.txt", engine.__path__[0] + "/bot.py"):
    try: return open(path, "w")
    except OSError as error: why = error
raise why
""", tiers=BOTH)),
    inside(refused("makes folders for what it unpacks", "return os.mkdir('unpacked'), os.mkdir('/tmp/hostile-mark')")),
    inside(refused("loads native code from the zip", "return ctypes.CDLL('data.txt')")),
    inside(refused("finds the zip on the disk", "return open('/proc/self/fd/3', 'rb'), open(__spec__.origin)")),
    inside(refused("unpacks itself", """
import zipfile
importer = __loader__
return importer._archive._zip.extractall("/tmp/hostile-mark")
""", tiers=BOTH)),
)  # fmt: skip
