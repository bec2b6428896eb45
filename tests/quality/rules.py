"""Rules for the code of Moothill, checked in its syntax trees and templates: `python -m tests.quality.rules`.

A rule has bad and good examples, which its test checks. Where one file may break a rule, the rule names the file and
the file says why. The exit status is 1 if anything breaks a rule.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.quality import calls

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("engine", "league", "games")


class Rule(NamedTuple):
    """A pattern in a syntax tree, the reason against it, and the files that may contain it."""

    name: str
    why: str
    breaks: Callable[[ast.AST], bool]
    bad: tuple[str, ...]
    good: tuple[str, ...]
    but_in: frozenset[str] = frozenset()


class Breach(NamedTuple):
    """A place that breaks a rule."""

    file: str
    line: int
    rule: str
    why: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.rule}: {self.why}"


def files(*names: str) -> frozenset[str]:
    """The files that may."""
    return frozenset(names)


RULES: tuple[Rule, ...] = (
    Rule(
        "markup-by-hand",
        "Text becomes a part of a page unescaped in league/common/safe_html.py alone; give a template the words.",
        calls.makes_markup,
        ("mark_safe(name)", "SafeString(f'<b>{name}</b>')", "format_html(words, name)", "format_html(f'<b>{a}</b>')"),
        ("format_html('<b>{}</b>', name)", "render_to_string('a.html', {'name': name})"),
        files("league/common/safe_html.py"),
    ),
    Rule(
        "drawing-elsewhere",
        "Only tags of templates and makers of drawings hand a drawing to a page.",
        calls.hands_a_drawing,
        ("safe_html(name)", "safe_html('<b>' + name)"),
        ("unsafe_html(name)", "field.safe_html(names)"),
        files(
            "league/common/safe_html.py",
            "league/common/guides.py",
            "league/common/cached_responses.py",
            "league/common/templatetags/design.py",
            "league/common/templatetags/pieces.py",
            "league/common/phone_links.py",
            "league/results/templatetags/sheets.py",
            "league/tournaments/templatetags/cached_parts.py",
            "games/matches/showcase.py",  # what a template made, from the cache
        ),
    ),
    Rule(
        "sql-put-together",
        "Values go to the database beside the statement, not within it.",
        calls.puts_sql_together,
        (
            "cursor.execute(f'SELECT {name}')",
            "cursor.execute('SELECT %s' % name)",
            "cursor.execute('SELECT ' + name)",
            "Club.objects.raw('SELECT {}'.format(name))",
            "cursor.execute(drop.format(name))",
            "RawSQL(f'{name}', [])",
            "Club.objects.extra(where=[name])",
        ),
        (
            "cursor.execute('SELECT %s', [name])",
            "cursor.execute(LOCK, [name])",
            "pipeline.execute()",
            "a.execute(drop.format(sql.Identifier(b)))",
        ),
    ),
    Rule(
        "text-run-as-code",
        "What somebody sent never runs: parse it.",
        calls.runs_text,
        ("eval(words)", "exec(source, {})", "compile(source, 'a', 'exec')", "__import__(name)", "builtins.eval(a)"),
        ("re.compile(words)", "broker().eval(SCRIPT, 1, key)", "ast.literal_eval(words)"),
        files("engine/sandbox/session.py", "engine/core/state_fields.py"),
    ),
    Rule(
        "objects-from-bytes",
        "These readers make any object of bytes; use JSON.",
        calls.unpickles,
        ("pickle.loads(body)", "marshal.load(file)", "yaml.load(text)", "shelve.open(name)", "import pickle"),
        ("json.loads(body)", "yaml.safe_load(text)", "marshal.dumps(view)"),
        files("engine/sandbox/wire.py"),
    ),
    Rule(
        "shell",
        "A program is started by the list of its words, never through a shell.",
        calls.starts_a_shell,
        (
            "subprocess.run('ls ' + name)",
            "subprocess.run(['ls'], shell=True)",
            "os.system('ls')",
            "os.popen(name)",
            "subprocess.Popen(f'ls {name}')",
            "asyncio.create_subprocess_shell(name)",
        ),
        ("subprocess.run(['ls', name])", "subprocess.run(command, check=True)", "os.execv(path, words)"),
    ),
    Rule(
        "no-end-of-waiting",
        "Who asks another machine says how long to wait.",
        calls.waits_for_ever,
        (
            "requests.get(address)",
            "urlopen(address)",
            "socket.create_connection(place)",
            "HTTPConnection(host, port)",
            "smtplib.SMTP(host)",
        ),
        ("requests.get(address, timeout=3)", "urlopen(a, timeout=3)", "socket.create_connection(place, timeout=1)"),
        files("league/integrations/webhook_requests.py"),  # it opens the line itself, with its own limits
    ),
    Rule(
        "form-without-mark",
        "A form of a browser carries its mark; tests/security/test_csrf.py names who needs none.",
        calls.takes_forms_from_elsewhere,
        (
            "@csrf_exempt\ndef view(request): ...",
            "view = csrf_exempt(view)",
            "@method_decorator(csrf_exempt)\nclass A: ...",
        ),
        ("@csrf_protect\ndef view(request): ...",),
        files("league/accounts/views/account.py"),
    ),
    Rule(
        "dice-for-secrets",
        "Secrets come from `secrets`; what `random` rolls can be guessed.",
        calls.rolls_a_secret,
        ("token = random.choice(LETTERS)", "self.secret = Random(1).randbytes(32)", "make(key=random.random())"),
        ("token = secrets.token_urlsafe(32)", "luck = Random(seed)", "card = rng.choice(cards)"),
    ),
    Rule(
        "led-anywhere",
        "An address that was sent may lead elsewhere; `league.accounts.views.sign_in.safe_next` looks at it first.",
        calls.leads_where_it_was_told,
        (
            "redirect(request.GET['next'])",
            "redirect(request.POST.get('next', '/'))",
            "HttpResponseRedirect(request.headers['Referer'])",
            "redirect(request.META.get('HTTP_REFERER'))",
        ),
        ("redirect(safe_next(request))", "redirect('clubs:club', club.slug)"),
    ),
    Rule(
        "file-by-its-sent-name",
        "What was sent names no file of ours.",
        calls.opens_what_was_named,
        (
            "open(request.GET['file'])",
            "Path(request.POST['name']).read_text()",
            "open(FOLDER / upload.name)",
            "archive.extractall(folder)",
            "shutil.unpack_archive(name)",
        ),
        ("open(FOLDER / 'rules.md')", "Path(__file__).parent", "archive.open(entry)"),
    ),
    Rule(
        "secret-in-a-log",
        "Logs are read by many; write who it was about, never what opens a door.",
        calls.logs_a_secret,
        (
            "log.info('made', token=token)",
            "log.warning('wrong', said=password)",
            "print(secret)",
            "log.info(f'made {secret}')",
            "logger.debug('sent', head=request.headers)",
        ),
        ("log.info('made', account=account.public_id)", "log.info('a token was made')"),
        files("league/accounts/management/commands/ownerlink.py"),
    ),
)

_UNESCAPED = re.compile(r"\|\s*safe(seq)?\b|{%-?\s*autoescape\s+off")


def breaches_in(source: str, file: str, rules: tuple[Rule, ...] = RULES) -> Iterator[Breach]:
    """Every place of a Python file that breaks a rule which does not name the file."""
    kept = [rule for rule in rules if file not in rule.but_in]
    for node in ast.walk(ast.parse(source)):
        yield from (Breach(file, getattr(node, "lineno", 0), rule.name, rule.why) for rule in kept if rule.breaks(node))


def unescaped_in(source: str, file: str) -> Iterator[Breach]:
    """Every line of a template that lets words in as they are; a mail of plain text does."""
    if file.endswith(".txt"):
        return
    for number, line in enumerate(source.splitlines(), start=1):
        if _UNESCAPED.search(line):
            yield Breach(
                file, number, "unescaped-template", "Pages escape every word; only mails of plain text do not."
            )


def breaches(root: Path = ROOT) -> Iterator[Breach]:
    """Every breach in the project."""
    pages = [root / "manage.py", *(page for folder in FOLDERS for page in sorted((root / folder).rglob("*.py")))]
    for page in pages:
        yield from breaches_in(page.read_text(), str(page.relative_to(root)))
    for template in sorted((root / "templates").rglob("*.*")):
        yield from unescaped_in(template.read_text(), str(template.relative_to(root)))


def main() -> int:
    """Print every breach; return how the step ended."""
    found = list(breaches())
    print(*found, sep="\n") if found else print(f"{len(RULES) + 1} rules hold.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
