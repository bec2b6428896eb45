"""The image is built in two stages, of named parts, and runs as an ordinary account without a secret."""

import fnmatch
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from league.conf.launcher.postgres import MAJOR, wheel_binaries
from tests.docker.image import DOCKER, DOCKERFILE, ROOT, Instruction, NotADockerfile, image, stages, taken_in

BUILDERS = {"gcc", "g++", "make", "build-essential", "git", "curl", "wget", "python3-dev", "libpq-dev"}
SECRET = re.compile(r"(?i)(secret|password|token|_url|_key)\w*=")


def all_instructions() -> list[Instruction]:
    return [each for stage in stages(DOCKERFILE.read_text()) for each in stage.instructions]


@pytest.mark.parametrize(
    "text", ["RUNN ls", "FROM a\nrun ls", "RUN ls\nFROM a", "FROM a\nRUN", "FROM a\nRUN ls \\\n\nls &&\nx"]
)
def test_the_reader_refuses_what_the_builder_refuses(text: str) -> None:
    with pytest.raises(NotADockerfile):
        stages(text)


def test_there_are_two_stages_on_one_base_named_to_the_patch() -> None:
    first, second = stages(DOCKERFILE.read_text())
    assert first.base == second.base
    assert re.fullmatch(r"python:3\.11\.\d+-slim-bookworm", second.base)


def test_the_image_runs_as_an_ordinary_account_with_a_fixed_number() -> None:
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", image().last("USER").rest)
    after = image().instructions[image().instructions.index(image().last("USER")) :]
    assert not {"RUN", "COPY"} & {each.name for each in after}


def test_nothing_is_fetched_by_address_and_no_secret_is_built_in() -> None:
    assert not [each for each in all_instructions() if each.name == "ADD" or "://" in each.rest]
    assert not [each for each in all_instructions() if each.name in {"ENV", "ARG"} and SECRET.search(each.rest)]


def test_the_parts_are_those_of_the_lock_and_no_tool_for_building_stays() -> None:
    (install,) = [
        each.rest for each in all_instructions() if " install " in each.rest and "requirements.lock" in each.rest
    ]
    assert {"--require-hashes", "--only-binary", "--no-deps", "--no-cache-dir"} <= set(shlex.split(install))
    installed = {word for each in image().all("RUN") for word in shlex.split(each.rest)}
    assert "bubblewrap" in installed
    assert not BUILDERS & installed
    assert "pip" not in installed


def test_of_postgresql_stays_what_backups_need_and_it_runs(tmp_path: Path) -> None:
    (install,) = [each.rest for each in all_instructions() if "requirements.lock" in each.rest and "find " in each.rest]
    (prune,) = [each.strip() for each in install.split("&&") if each.strip().startswith("find ")]
    minor = re.findall(r"^python:(3\.\d+)", image().base)[0]
    packages = f"/opt/moothill/lib/python{minor}/site-packages"
    original = wheel_binaries().parents[1]
    for name in (original.name, f"{original.name}.libs"):
        shutil.copytree(original.with_name(name), tmp_path / name)
    assert packages in prune
    subprocess.run(shlex.split(prune.replace(packages, str(tmp_path))), check=True)
    left = {file.name for file in (tmp_path / original.name).rglob("*") if file.is_file()}
    assert left == {"__init__.py", "pg_dump", "pg_restore"}
    programs = tmp_path / original.name / f"pginstall{MAJOR}" / "bin"
    for name in ("pg_dump", "pg_restore"):
        said = subprocess.run([programs / name, "--version"], capture_output=True, text=True, check=True).stdout
        assert f" {MAJOR}." in said


def test_the_folder_of_backups_belongs_to_the_account_of_the_image() -> None:
    account, group = image().last("USER").rest.split(":")
    folder = image().environment()["MOOTHILL_BACKUPS"]
    made = f"install --directory --mode 700 --owner {account} --group {group} {folder}"
    assert any(made in each.rest for each in image().all("RUN"))


def test_packages_of_the_system_leave_no_lists_behind() -> None:
    (apt,) = [each.rest for each in image().all("RUN") if "apt-get install" in each.rest]
    assert "--no-install-recommends" in apt
    assert "rm -rf /var/lib/apt/lists/*" in apt


def test_programs_start_without_a_shell_so_that_signals_reach_them() -> None:
    assert image().last("ENTRYPOINT").rest.startswith("[")
    assert image().last("CMD").rest.startswith("[")
    assert image().last("STOPSIGNAL").rest == "SIGTERM"
    assert "docker.health" in image().last("HEALTHCHECK").rest
    assert image().environment()["PYTHONDONTWRITEBYTECODE"] == "1"


def test_what_is_copied_exists_and_is_not_kept_out() -> None:
    wanted = [source for stage in stages(DOCKERFILE.read_text()) for source, _ in taken_in(stage)]
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    let_in = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert lines[1] == "*"
    assert set(wanted) == let_in
    assert all((ROOT / source).exists() for source in wanted)


def test_no_secret_can_get_into_an_image() -> None:
    let_in = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for path in ("docker/secrets", "docker/.env", "var", ".venv", ".git", "tests"):
        assert not [pattern for pattern in let_in if fnmatch.fnmatch(path, pattern) or path.startswith(f"{pattern}/")]
    assert "/docker/secrets/" in (ROOT / ".gitignore").read_text().splitlines()


def test_the_scripts_are_run_by_a_plain_shell() -> None:
    for name in ("make-secrets", "roles.sh"):
        assert (DOCKER / name).read_text().startswith("#!/bin/sh\n")
        assert (DOCKER / name).stat().st_mode & 0o111
