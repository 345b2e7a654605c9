"""The script of a zygote's lane, before any fork: compiled, its harmless modules imported, the interpreter set up as plain Python would be.

Nothing of the skill's own runs here: what may run ahead of a call does so in zygote_template. `python -c <the zygote_*.py> <settings> <script> <arguments...>` is started in the
script's folder, environment and sandbox.
"""

import os
import sys

SETTINGS = dict(pair.split("=", 1) for pair in sys.argv[1].split("\x1e") if pair)
SCRIPT, ARGUMENTS = sys.argv[2], sys.argv[3:]

# Standard modules without threads, sockets, secrets or state of their own at import.
HARMLESS = frozenset(
    """abc argparse array ast asyncio base64 binascii bisect bz2 calendar cmath codecs collections concurrent configparser
    contextlib contextvars copy csv dataclasses datetime decimal difflib email enum errno fnmatch fractions functools
    getpass gettext glob graphlib gzip hashlib heapq hmac html http importlib inspect io ipaddress itertools json keyword
    locale logging lzma math mimetypes numbers operator os pathlib pickle pkgutil platform pprint queue random re
    reprlib secrets select selectors shlex shutil signal socket sqlite3 ssl stat statistics string struct subprocess
    tarfile tempfile textwrap threading time timeit token tokenize tomllib traceback types typing unicodedata urllib uuid
    warnings weakref xml zipfile zlib zoneinfo""".split()
)


def nodes_of(tree):
    """Every node of a syntax tree."""
    pending = [tree]
    while pending:
        node = pending.pop()
        yield node
        for field in node._fields:
            value = getattr(node, field, None)
            pending.extend(item for item in (value if isinstance(value, list) else [value]) if hasattr(item, "_fields"))


def imported_names(tree):
    """The modules a syntax tree imports by absolute name, wherever in it."""
    for node in nodes_of(tree):
        kind = type(node).__name__
        if kind == "Import":
            yield from (alias.name for alias in node.names)
        elif kind == "ImportFrom" and not node.level:
            yield node.module


def is_shadowed(folder):
    """Whether a folder holds anything named like a standard module: then what an import means is for the script to find out."""
    try:
        names = {entry.split(".", 1)[0] for entry in os.listdir(folder)}
    except OSError:
        return True
    return not names.isdisjoint(getattr(sys, "stdlib_module_names", HARMLESS))


def script_folder():
    """What plain Python puts first on sys.path."""
    link = os.path.join(os.path.dirname(SCRIPT), os.readlink(SCRIPT)) if os.path.islink(SCRIPT) else SCRIPT
    return os.path.dirname(os.path.abspath(link))


def preload(source):
    """Imports, once for all children, the harmless modules among those the script imports."""
    folders = [script_folder(), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    if any(map(is_shadowed, folders)):
        return
    for name in imported_names(compile(source, SCRIPT, "exec", 0x400)):  # 0x400: only the syntax tree
        if name.split(".", 1)[0] in HARMLESS:
            try:
                __import__(name)
            except Exception:
                pass  # the script will see for itself


# What ends the part of a script that may run ahead: functions keep its namespace, annotations are gathered, input is the call's.
LATE_KINDS = frozenset("FunctionDef AsyncFunctionDef ClassDef Lambda AnnAssign".split())
LATE_NAMES = frozenset(("input", "stdin"))


def is_late(statement):
    return any(
        type(node).__name__ in LATE_KINDS
        or getattr(node, "id", None) in LATE_NAMES
        or getattr(node, "attr", None) in LATE_NAMES
        for node in nodes_of(statement)
    )


def split(source, code):
    """The script up to its last import, and the rest; None when it imports nothing that is not there already."""
    tree = compile(source, SCRIPT, "exec", 0x400)
    body, cut, is_worth_it = tree.body, 0, False
    for at, statement in enumerate(body):
        if is_late(statement):
            break
        names = list(imported_names(statement))
        if names:
            cut = at + 1
            is_worth_it = is_worth_it or any(name.split(".", 1)[0] not in sys.modules for name in names)
    if not is_worth_it:
        return None
    rest = body[cut:]
    # A text that stands there would become the script's documentation.
    while rest and type(rest[0]).__name__ == "Expr" and isinstance(getattr(rest[0].value, "value", None), str):
        del rest[0]
    import __future__

    features = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
    parts = []
    for tree.body in (body[:cut], rest):
        parts.append(compile(tree, SCRIPT, "exec", code.co_flags & features, True))
    return parts


def compile_quietly(source):
    """The script's code; None when compiling fails or warns, so that each child reports it, as plain Python would."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return compile(source, SCRIPT, "exec", dont_inherit=True)
        except Exception:
            return None


def use_json(json):
    value = json.loads('{"action": "a", "params": {"n": 1, "f": 2.5, "l": [1, "x", null, true], "o": {}}}')
    json.dumps(value)
    json.dumps(value, ensure_ascii=False, indent=2)


def use_logging(logging):
    # Neither is known to the module by name, so nothing of them stays.
    handler, logger = logging.StreamHandler(), logging.Logger("rehearsal", logging.CRITICAL)
    logger.addHandler(handler)
    logger.debug("")


def use_signal(signal):
    signal.signal(signal.SIGALRM, signal.getsignal(signal.SIGALRM))


def use_streams(_):
    with open(os.devnull) as empty, open(os.devnull, "w") as void:
        print(empty.read(), file=void)
        void.flush()


# The usual moves of a script, with standard modules only.
MOVES = {
    "io": use_streams,
    "os": lambda os: os.getenv(""),
    "json": use_json,
    "logging": use_logging,
    "signal": use_signal,
    "pathlib": lambda pathlib: str(pathlib.Path(SCRIPT).parent / "a"),
    "datetime": lambda datetime: datetime.datetime.now().isoformat(),
}


def rehearse(times):
    """Makes a script's usual moves. Python learns from a repetition, which it need not write down in every child then;
    in a child, the pages they write to are copied while it waits, not in the call."""
    for name, move in MOVES.items():
        if name in KEPT:
            try:
                for _ in range(times):
                    move(sys.modules[name])
            except Exception:
                pass  # another Python may not know it; it is only a rehearsal


def rehearse_fork():
    """What these modules do in every child after the fork does no harm before it."""
    for module, hook in (("threading", "_after_fork"), ("logging", "_after_at_fork_child_reinit_locks")):
        after_fork = getattr(sys.modules.get(module), hook, None)
        for _ in range(40 if after_fork else 0):
            after_fork()


def pose_as_plain():
    """Makes the interpreter look as plain Python does when the script's first line runs."""
    for name in [name for name in sys.modules if name not in KEPT]:
        del sys.modules[name]
    sys.argv[:] = [SCRIPT, *ARGUMENTS]
    if hasattr(sys, "orig_argv"):
        before = sys.orig_argv.index("-c")
        sys.orig_argv[before:] = sys.argv
    if not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
        sys.path.insert(0, script_folder())


def main_module():
    """The module `__main__` as plain Python makes it for a script."""
    main = sys.modules["__main__"] = type(sys)("__main__")
    main.__builtins__ = sys.modules["builtins"]
    main.__file__ = SCRIPT
    main.__cached__ = None
    if sys.version_info < (3, 14):
        main.__annotations__ = {}
    loaders = sys.modules["_frozen_importlib_external"]
    main.__loader__ = loaders.SourceFileLoader("__main__", SCRIPT)
    return main


try:
    with open(SCRIPT, "rb") as file:
        SOURCE = file.read()
    preload(SOURCE)
except (OSError, SyntaxError, ValueError):
    pass  # plain Python will say what is wrong
KEPT = set(sys.modules)  # what the script may find imported; everything after this is the lane's own
CODE = compile_quietly(SOURCE) if "SOURCE" in globals() else None
AHEAD = split(SOURCE, CODE) if CODE and "ahead" in SETTINGS else None
