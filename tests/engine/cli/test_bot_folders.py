"""A bot's folder and zip on the command line: played, checked and compared as a file is."""

from pathlib import Path
from shutil import make_archive

import pytest

from tests.engine.cli.test_bot_files import WANDERING, bot, said

__all__ = ["bot"]  # a fixture

pytestmark = pytest.mark.slow

FILES = {
    "bot.py": "import pkgutil\nfrom net import best\ndef choose(view, legal, budget, rng):\n"
    "    assert pkgutil.get_data(__name__, 'net/weights.bin') == b'1234'\n    return best(legal, rng)\n",
    "net/__init__.py": "def best(legal, rng):\n    return rng.choice(legal)\n",
    "net/weights.bin": "1234",
    "net/__pycache__/net.pyc": "compiled",
    ".git/config": "hidden",
}


@pytest.fixture
def folder(bot: Path) -> Path:
    """The folder of a bot with a package and a data file."""
    folder = bot.with_name("folder")
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    return folder


def test_a_folder_and_its_zip_play_as_the_file_that_chooses_alike(
    bot: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_archive(str(folder), "zip", folder)
    bot.write_text(WANDERING)
    games = {
        name: said(capsys, "play", "kings-kilt", "--seats", f"{seat},courtier", "--seed", "3")[:2]
        for name, seat in {"mybot": bot, "folder": folder, "zip": "folder.zip", "here": f"{folder}/."}.items()
    }
    assert games["mybot"][0] == 0
    assert games["folder"] == games["zip"] == games["here"]
    assert games["folder"][1].replace("folder", "mybot") == games["mybot"][1]


def test_a_folder_is_checked_and_compared(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, "check", folder, "--game", "kings-kilt")
    assert status == 0
    assert "folder passed the check." in out
    command = ("compare", "kings-kilt", folder, "wanderer", "--deals", "1", "--jobs", "1", "--save", "kept")
    assert said(capsys, *command)[0] == 0
    assert said(capsys, *command)[0] == 0  # the same zip as before
    (folder / "net" / "weights.bin").write_text("12345")
    status, _, err = said(capsys, *command)
    assert status != 0
    assert "not the file of this comparison" in err


def test_a_folder_without_a_slash_is_not_taken_for_a_built_in_bot_but_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, err = said(capsys, "compare", "kings-kilt", folder.name, "wanderer")
    assert status == 1
    assert "write ./folder." in err
    Path("wanderer").mkdir()
    assert said(capsys, "compare", "kings-kilt", "courtier", "wanderer", "--deals", "1", "--jobs", "1")[0] == 0


def test_a_folder_with_too_many_files_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(256):
        (folder / f"{number}.txt").touch()
    status, _, err = said(capsys, "check", folder)
    assert status != 0
    assert "more than 256 files" in err


def test_a_zip_that_hides_a_module_says_so(bot: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "random.py").touch()
    status, out, _ = said(capsys, "check", folder)
    assert status == 1
    assert "random.py hides the module random. Rename it." in out
