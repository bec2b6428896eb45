"""Uploads: files that are no source at all, or something else besides."""

import gzip
import io
import marshal
import tarfile
import zipfile

from tests.hostile.attack import BOTH, PLAYS, Attack, file, refused

_PLAYS = b"def choose(view, legal, budget, rng): return legal[0]\n"
_LONGEST = 256 * 1024


def _zip(**members: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in members.items():
            archive.writestr(name, body)
    return made.getvalue()


def _tar(name: str, target: str) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        link = tarfile.TarInfo(name)
        link.type, link.linkname = tarfile.SYMTYPE, target
        archive.addfile(link)
    return made.getvalue()


def _long(size: int) -> bytes:
    return _PLAYS + b"#" * (size - len(_PLAYS))


ATTACKS: tuple[Attack, ...] = (
    file("a bomb of a zip", "load", _zip(a=bytes(4 << 20)), tiers=BOTH),
    file("a zip that could be run", "load", _zip(**{"__main__.py": b"while True: pass\n"})),
    file("a zip with names that climb", "load", _zip(**{"../../hostile-mark": b"x"})),
    file("a source and a zip", "load", _PLAYS + _zip(**{"__main__.py": b"while True: pass\n"}), tiers=BOTH),
    file("packed by gzip", "load", gzip.compress(_PLAYS)),
    file("a bomb of gzip", "load", gzip.compress(bytes(4 << 20))),
    file("a program of the machine", "load", b"\x7fELF\x02\x01\x01" + bytes(57)),
    file("a picture", "load", b"\x89PNG\r\n\x1a\n" + bytes(99)),
    file("a link in an archive", "load", _tar("bot.py", "/etc/passwd")),
    file("compiled already", "load", b"\xa7\r\r\n" + bytes(12) + marshal.dumps(compile(_PLAYS, "bot.py", "exec"))),
    file("a shell script", "load", b"#!/bin/sh\nexec cat /etc/passwd\n"),
    file("a script of the web", "load", b"<?php system('id'); ?>\n"),
    file("nothing at all", "load", b""),
    file("blanks", "load", b" " * 9999),
    file("one byte too long", "load", _long(_LONGEST + 1)),
    file("as long as may be", PLAYS, _long(_LONGEST), tiers=BOTH),
    file("far too long", "load", bytes(8 << 20)),
    file("one long line", "load", b"x" * _LONGEST),
    file("ends of lines of long ago", PLAYS, _PLAYS.replace(b"\n", b"\r")),
    file("noise", "load", bytes(range(128, 256)) * 99),
    refused("unpacks what it carries", f"""
import io, zipfile
zipfile.ZipFile(io.BytesIO({_zip(**{"hostile-mark": b"x"})!r})).extractall("@FOLDER@")
""", tiers=BOTH),
    refused("runs what it carries", f"""
import io, sys, zipimport
program = {b"#!/bin/sh" + bytes(9)!r}
with open("/tmp/hostile-mark", "wb") as made: made.write(program)
""", tiers=BOTH),
)  # fmt: skip
