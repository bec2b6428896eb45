"""Collect the translatable messages of pages, mails and responses from the code."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from django.utils.translation.template import templatize

ROOT: Final = Path(__file__).resolve().parents[3]
FLOORS: Final = ("league", "games")
SAID_BY_RULES: Final = (  # they know nothing of Django: pages translate the sentences that they find there
    "league/competition/**/*.py",
    "engine/core/game.py",
    "engine/games/*/game.py",
    "engine/games/*/score_sheet.py",
    "engine/bots/*.py",
)
CALENDAR: Final = (  # Django's, but in the middle of a sentence
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
)  # fmt: skip
SAID_BY_DJANGO: Final = (  # in forms, where its own translation is stiff
    "Ensure this value is less than or equal to %(limit_value)s.",
    "Ensure this value is greater than or equal to %(limit_value)s.",
    "Enter a valid email address.",
    "The two password fields didn\N{RIGHT SINGLE QUOTATION MARK}t match.",
)
FURTHER: Final = (
    *CALENDAR, *SAID_BY_DJANGO,
    "yes", "no", "none", "nothing", "once", "twice", "owner", "organiser", "scorer", "member",
)  # fmt: skip

_MARKS: Final = {"gettext": 1, "gettext_lazy": 1, "gettext_noop": 1, "_": 1, "ngettext": 2, "ngettext_lazy": 2}
_MARKS_IN_CONTEXT: Final = {"pgettext": 1, "pgettext_lazy": 1, "npgettext": 2, "npgettext_lazy": 2}
_IN_TEMPLATE: Final = re.compile(r"\b(_|n?p?gettext)\(((?:u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")(?:, ?)?)+)")
_SENTENCE: Final = re.compile(r"[A-Za-z].* |^[A-Z][a-z]+(-[A-Za-z][a-z]+)?$| .*[a-z]{2}", re.DOTALL)
_NO_WORDS: Final = {"TypeVar", "TypeError", "ValueError", "LookupError", "NewType", "import_module", "cast"}


class Word(NamedTuple):
    """What is translated as one: the English, its plural if it has one, and the context that tells it from others."""

    english: str
    plural: str = ""
    context: str = ""


def words_in(root: Path = ROOT) -> dict[Word, list[str]]:
    """Every word, and the files that say it, in the order of the files."""
    found: dict[Word, list[str]] = {}
    for path, words in _all(root):
        for word in words:
            places = found.setdefault(word, [])
            if path not in places:
                places.append(path)
    return found


def words_of_template(source: str) -> Iterator[Word]:
    """The words of a template, whichever tag marks them."""
    for name, said in _IN_TEMPLATE.findall(templatize(source)):
        texts = [ast.literal_eval(one) for one in re.findall(r"u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")", said)]
        if name == "_":
            texts[0] = texts[0].replace("%%", "%")
        yield _marked(texts, in_context=name in _MARKS_IN_CONTEXT)


def words_of_code(source: str) -> Iterator[Word]:
    """The words that Python code marks by one of Django's functions."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        in_context = name in _MARKS_IN_CONTEXT
        many = _MARKS_IN_CONTEXT.get(name) or _MARKS.get(name)
        texts = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if many and len(texts) >= many + in_context:
            yield _marked(texts, in_context=in_context)


def sentences_of_rules(source: str) -> Iterator[Word]:
    """The names and sentences in code that marks nothing: all its texts but those for programs."""
    tree = ast.parse(source)
    silent = {id(node) for node in _silent(tree)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(said)) if id(node) not in silent and _SENTENCE.search(said):
                yield Word(said)


def words_of_messages(source: str) -> Iterator[Word]:
    """The forms of the engine's sentences."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"Sentence", "message"}:
            forms = node.args if node.func.id == "Sentence" else node.args[:1]
            yield from (Word(str(form.value)) for form in forms if isinstance(form, ast.Constant))


def _all(root: Path) -> Iterator[tuple[str, Iterable[Word]]]:
    for path in sorted((root / "templates").rglob("*.*")):
        if path.suffix in {".html", ".txt"}:
            yield str(path.relative_to(root)), words_of_template(path.read_text(encoding="utf-8"))
    for path in sorted(path for floor in FLOORS for path in (root / floor).rglob("*.py")):
        if "migrations" not in path.parts:
            yield str(path.relative_to(root)), words_of_code(path.read_text(encoding="utf-8"))
    for path in sorted(path for wanted in SAID_BY_RULES for path in root.glob(wanted)):
        yield str(path.relative_to(root)), sentences_of_rules(path.read_text(encoding="utf-8"))
    yield "league/common/words/finding.py", map(Word, FURTHER)
    for path in sorted((root / "engine").rglob("*.py")):
        yield str(path.relative_to(root)), words_of_messages(path.read_text(encoding="utf-8"))


def _marked(texts: list[str], *, in_context: bool) -> Word:
    context = texts.pop(0) if in_context else ""
    return Word(texts[0], texts[1] if len(texts) > 1 else "", context)


def _silent(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the strings that are not messages: docstrings, f-strings, `__all__`, annotations, calls in `_NO_WORDS`."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()) | ast.JoinedStr() | ast.Assign(targets=[ast.Name(id="__all__")]):
                yield from ast.walk(node)
            case ast.Call(func=ast.Name(id=name)) if name in _NO_WORDS:
                yield from ast.walk(node)
            case ast.AnnAssign(annotation=said) | ast.arg(annotation=ast.AST() as said):
                yield from ast.walk(said)
            case ast.FunctionDef(returns=ast.AST() as said):
                yield from ast.walk(said)
