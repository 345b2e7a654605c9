"""A lane of the Python zygote: runs one script again and again, each time in a fresh process that was forked ahead.

Started as `python -c <this file> <settings> <script> <arguments...>` in the script's folder, environment and sandbox.
The lane compiles the script, imports what the script will import of a list of harmless standard modules, forks a child
and lets it wait. Nothing of the skill's own runs before the fork. A call wakes the child; when it has ended, everything
it left behind is killed and reaped, and the next child is forked. One call at a time: parallel calls have their own lanes.

Frames on stdin and stdout: a letter, the child's number (one byte, it wraps), four bytes of length (little end first),
payload. What is meant for a child that is no more is ignored.
  to the lane:    s start   i input   j last input, then end of file   k kill what runs
  from the lane:  r a child waits   o output   e error output   a input was taken
                  p output ended   f error output ended   x the script ended (exit code, signal)
"""

import sys

if sys.path and sys.path[0] == "":
    del sys.path[0]  # the skill's folder: only the script itself may import from it

import os

SETTINGS = dict(pair.split("=", 1) for pair in sys.argv[1].split(";") if pair)
SCRIPT, ARGUMENTS = sys.argv[2], sys.argv[3:]
CHUNK = 65536
GRACE = 1.0  # seconds a survivor may hold the output after the script ended

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


def imported_names(tree):
    """The modules a syntax tree imports by absolute name, wherever in it."""
    pending = [tree]
    while pending:
        node = pending.pop()
        kind = type(node).__name__
        if kind == "Import":
            yield from (alias.name for alias in node.names)
        elif kind == "ImportFrom" and not node.level:
            yield node.module
        for field in node._fields:
            value = getattr(node, field, None)
            pending.extend(item for item in (value if isinstance(value, list) else [value]) if hasattr(item, "_fields"))


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


def compile_quietly(source):
    """The script's code; None when compiling fails or warns, so that each child does so aloud, as plain Python would."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return compile(source, SCRIPT, "exec", dont_inherit=True)
        except Exception:
            return None


try:
    with open(SCRIPT, "rb") as file:
        SOURCE = file.read()
    preload(SOURCE)
except (OSError, SyntaxError, ValueError):
    pass  # plain Python will say what is wrong
KEPT = set(sys.modules)  # what the script may find imported; what follows is the lane's own
CODE = compile_quietly(SOURCE) if "SOURCE" in globals() else None

import _socket
import atexit
import ctypes
import errno
import gc
import resource
import select
import signal
import time

LIBC = ctypes.CDLL(None, use_errno=True)
PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 4, 36
# Each with what the hard limit has beyond the soft one: SIGXCPU names the reason, a second later comes SIGKILL.
LIMITS = {"memory": (resource.RLIMIT_DATA, 0), "cpu": (resource.RLIMIT_CPU, 1), "file": (resource.RLIMIT_FSIZE, 0)}


# ---- before the fork: whatever is the same for every child costs least here ---------------------------------------------


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


# ---- in the child ----------------------------------------------------------------------------------------------------


def become_script(modules, stdin, stdout, stderr, link):
    """Turns a fresh child into the script's process, waits for the call, runs it and ends. Never returns."""
    os.setsid()
    for number, end in enumerate((stdin, stdout, stderr)):
        os.dup2(end, number)
    os.dup2(link, 255, inheritable=False)
    os.closerange(3, 255)
    for name, (which, beyond) in LIMITS.items():
        if name in SETTINGS:
            resource.setrlimit(which, (int(SETTINGS[name]), int(SETTINGS[name]) + beyond))
    pid = os.getpid()
    touch(CODE)
    gc.enable()
    if os.read(255, 1) != b"s":
        os._exit(0)  # the lane is gone
    leave(execute(modules.pop()), pid)  # popped, so that nobody holds the module when the script has ended


def touch(code):
    """Looks at what the script will use, so that the pages it shares with the lane are copied before the call, not in it."""
    if code is not None:
        for constant in code.co_consts:
            if hasattr(constant, "co_consts"):
                touch(constant)
        for name in code.co_names:
            getattr(sys.modules["builtins"], name, None)
    json = sys.modules.get("json")
    if json is not None:
        json.dumps(json.loads('{"a": [1, 2.5, "x", null, true]}'), ensure_ascii=False)


def execute(main):
    """Runs the script and returns its exit status; minus a signal's number when it must die of that signal."""
    try:
        exec(CODE or script_code(), main.__dict__)
        return 0
    except SystemExit as leaving:
        return exit_status(leaving.code)
    except BaseException as problem:
        return show(problem)


def script_code():
    with open(SCRIPT, "rb") as file:
        return compile(file.read(), SCRIPT, "exec", dont_inherit=True)


def exit_status(code):
    """What sys.exit(code) makes of its argument."""
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF if -(2**63) <= code < 2**63 else 255
    try:
        sys.stdout.flush()
        print(code, file=sys.stderr)
    except Exception:
        pass
    return 1


def show(problem):
    """Prints an exception nobody caught, without the frames of this file."""
    trace = problem.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == "<string>" and trace.tb_frame.f_globals is globals():
        trace = trace.tb_next
    problem.__traceback__ = trace
    sys.last_type, sys.last_value, sys.last_traceback = type(problem), problem, trace
    try:
        sys.excepthook(type(problem), problem, trace)
    except SystemExit as leaving:
        return exit_status(leaving.code)
    except BaseException:
        sys.__excepthook__(type(problem), problem, trace)
    sys.last_type = sys.last_value = sys.last_traceback = None
    return -signal.SIGINT if isinstance(problem, KeyboardInterrupt) else 1


def leave(status, pid):
    """Ends the process as the interpreter would, in its order, but without taking the whole interpreter apart."""
    if "threading" in sys.modules:
        try:
            sys.modules["threading"]._shutdown()
        except BaseException as problem:
            show(problem)
    atexit._run_exitfuncs()
    status = flush(status)
    own = [name for name in sys.modules if name not in KEPT]
    for name in [*own, "__main__"]:
        sys.modules.pop(name, None)
    gc.collect()  # ends the script's own objects: files are flushed, __del__ is called
    status = flush(status)
    if "ctypes" in sys.modules or own:
        LIBC.fflush(None)  # what the script's own extensions printed
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    if os.getpid() == pid:  # not in a process the script itself forked
        try:
            os.closerange(0, 3)  # so that the lane sees the end of the output now, unless somebody else holds it
            os.write(255, bytes([status]))
        except OSError:
            pass
    os._exit(status)


def flush(status):
    """Flushes the standard streams; 120 when the output cannot be written, as plain Python has it."""
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        try:
            if stream is not None and not stream.closed:
                stream.flush()
        except BaseException as problem:
            if stream is sys.stdout:
                status = status or 120
                try:
                    print(f"Exception ignored in: {stream!r}\n{type(problem).__name__}: {problem}", file=sys.stderr)
                except BaseException:
                    pass
    return status


# ---- in the lane -----------------------------------------------------------------------------------------------------


class Child:
    """A forked child that waits for its call, with the lane's ends of its streams."""

    def __init__(self, modules):
        stdin, self.stdin = os.pipe()
        self.stdout, stdout = os.pipe()
        self.stderr, stderr = os.pipe()
        ours, theirs = _socket.socketpair()
        self.link, link = ours.detach(), theirs.detach()
        self.pid = os.fork()
        if self.pid == 0:
            become_script(modules, stdin, stdout, stderr, link)
        for end in (stdin, stdout, stderr, link):
            os.close(end)
        for end in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(end, False)
        self.pidfd = os.pidfd_open(self.pid)

    def close(self, name):
        end = getattr(self, name)
        if end is not None:
            os.close(end)
            setattr(self, name, None)


class Channel:
    """The frames between the lane and the runtime."""

    def __init__(self):
        self.buffer = bytearray()
        self.out = []
        self.number = 0

    def read(self):
        """The frames that have arrived; the lane ends with its runtime."""
        data = os.read(0, CHUNK)
        if not data:
            sweep()
            os._exit(0)
        self.buffer += data
        frames = []
        while len(self.buffer) >= 6:
            end = 6 + int.from_bytes(self.buffer[2:6], "little")
            if len(self.buffer) < end:
                break
            if self.buffer[1] == self.number:
                frames.append((self.buffer[0], bytes(self.buffer[6:end])))
            del self.buffer[:end]
        return frames

    def put(self, kind, payload=b""):
        self.out.append(kind + bytes([self.number]) + len(payload).to_bytes(4, "little") + payload)

    def flush(self):
        data = memoryview(b"".join(self.out))
        self.out.clear()
        while data:
            data = data[os.write(1, data) :]


class Call:
    """One call: a waiting child is started, fed and read until it has ended and its output too."""

    def __init__(self, child, channel):
        self.child, self.channel = child, channel
        self.status = None
        self.deadline = None
        self.started = False
        self.input, self.last_input, self.is_full = b"", False, False
        self.poll = select.poll()
        for end in (0, child.stdout, child.stderr, child.link, child.pidfd):
            self.poll.register(end, select.POLLIN)

    def serve(self):
        child, channel = self.child, self.channel
        while self.status is None or child.stdout is not None or child.stderr is not None:
            events = dict(self.poll.poll(self.patience()))
            if self.deadline is not None and time.monotonic() > self.deadline:
                break
            if 0 in events:
                for kind, payload in channel.read():
                    self.obey(kind, payload)
            if child.stdin in events:
                self.feed()
            if child.link in events or child.pidfd in events:
                self.forward("stdout", b"o", b"p")
                self.forward("stderr", b"e", b"f")
                self.note_end(child.link in events)
            else:
                if child.stdout in events:
                    self.forward("stdout", b"o", b"p")
                if child.stderr in events:
                    self.forward("stderr", b"e", b"f")
            channel.flush()
        for name, end in (("stdout", b"p"), ("stderr", b"f")):
            if getattr(child, name) is not None:
                channel.put(end)
                child.close(name)
        channel.flush()
        for name in ("stdin", "link", "pidfd"):
            child.close(name)

    def patience(self):
        return None if self.deadline is None else max(0, (self.deadline - time.monotonic()) * 1000 + 1)

    def obey(self, kind, payload):
        if kind == 115:  # s
            self.started = True
            try:
                os.write(self.child.link, b"s")
            except OSError:
                pass
        elif kind in (105, 106):  # i, j
            self.input += payload
            self.last_input = self.last_input or kind == 106
            self.feed()
        elif kind == 107:  # k
            kill_all()
            self.deadline = time.monotonic() - 1 if self.status is not None else None

    def feed(self):
        """Gives the script as much input as it takes now."""
        child = self.child
        try:
            while self.input and child.stdin is not None:
                self.input = self.input[os.write(child.stdin, self.input) :]
        except BlockingIOError:
            self.is_full = True
            self.poll.register(child.stdin, select.POLLOUT)
            return
        except OSError:  # the script does not want it
            self.last_input = True
        self.input = b""
        if self.is_full:
            self.poll.unregister(child.stdin)
            self.is_full = False
        if self.last_input:
            child.close("stdin")
        self.channel.put(b"a")

    def forward(self, name, data_kind, end_kind):
        end = getattr(self.child, name)
        if end is None:
            return
        for _ in range(16):
            try:
                data = os.read(end, CHUNK)
            except BlockingIOError:
                return
            if not data:
                self.poll.unregister(end)
                self.child.close(name)
                self.channel.put(end_kind)
                return
            self.channel.put(data_kind, data)

    def note_end(self, spoke):
        """The script said that it ends, or has ended. It may lie about its exit code, as it may about anything it says."""
        child = self.child
        said = os.read(child.link, 1) if spoke and self.status is None else b""
        if self.status is None:
            if said:
                os.kill(child.pid, signal.SIGKILL)
                code, number = said[0], 0
            else:
                pid, status = os.waitpid(child.pid, os.WNOHANG)
                if pid == 0:  # it closed its end of the link and goes on
                    self.poll.unregister(child.link)
                    return
                code, number = (255, os.WTERMSIG(status)) if os.WIFSIGNALED(status) else (os.WEXITSTATUS(status), 0)
            self.status = code
            self.deadline = time.monotonic() + GRACE
            self.channel.put(b"x", bytes([code, number]))
        for end in (child.link, child.pidfd):
            try:
                self.poll.unregister(end)
            except KeyError:
                pass


def kill_all():
    """Kills the lane's children; what they leave is re-parented to the lane, which is a subreaper, and comes next."""
    with open(f"/proc/self/task/{os.getpid()}/children") as children:
        for pid in children.read().split():
            try:
                os.kill(int(pid), signal.SIGKILL)
            except ProcessLookupError:
                pass


def sweep():
    """Kills and reaps until nothing of the call is left. A lane that cannot manage ends itself: its launcher then kills all."""
    patience = time.monotonic() + 2
    while time.monotonic() < patience:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        kill_all()
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return
    os._exit(4)


class PrivateFolder:
    """A folder of the sandbox's own, emptied between calls so that a call finds nothing of the one before."""

    def __init__(self, path, host_device):
        self.path, self.device = path, os.stat(path).st_dev
        if self.device == int(host_device):  # not private at all: never touch it, and let plain processes do the work
            os._exit(7)
        self.kept = set(self.walk())

    def walk(self):
        """Everything in it, parents before what they hold, without what is mounted there."""
        pending = [self.path]
        while pending:
            with os.scandir(pending.pop()) as entries:
                for entry in entries:
                    if entry.stat(follow_symlinks=False).st_dev != self.device:
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        os.chmod(entry.path, 0o700)
                        pending.append(entry.path)
                    yield entry.path

    def empty(self):
        for path in reversed([path for path in self.walk() if path not in self.kept]):
            if os.path.isdir(path) and not os.path.islink(path):
                os.rmdir(path)
            else:
                os.unlink(path)


def main():
    if not hasattr(os, "pidfd_open") or LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        os._exit(3)
    LIBC.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)  # no script may look into the lane
    wipe = [entry.split("@") for entry in SETTINGS.get("wipe", "").split(":") if entry]
    private = [PrivateFolder(path, device) for path, device in wipe if os.path.isdir(path)]
    channel = Channel()
    pose_as_plain()
    gc.collect()
    gc.disable()
    gc.freeze()
    modules = [main_module()]  # after the freeze, so that its end is the end of what the script keeps in it
    in_vain = 0
    while in_vain < 5:  # a child that dies while it waits is replaced, but not for ever
        channel.number = (channel.number + 1) % 256
        child = Child(modules)
        channel.put(b"r")
        channel.flush()
        call = Call(child, channel)
        call.serve()
        in_vain = 0 if call.started else in_vain + 1
        sweep()
        for folder in private:
            folder.empty()
    os._exit(6)


main()
