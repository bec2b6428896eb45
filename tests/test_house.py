"""Rules of the code base: allowed imports, and the modules that may hold queries."""

import ast
import subprocess
import sys
from collections.abc import Container, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FLOORS = ("engine", "league", "games")
LONGEST_PAGE = 400

DOORS = ("views", "api", "tasks")
QUERIES = {
    "annotate",
    "bulk_create",
    "bulk_update",
    "exclude",
    "filter",
    "get_or_create",
    "objects",
    "order_by",
    "prefetch_related",
    "select_for_update",
    "select_related",
    "update_or_create",
    "values_list",
}
QUERYING_FUNCTIONS = {"get_list_or_404", "get_object_or_404"}


def pages(*folders: str) -> list[Path]:
    """Every Python file below these folders of the project; migrations are written by Django."""
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in found if "migrations" not in path.parts]


def doors() -> list[Path]:
    """The views, API and tasks of every app, whether a page or a folder of pages."""
    return [path for path in pages("league", "games") if path.stem in DOORS or path.parent.name in DOORS]


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def is_viewset(cls: ast.ClassDef, known: Container[str]) -> bool:
    """Return whether a class derives from view sets: those of the framework, or the `known` ones of Moothill."""
    bases = [ast.unparse(base).partition("[")[0] for base in cls.bases]
    return any(base.endswith("ViewSet") or base in known for base in bases)


@cache
def viewsets_of_the_house() -> frozenset[str]:
    """Return Moothill's view sets that others derive from."""
    trees = [ast.parse(page.read_text()) for page in pages("league", "games")]
    classes = [node for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)]
    return frozenset(cls.name for cls in classes if is_viewset(cls, known=()))


def outside_viewsets(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those of view sets, which are made of a queryset."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef) and is_viewset(child, viewsets_of_the_house()):
            continue
        yield child
        yield from outside_viewsets(child)


def queries_in(tree: ast.AST) -> Iterator[str]:
    for node in outside_viewsets(tree):
        match node:
            case ast.Attribute(attr=name) if name in QUERIES:
                yield f"line {node.lineno}: .{name}"
            case ast.Call(func=ast.Name(id=name)) if name in QUERYING_FUNCTIONS:
                yield f"line {node.lineno}: {name}()"


def modules_imported(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module


def foreign(modules: Iterable[str], *home: str) -> list[str]:
    """The modules that neither Python's standard library nor the given packages bring."""
    return [
        module
        for module in modules
        if module.partition(".")[0] not in sys.stdlib_module_names
        and not any(module == name or module.startswith(f"{name}.") for name in home)
    ]


def test_the_walk_through_a_syntax_tree_finds_a_query() -> None:
    view = "def view(request):\n    return Club.objects.get()\n"
    viewset = "class Clubs(ReadOnlyModelViewSet):\n    queryset = Club.objects.all()\n"
    assert list(queries_in(ast.parse(view))) == ["line 2: .objects"]
    assert list(queries_in(ast.parse(viewset))) == []


@pytest.mark.parametrize("door", doors(), ids=named)
def test_views_api_and_tasks_hold_no_queries(door: Path) -> None:
    assert list(queries_in(ast.parse(door.read_text()))) == []


# An extra of the engine for programs that learn. `lint-imports` checks that nothing else of the project imports it.
ENVIRONMENTS = ROOT / "engine/pettingzoo.py"


@pytest.mark.parametrize(
    ("floor", "arithmetic"), [("engine", []), ("league/competition", ["numpy", "openskill", "py4swiss"])]
)
def test_the_engine_and_the_rules_of_leagues_stand_on_the_standard_library(floor: str, arithmetic: list[str]) -> None:
    home = floor.replace("/", ".")
    strangers = {
        named(page): strange
        for page in pages(floor)
        if page != ENVIRONMENTS
        and (strange := foreign(modules_imported(ast.walk(ast.parse(page.read_text()))), home, *arithmetic))
    }
    assert strangers == {}


def test_the_launcher_opens_where_nothing_is_installed() -> None:
    """Imports inside functions are allowed: they run later, when the environment exists."""
    strangers = {
        named(page): strange
        for page in [ROOT / "manage.py", *pages("league/conf/launcher")]
        if (strange := foreign(modules_imported(ast.parse(page.read_text()).body), "league.conf.launcher"))
    }
    assert strangers == {}


def test_no_page_is_longer_than_a_reader_can_bear() -> None:
    lengths = {named(page): len(page.read_text().splitlines()) for page in pages(*FLOORS, "tests")}
    assert {page: length for page, length in lengths.items() if length > LONGEST_PAGE} == {}


def test_imports_point_down() -> None:
    lint = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_logo=True))"
    kept = subprocess.run([sys.executable, "-c", lint], cwd=ROOT, capture_output=True, text=True, check=False)
    assert kept.returncode == 0, kept.stdout
