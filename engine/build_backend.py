"""Builds the wheel of the engine from this folder with the standard library alone (PEP 517, PEP 427).

`pip install ./engine` calls `build_wheel`; the site offers the same file for download. The same sources give
the same bytes on one machine. With MOOTHILL_COMPILE=1 `pip` builds a wheel for this machine that has compiled
modules beside the sources (`engine.compiler`).
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tomllib
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

_FOLDER = Path(__file__).parent
_SUFFIXES = (".py", ".json", ".md")


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:  # noqa: ARG001 - the hook's arguments
    """Write the wheel into a folder and return its file name (PEP 517)."""
    name, content = wheel(_compiled_files() if _compiles() else {})
    (Path(wheel_directory) / name).write_bytes(content)
    return name


def get_requires_for_build_wheel(config_settings: object = None) -> list[str]:  # noqa: ARG001 - the hook's argument
    """Return what the build needs (PEP 517)."""
    return ["mypy", "setuptools"] if _compiles() else []


def wheel(compiled: Mapping[str, bytes] | None = None) -> tuple[str, bytes]:
    """Return the file name and the content of the wheel; `compiled` are modules for this machine, by their paths."""
    project = tomllib.loads((_FOLDER / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    stem = f"{project['name'].replace('-', '_')}-{project['version']}"
    files = {f"engine/{path.relative_to(_FOLDER).as_posix()}": path.read_bytes() for path in _sources()}
    files |= compiled or {}
    tag = _tag_of_this_machine() if compiled else "py3-none-any"
    files |= {f"{stem}.dist-info/{name}": text.encode() for name, text in _metadata(project, tag).items()}
    files[f"{stem}.dist-info/licenses/LICENSE"] = (_FOLDER.parent / "LICENSE").read_bytes()
    record = f"{stem}.dist-info/RECORD"
    files[record] = "".join(f"{_record_line(name, content)}\n" for name, content in files.items()).encode()
    files[record] += f"{record},,\n".encode()
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)  # the time of a ZipInfo is always 1 January 1980
    return f"{stem}-{tag}.whl", packed.getvalue()


def _compiles() -> bool:
    return os.environ.get("MOOTHILL_COMPILE") == "1"


def _compiled_files() -> dict[str, bytes]:
    """Return the compiled modules by their paths. Raise RuntimeError if they cannot be compiled."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "engine.compiler", folder]
        around = {name: value for name, value in os.environ.items() if name != "MOOTHILL_ENGINE_BUILD"}
        done = subprocess.run(command, cwd=_FOLDER.parent, env=around, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr)
        build = Path(done.stdout.strip())
        return {path.relative_to(build).as_posix(): path.read_bytes() for path in sorted(build.rglob("*.*"))}


def _tag_of_this_machine() -> str:
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{version}-{version}-{platform}"


def _sources() -> list[Path]:
    """Return the modules, data and rules, without golden files."""
    files = (path for path in _FOLDER.rglob("*") if path.suffix in _SUFFIXES)
    return sorted(path for path in files if "golden" not in path.parts)


def _metadata(project: Mapping[str, Any], tag: str) -> dict[str, str]:
    scripts = "".join(f"{name} = {target}\n" for name, target in project["scripts"].items())
    extras = "".join(
        f"Provides-Extra: {extra}\n"
        + "".join(f'Requires-Dist: {package}; extra == "{extra}"\n' for package in packages)
        for extra, packages in project["optional-dependencies"].items()
    )
    return {
        "METADATA": (
            f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
            f"Summary: {project['description']}\nLicense: MIT\nRequires-Python: {project['requires-python']}\n"
            f"{extras}"
        ),
        "WHEEL": (
            "Wheel-Version: 1.0\nGenerator: moothill\n"
            f"Root-Is-Purelib: {str(tag.endswith('-any')).lower()}\nTag: {tag}\n"
        ),
        "entry_points.txt": f"[console_scripts]\n{scripts}",
    }


def _record_line(name: str, content: bytes) -> str:
    digest = urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}"
