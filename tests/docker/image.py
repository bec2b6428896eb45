"""Reads the Dockerfile and the compose file as the engine would, as far as tests need it."""

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
DOCKER = ROOT / "docker"
DOCKERFILE = DOCKER / "Dockerfile"
COMPOSE = DOCKER / "compose.yaml"
HOST = "moothill.example.org"

INSTRUCTIONS = {
    *("ADD", "ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "LABEL", "ONBUILD", "RUN"),
    *("SHELL", "STOPSIGNAL", "USER", "VOLUME", "WORKDIR"),
}


class NotADockerfile(ValueError):
    """A line that the builder would refuse."""


@dataclass(frozen=True)
class Instruction:
    """One instruction, its lines joined."""

    name: str
    rest: str

    @property
    def words(self) -> list[str]:
        """The arguments of the instruction, including flags such as `--from=parts`."""
        return json.loads(self.rest) if self.rest.startswith("[") else self.rest.split()


@dataclass
class Stage:
    """The instructions from one FROM to the next."""

    base: str
    name: str
    instructions: list[Instruction] = field(default_factory=list)

    def all(self, name: str) -> list[Instruction]:
        """Its instructions of a kind."""
        return [each for each in self.instructions if each.name == name]

    def last(self, name: str) -> Instruction:
        """The one of a kind that counts."""
        return self.all(name)[-1]

    def environment(self) -> dict[str, str]:
        """Return the variables that the ENV lines set."""
        return dict(word.split("=", 1) for each in self.all("ENV") for word in each.words)


def instructions(text: str) -> Iterator[Instruction]:
    """The instructions of a Dockerfile. Raise NotADockerfile."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    for whole in re.sub(r"\\\n", " ", "\n".join(lines)).splitlines():
        name, _, rest = whole.strip().partition(" ")
        if name not in INSTRUCTIONS or not rest.strip():
            raise NotADockerfile(whole)
        yield Instruction(name, " ".join(rest.split()))


def stages(text: str) -> list[Stage]:
    """The stages of a Dockerfile, the one that becomes the image last. Raise NotADockerfile."""
    found: list[Stage] = []
    for each in instructions(text):
        if each.name == "FROM":
            base, *alias = each.words
            found.append(Stage(base, alias[1] if alias else ""))
        elif found:
            found[-1].instructions.append(each)
        elif each.name != "ARG":
            raise NotADockerfile(f"{each.name} before FROM")
    return found


def image() -> Stage:
    """Return the last stage of the Dockerfile."""
    return stages(DOCKERFILE.read_text())[-1]


def taken_in(stage: Stage) -> Iterator[tuple[str, str]]:
    """Yield the source and target of each path that a stage copies from the project's folder."""
    for each in stage.all("COPY"):
        if not each.rest.startswith("--from="):
            *sources, target = each.words
            yield from ((source, target) for source in sources)


def unpack(target: Path) -> None:
    """Copy the files of the image, and no others, into a folder, including compiled files."""
    for source, to in taken_in(image()):
        path = ROOT / source
        if path.is_dir():
            shutil.copytree(path, target / to, ignore=shutil.ignore_patterns("plots", "screenshots"))
        else:
            place = target / to / path.name if to.endswith("/") else target / to
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, place)


def compose() -> dict[str, Any]:
    """The compose file, its variables filled in for a place of the tests."""
    return filled(yaml.safe_load(COMPOSE.read_text()))  # type: ignore[no-any-return]  # its top is a mapping


def filled(part: Any) -> Any:
    """The same with `${NAME:-default}` as compose reads it, where only the host is set."""
    if isinstance(part, dict):
        return {name: filled(value) for name, value in part.items()}
    if isinstance(part, list):
        return [filled(each) for each in part]
    if isinstance(part, str):
        return re.sub(r"\$\{(\w+)(?::[-?]([^}]*))?\}", _value, part).replace("$$", "$")
    return part


def _value(found: re.Match[str]) -> str:
    return HOST if found[1] == "MOOTHILL_HOST" else found[2] or ""


def services() -> Mapping[str, dict[str, Any]]:
    """The services of the compose file."""
    return compose()["services"]  # type: ignore[no-any-return]  # a mapping of mappings


def of_moothill() -> Mapping[str, dict[str, Any]]:
    """Those that run our image."""
    return {name: service for name, service in services().items() if service["image"] == "moothill"}
