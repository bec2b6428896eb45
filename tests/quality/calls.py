"""Checks of `rules`: each function returns whether a node of a syntax tree breaks its rule."""

import ast
import re
from collections.abc import Iterator

_SECRET = re.compile(r"(^|_)(token|secret|password|passwd|key|salt|nonce)s?$", re.IGNORECASE)
_OPENS_DOORS = re.compile(r"(^|_)(token|secret|password|passwd|cookies?|session_key|authorization|headers)$")
_LOG_METHODS = frozenset({"debug", "info", "warning", "error", "exception", "critical"})
_SENT = frozenset({"GET", "POST", "FILES", "META", "headers", "COOKIES", "query_params"})
_PICKLES = frozenset({"pickle", "shelve", "dill", "cloudpickle", "jsonpickle"})
_ASKS = frozenset({"urlopen", "create_connection", "HTTPConnection", "HTTPSConnection", "SMTP", "SMTP_SSL", "FTP"})


def name_of(node: ast.AST) -> str:
    """The dotted name of what is called or read: "subprocess.run"; of a call its function's; else what there is."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name):
            return f"{name_of(value)}.{name}".lstrip(".")
        case ast.Call(func=function):
            return f"{name_of(function)}()"
    return ""


def _called(node: ast.AST) -> str:
    return name_of(node.func) if isinstance(node, ast.Call) else ""


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _first(node: ast.AST) -> ast.expr | None:
    return node.args[0] if isinstance(node, ast.Call) and node.args else None


def _keyword(node: ast.AST, name: str) -> ast.expr | None:
    found = [one.value for one in node.keywords if one.arg == name] if isinstance(node, ast.Call) else []
    return found[0] if found else None


def _is_built(node: ast.AST | None) -> bool:
    """Whether a text is put together of parts: by an f-string, `%`, `+` or `format`."""
    match node:
        case ast.JoinedStr(values=parts):
            return any(isinstance(part, ast.FormattedValue) for part in parts)
        case ast.BinOp(op=ast.Add() | ast.Mod()):
            return True
        case ast.Call(func=ast.Attribute(attr="format", value=ast.Constant() | ast.JoinedStr() | ast.Name())):
            return not all(_called(one).startswith("sql.") for one in node.args)  # psycopg's own way, which quotes
    return False


def _was_sent(node: ast.AST | None) -> bool:
    """Whether something of a request is in it, such as `request.GET`."""
    return node is not None and any(
        isinstance(one, ast.Attribute) and one.attr in _SENT and _last(name_of(one.value)) == "request"
        for one in ast.walk(node)
    )


def makes_markup(node: ast.AST) -> bool:
    """`mark_safe` and its kin, and `format_html` with words that are no constant."""
    name = _last(_called(node))
    if name in {"mark_safe", "SafeString", "SafeText", "html_safe"}:
        return True
    return name in {"format_html", "format_html_join"} and not isinstance(_first(node), ast.Constant)


def hands_a_drawing(node: ast.AST) -> bool:
    """`safe_html(...)`."""
    return _called(node) == "safe_html"


def puts_sql_together(node: ast.AST) -> bool:
    """A statement made of parts, and `extra`, whose parts are statements."""
    name = _last(_called(node))
    if name == "extra" and "objects" in _called(node):
        return True
    return name in {"execute", "executemany", "raw", "RawSQL"} and _is_built(_first(node))


def runs_text(node: ast.AST) -> bool:
    """The built-in `eval`, `exec`, `compile` and `__import__`."""
    return _called(node).removeprefix("builtins.") in {"eval", "exec", "compile", "__import__"}


def unpickles(node: ast.AST) -> bool:
    """Readers that make objects of any class."""
    if isinstance(node, ast.Import):
        return any(alias.name in _PICKLES for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return node.module in _PICKLES
    module, _dot, name = _called(node).rpartition(".")
    is_object = module in {*_PICKLES, "marshal", "yaml"} and name in {"load", "loads", "Unpickler", "unsafe_load"}
    return is_object or _called(node) == "shelve.open"


def starts_a_shell(node: ast.AST) -> bool:
    """`shell=True`, `os.system`, and commands that are one text."""
    name, shell = _called(node), _keyword(node, "shell")
    if shell is not None and not (isinstance(shell, ast.Constant) and shell.value is False):
        return True
    if name in {"os.system", "os.popen"} or _last(name) in {"create_subprocess_shell", "getoutput", "getstatusoutput"}:
        return True
    first = _first(node)
    is_text = _is_built(first) or (isinstance(first, ast.Constant) and isinstance(first.value, str))
    if isinstance(first, ast.BinOp) and any(isinstance(side, ast.List) for side in (first.left, first.right)):
        is_text = False
    return name.startswith("subprocess.") and is_text


def waits_for_ever(node: ast.AST) -> bool:
    """A question to another machine without `timeout`."""
    module, _dot, name = _called(node).rpartition(".")
    asks = name in _ASKS or (module in {"requests", "httpx"} and name in {"get", "post", "put", "request", "head"})
    return asks and _keyword(node, "timeout") is None


def takes_forms_from_elsewhere(node: ast.AST) -> bool:
    """`csrf_exempt`, as a decorator or called."""
    decorators = getattr(node, "decorator_list", [])
    return _last(_called(node)) == "csrf_exempt" or any(
        _last(name_of(part)) == "csrf_exempt" for one in decorators for part in ast.walk(one)
    )


def rolls_a_secret(node: ast.AST) -> bool:
    """A name of a secret for something that `random` made."""
    match node:
        case ast.Assign(targets=targets, value=value):
            names = [_last(name_of(target)) for target in targets]
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            names = [_last(name_of(target))]
        case ast.keyword(arg=str(name), value=value):
            names = [name]
        case _:
            return False
    rolled = any(
        name_of(one.func).startswith(("random.", "Random")) for one in ast.walk(value) if isinstance(one, ast.Call)
    )
    return rolled and any(_SECRET.search(name) for name in names)


def leads_where_it_was_told(node: ast.AST) -> bool:
    """A redirect to something that was sent."""
    name = _last(_called(node))
    return name in {"redirect", "HttpResponseRedirect", "HttpResponsePermanentRedirect"} and _was_sent(_first(node))


def opens_what_was_named(node: ast.AST) -> bool:
    """A file by a name from a request or an upload, and archives that unpack themselves."""
    name = _last(_called(node))
    if name in {"extractall", "unpack_archive"}:
        return True
    if name not in {"open", "Path", "FileResponse"} or not isinstance(node, ast.Call):
        return False
    parts = [part for argument in node.args for part in ast.walk(argument)]
    uploaded = {"upload.name", "file.name", "uploaded.name"}
    return any(_was_sent(argument) for argument in node.args) or any(name_of(part) in uploaded for part in parts)


def logs_a_secret(node: ast.AST) -> bool:
    """A line of a log, or of the console, with something that opens doors in it."""
    return isinstance(node, ast.Call) and _writes(node) and any(_OPENS_DOORS.search(name) for name in _said(node))


def _writes(node: ast.Call) -> bool:
    module, _dot, name = name_of(node.func).rpartition(".")
    is_log = _last(module) in {"log", "logger", "logging", "_log"} and name in _LOG_METHODS
    return is_log or name_of(node.func) == "print" or name_of(node.func).endswith(("stdout.write", "stderr.write"))


def _said(node: ast.Call) -> Iterator[str]:
    for argument in [*node.args, *(one.value for one in node.keywords)]:
        yield from (_last(name_of(part)) for part in ast.walk(argument) if isinstance(part, ast.Name | ast.Attribute))
