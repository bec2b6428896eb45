"""Translation catalogues: collect the messages of the code, keep them in `locale`, compile them for Django.

`python3 -m league.common.words` brings every catalogue up to date: messages that are gone are removed, new ones come
without a translation. With `--missing` those without one are listed, and nothing is written; the exit status says
whether there are any. CONTRIBUTING.md says how to translate a message. GNU gettext is not needed.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import polib
from django.utils.translation.template import templatize

from engine.core.messages import event_sentence, move_sentence

ROOT: Final = Path(__file__).resolve().parents[2]
LOCALES: Final = ROOT / "locale"
PLURALS: Final = {"pt_BR": "nplurals=2; plural=(n != 1);"}
APPS: Final = ("league", "games")
UNMARKED: Final = (  # of pure Python, whose strings pages translate
    "league/competition/**/*.py",
    "engine/games/*/game.py",
    "engine/games/*/score_sheet.py",
    "engine/bots/*.py",
)
CALENDAR: Final = (  # Django's, but in the middle of a sentence
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
)  # fmt: skip
OF_DJANGO: Final = (  # in forms, where its own translation is stiff
    "Ensure this value is less than or equal to %(limit_value)s.",
    "Ensure this value is greater than or equal to %(limit_value)s.",
    "Enter a valid email address.",
    "The two password fields didn\N{RIGHT SINGLE QUOTATION MARK}t match.",
)
FURTHER: Final = (
    *CALENDAR, *OF_DJANGO,
    "yes", "no", "none", "nothing", "once", "twice", "owner", "organiser", "scorer", "member",
)  # fmt: skip

_SENTENCES: Final = {"event_sentence": event_sentence, "move_sentence": move_sentence}
_MARKS: Final = {"gettext": 1, "gettext_lazy": 1, "gettext_noop": 1, "_": 1, "ngettext": 2, "ngettext_lazy": 2}
_MARKS_IN_CONTEXT: Final = {"pgettext": 1, "pgettext_lazy": 1, "npgettext": 2, "npgettext_lazy": 2}
_IN_TEMPLATE: Final = re.compile(r"\b(_|n?p?gettext)\(((?:u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")(?:, ?)?)+)")
_LITERAL: Final = re.compile(r"u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")")
_SENTENCE: Final = re.compile(r"[A-Za-z].* |^[A-Z][a-z]+(-[A-Za-z][a-z]+)?$| .*[a-z]{2}", re.DOTALL)
_NO_MESSAGES: Final = {"TypeVar", "TypeError", "ValueError", "LookupError", "NewType", "import_module", "cast"}
_PLACEHOLDER: Final = re.compile(r"%\((\w+)\)[sd]|%[sd]|\{(\w*)\}")


class Message(NamedTuple):
    """A message: the English text, its plural and its context, each "" if there is none."""

    english: str
    plural: str = ""
    context: str = ""


def messages_in(root: Path = ROOT) -> dict[Message, list[str]]:
    """Return every message with the paths of the files that have it, in the order of the files."""
    found: dict[Message, list[str]] = {}
    for path, messages in _all(root):
        for message in messages:
            places = found.setdefault(message, [])
            if path not in places:
                places.append(path)
    return found


def messages_of_template(source: str) -> Iterator[Message]:
    """Yield the messages of a template, whichever tag marks them."""
    for name, argument in _IN_TEMPLATE.findall(templatize(source)):
        texts = [ast.literal_eval(literal) for literal in _LITERAL.findall(argument)]
        if name == "_":
            texts[0] = texts[0].replace("%%", "%")
        yield _message_of_call(texts, in_context=name in _MARKS_IN_CONTEXT)


def messages_of_code(source: str) -> Iterator[Message]:
    """Yield the messages that Python code marks by one of Django's functions."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        in_context = name in _MARKS_IN_CONTEXT
        many = _MARKS_IN_CONTEXT.get(name) or _MARKS.get(name)
        constants = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
        texts = [value for value in constants if isinstance(value, str)]
        if many and len(texts) >= many + in_context:
            yield _message_of_call(texts, in_context=in_context)


def sentences_of_rules(source: str) -> Iterator[Message]:
    """Yield the messages of code that marks none: all strings but those that `_not_messages` yields."""
    tree = ast.parse(source)
    excluded = {id(node) for node in _not_messages(tree)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in excluded and _SENTENCE.search(text):
                yield Message(text)


def messages_of_engine(source: str) -> Iterator[Message]:
    """Yield the forms of the engine's sentences."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="Sentence"), args=forms):
                yield from (Message(str(form.value)) for form in forms if isinstance(form, ast.Constant))
            case ast.Call(func=ast.Name(id="message"), args=[ast.Constant(value=str(text)), *_]):
                yield Message(text)
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(text))]) if name in _SENTENCES:
                sentence = _SENTENCES[name](text)
                yield from map(Message, filter(None, (sentence.named, sentence.you, sentence.button)))


def _all(root: Path) -> Iterator[tuple[str, Iterable[Message]]]:
    for path in sorted((root / "templates").rglob("*.*")):
        if path.suffix in {".html", ".svg", ".txt"}:
            yield str(path.relative_to(root)), messages_of_template(path.read_text(encoding="utf-8"))
    for path in sorted(path for app in APPS for path in (root / app).rglob("*.py")):
        if "migrations" not in path.parts:
            yield str(path.relative_to(root)), messages_of_code(path.read_text(encoding="utf-8"))
    for path in sorted(path for wanted in UNMARKED for path in root.glob(wanted)):
        yield str(path.relative_to(root)), sentences_of_rules(path.read_text(encoding="utf-8"))
    yield "league/common/words.py", map(Message, FURTHER)
    for path in sorted((root / "engine").rglob("*.py")):
        yield str(path.relative_to(root)), messages_of_engine(path.read_text(encoding="utf-8"))


def _message_of_call(texts: list[str], *, in_context: bool) -> Message:
    context = texts.pop(0) if in_context else ""
    return Message(texts[0], texts[1] if len(texts) > 1 else "", context)


def _not_messages(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield nodes without messages: docstrings, f-strings, `__all__`, annotations, and calls in `_NO_MESSAGES`."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()) | ast.JoinedStr() | ast.Assign(targets=[ast.Name(id="__all__")]):
                yield from ast.walk(node)
            case ast.Call(func=ast.Name(id=name)) if name in _NO_MESSAGES:
                yield from ast.walk(node)
            case ast.AnnAssign(annotation=kind) | ast.arg(annotation=ast.AST() as kind):
                yield from ast.walk(kind)
            case ast.FunctionDef(returns=ast.AST() as kind):
                yield from ast.walk(kind)


Translations = Mapping[Message, tuple[str, ...]]  # one form, or one for each number; empty ones are missing


def path_of(language: str, kind: str = "po") -> Path:
    """Return the path of the catalogue of a language."""
    return LOCALES / language / "LC_MESSAGES" / f"django.{kind}"


def read(text: str) -> dict[Message, tuple[str, ...]]:
    """Return the translations of a catalogue's text."""
    return {
        Message(entry.msgid, entry.msgid_plural, entry.msgctxt or ""): tuple(entry.msgstr_plural.values())
        or (entry.msgstr,)
        for entry in polib.pofile(text)
    }


def write(language: str, messages: Mapping[Message, list[str]], known: Translations) -> str:
    """Return the text of a catalogue of these messages in their order, with the known translations."""
    return f"{_catalogue(language, messages, known)}\n"


def compiled(language: str, translations: Translations) -> bytes:
    """Return the catalogue as Django reads it; messages without a translation are left out."""
    return _catalogue(language, {message: [] for message in sorted(translations)}, translations).to_binary()


def missing(messages: Iterable[Message], known: Translations) -> list[Message]:
    """Return the messages without a translation."""
    return [message for message in messages if not all(known.get(message) or ("",))]


def with_other_placeholders(known: Translations) -> list[Message]:
    """Return the messages whose translation has other placeholders than the English."""
    return [message for message, forms in known.items() if all(forms) and not _fits(message, forms)]


def _fits(message: Message, forms: tuple[str, ...]) -> bool:
    found = [_placeholders(text) for text in (message.english, message.plural) if text]
    if not message.plural:
        return _placeholders(forms[0]) == found[0]
    every = found[0] | found[1]
    return len(forms) == 2 and _placeholders(forms[1]) == found[1] and _placeholders(forms[0]) <= every


def _placeholders(text: str) -> set[str]:
    return {matched[0] for matched in _PLACEHOLDER.finditer(text.replace("%%", ""))}


def _catalogue(language: str, messages: Mapping[Message, list[str]], known: Translations) -> polib.POFile:
    catalogue = polib.POFile(wrapwidth=0)
    catalogue.metadata = {
        "Project-Id-Version": "Moothill",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[language],
    }
    for message, places in messages.items():
        forms = known.get(message) or ("",) * (2 if message.plural else 1)
        entry = polib.POEntry(
            msgid=message.english,
            msgctxt=message.context or None,
            msgid_plural=message.plural,
            msgstr="" if message.plural else forms[0],
            msgstr_plural=dict(enumerate(forms)) if message.plural else {},
            occurrences=[(place, "") for place in places[:3]],
        )
        catalogue.append(entry)
    return catalogue


def main(arguments: list[str]) -> int:
    """Update the catalogue of each language, or with `--missing` list the messages without a translation."""
    messages, lacking = messages_in(), 0
    for language in sorted(folder.name for folder in LOCALES.iterdir()):
        known = read(path_of(language).read_text(encoding="utf-8"))
        without, differing = missing(messages, known), with_other_placeholders(known)
        lacking += len(without) + len(differing)
        for message in without if "--missing" in arguments else ():
            sys.stdout.write(f"{messages[message][0]}: {message.english!r}\n")
        for message in differing:
            sys.stdout.write(f"other placeholders than in English: {message.english!r}\n")
        sys.stdout.write(f"{language}: {len(messages)} messages, {len(without)} without a translation\n")
        if "--missing" not in arguments:
            path_of(language).write_text(write(language, messages, known), encoding="utf-8")
            translated = {message: known[message] for message in messages if message in known}
            path_of(language, "mo").write_bytes(compiled(language, translated))
    return 1 if "--missing" in arguments and lacking else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
