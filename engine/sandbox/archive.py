"""A bot's zip: checked and read in memory, in the process of the bot. Nothing is unpacked to a disk.

The server unpacks nothing. It reads the list of files at the end of a zip, up to a fixed number of bytes
(`list_files`). Whatever else a hostile one costs, the limits of the process bound.
"""

from __future__ import annotations

import stat
import sys
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import SourceLoader
from importlib.machinery import ModuleSpec
from io import BytesIO
from typing import Final

from engine.core.messages import Message, message
from engine.sandbox.limits import KB, LARGEST_UNPACKED, LONGEST_FILE_NAME, MB, MOST_FILES
from engine.sandbox.paths import PACKAGES

MAIN: Final = "bot.py"
LIST_BYTES: Final = 256 * KB  # of the end of a zip: the list of the most files, with names as long as they may be
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED: Final = 0x1 | 0x40 | 0x2000  # of the flags: with a password, strongly, names too (APPNOTE 4.4.4)
_KINDS: Final = (0, stat.S_IFREG, stat.S_IFDIR)  # an entry made on Windows states none
_TAKEN: Final = sys.stdlib_module_names | {"engine", *PACKAGES}
_END: Final = b"PK\x05\x06"  # of the record at the end of every zip
_OF_A_MAC: Final = ("__MACOSX/", ".DS_Store")  # what its Finder adds


class ArchiveRefused(Exception):
    """The zip is not one that a bot may have; the message is for its author."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.message = why


def list_files(end: bytes) -> dict[str, int]:
    """Return the sizes of a bot's files by their names, from the last `LIST_BYTES` of its zip. Nothing is unpacked.

    Raise ArchiveRefused for what a bot may not have, as far as the list shows it.
    """
    return {name: entry.file_size for name, entry in _files_of(_opened(end)).items()}


class Archive:
    """The files of a zip, by their names in it. Raise ArchiveRefused."""

    def __init__(self, content: bytes) -> None:
        self._zip = _opened(content)
        self._files = _files_of(self._zip)

    def __contains__(self, name: object) -> bool:
        return name in self._files

    def file_at(self, path: str) -> str:
        """Return the longest name of a file with which a path ends; "" if there is none."""
        return max((name for name in self._files if f"/{path}".endswith(f"/{name}")), key=len, default="")

    def has_modules_in(self, folder: str) -> bool:
        """Return whether a folder has Python files, at any depth."""
        return any(name.startswith(f"{folder}/") and name.endswith(".py") for name in self._files)

    def read(self, name: str) -> bytes:
        """Return the content of a file. Raise FileNotFoundError, or ArchiveRefused where its size or sum is wrong."""
        entry = self._files.get(name)
        if entry is None:
            raise FileNotFoundError(f"The zip has no file {name}.")
        try:
            with self._zip.open(entry) as file:
                content = file.read(entry.file_size + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError) as error:
            raise ArchiveRefused(
                message("The file {name} cannot be unpacked: {cause}", name=name, cause=str(error))
            ) from error
        if len(content) != entry.file_size:
            raise ArchiveRefused(message("The file {name} does not have the size that the zip states.", name=name))
        return content


class ArchiveImporter(SourceLoader):
    """Imports the modules of a zip. Their `__file__` is the name in the zip, and `pkgutil.get_data` reads its files."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def find_spec(self, fullname: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """Return the specification of a module, a package, or a folder with modules; None if there is none."""
        place = fullname.replace(".", "/")
        for file, is_package in ((f"{place}/__init__.py", True), (f"{place}.py", False)):
            if file in self._archive:
                spec = ModuleSpec(fullname, self, origin=file, is_package=is_package)
                spec.has_location = True
                break
        else:
            if not self._archive.has_modules_in(place):
                return None
            spec = ModuleSpec(fullname, None, is_package=True)
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(place)
        return spec

    def advice_on(self, path: str) -> str:
        """Return how to read the file of the zip that a bot could not open by this path; "" if there is none."""
        if not (name := self._archive.file_at(path)):
            return ""
        return (
            f"{name} is in the zip, which is not unpacked. Read it by pkgutil.get_data('bot', {name!r}), not by open.\n"
        )

    def get_filename(self, fullname: str) -> str:
        """Return the file of a module. Raise ImportError."""
        spec = self.find_spec(fullname)
        if spec is None or spec.origin is None:
            raise ImportError(f"The zip has no module {fullname}.", name=fullname)
        return spec.origin

    def get_data(self, path: str | bytes) -> bytes:
        """Return the content of a file, by its name in the zip. Raise OSError if there is none, or ArchiveRefused."""
        return self._archive.read(str(path))


def _opened(content: bytes) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(BytesIO(content))
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError) as error:
        if content.rfind(_END) >= 0 and len(content) == LIST_BYTES:
            raise ArchiveRefused(message(
                "The list of files in the zip has more than {most} KB. Leave out files and comments.",
                most=LIST_BYTES // KB,
            )) from error  # fmt: skip
        raise ArchiveRefused(message("The file is not a zip: {cause} Make it again.", cause=f"{error}.")) from error


def _files_of(archive: zipfile.ZipFile) -> Mapping[str, zipfile.ZipInfo]:
    entries = archive.infolist()
    _check_all(entries)
    files = _below_one_folder({
        entry.filename: entry for entry in entries if not entry.is_dir() and not _is_of_a_mac(entry.filename)
    })  # fmt: skip
    if MAIN not in files:
        raise ArchiveRefused(message("The zip has no {name}. Put it at the top of the zip.", name=MAIN))
    _check_modules(files)
    return files


def _is_of_a_mac(name: str) -> bool:
    return name.startswith(_OF_A_MAC[0]) or name.endswith(_OF_A_MAC[1])


def _below_one_folder(files: Mapping[str, zipfile.ZipInfo]) -> Mapping[str, zipfile.ZipInfo]:
    """Return the files by their names below the only folder at the top, if the bot is in it."""
    top = next(iter(files), "").partition("/")[0]
    if f"{top}/{MAIN}" in files and all(name.startswith(f"{top}/") for name in files):
        return {name.removeprefix(f"{top}/"): entry for name, entry in files.items()}
    return files


def _check_all(entries: Sequence[zipfile.ZipInfo]) -> None:
    """Raise ArchiveRefused for too many or too large files, and for an entry that is not plainly one file or folder."""
    if len(entries) > MOST_FILES:
        raise ArchiveRefused(
            message(
                "The zip has {number} files and folders; the maximum is {most}. Leave out what the bot does not need.",
                number=f"{len(entries):,}",
                most=MOST_FILES,
            )
        )
    total = sum(entry.file_size for entry in entries)
    if total > LARGEST_UNPACKED:
        raise ArchiveRefused(
            message(
                "Unpacked, the files have {number} bytes; the maximum is {most} MB. Leave out files or shorten them.",
                number=f"{total:,}",
                most=LARGEST_UNPACKED // MB,
            )
        )
    seen: dict[str, tuple[str, bool]] = {}
    for entry in entries:
        _check_entry(entry)
        _check_name(entry.orig_filename)
        for place, is_file in _places(entry):
            known = seen.setdefault(_folded(place), (place, is_file))
            if known != (place, is_file):
                raise ArchiveRefused(
                    message(
                        "Two names in the zip look alike: {one} and {other}. Rename one of them.",
                        one=known[0],
                        other=place,
                    )
                )
        if not entry.is_dir():
            _count_once(entry.filename, seen)


def _count_once(name: str, seen: dict[str, tuple[str, bool]]) -> None:
    """Raise ArchiveRefused for the second file of this name."""
    key = f"{_folded(name)}/"  # no name of a place ends so
    if key in seen:
        raise ArchiveRefused(message("The zip has two files {name}. Leave one out.", name=name))
    seen[key] = (name, True)


def _places(entry: zipfile.ZipInfo) -> Iterator[tuple[str, bool]]:
    """Yield each folder of an entry, and the entry itself; with each whether it is a file."""
    parts = entry.filename.removesuffix("/").split("/")
    for count in range(1, len(parts)):
        yield "/".join(parts[:count]), False
    yield "/".join(parts), not entry.is_dir()


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name.casefold())


def _check_entry(entry: zipfile.ZipInfo) -> None:
    name = ascii(entry.orig_filename)
    if stat.S_IFMT(entry.external_attr >> 16) not in _KINDS:
        raise ArchiveRefused(
            message("The entry {name} is a link or a device. A zip may have only files and folders.", name=name)
        )
    if entry.flag_bits & _ENCRYPTED:
        raise ArchiveRefused(message("The file {name} is encrypted. Make the zip without a password.", name=name))
    if entry.compress_type not in _METHODS:
        raise ArchiveRefused(
            message("The file {name} is compressed by another method than deflate. Use deflate.", name=name)
        )


def _check_name(name: str) -> None:
    parts = name.removesuffix("/").split("/")
    if len(name) > LONGEST_FILE_NAME:
        raise ArchiveRefused(
            message(
                "The name {name}… is longer than {most} characters. Shorten it.",
                name=ascii(name[:40]),
                most=LONGEST_FILE_NAME,
            )
        )
    if not name.isprintable() or "\\" in name or ":" in name or any(part in {"", ".", ".."} for part in parts):
        raise ArchiveRefused(
            message("The name {name} is not that of a file below the top of the zip. Rename it.", name=ascii(name))
        )


def _check_modules(files: Mapping[str, zipfile.ZipInfo]) -> None:
    """Raise ArchiveRefused for a module that would hide one of the standard library, of the engine or of numpy."""
    for name in files:
        top = name.partition("/")[0].removesuffix(".py")
        if name.endswith(".py") and top in _TAKEN:
            raise ArchiveRefused(
                message("The file {name} hides the module {module}. Rename it.", name=name, module=top)
            )
