"""The template of a zygote's lane: a process that has run the script up to its last import, and forks the children of its calls.

Only for a skill that may be started ahead. Its own code and what it imports runs here, so the lane believes nothing of what it
hears from here, and the lane's channel is closed here. A fork shares some things and loses others; a script that has made any
of them by its last import gets no template, and its children import for themselves.
"""

import _socket as socket
import gc
import io
import os
import select
import signal
import struct
import sys
import time

from zygote_child import LIMITS, become_script, resource, set_dumpable, share_modules
from zygote_script import AHEAD, SETTINGS, is_shadowed, main_module, script_folder

PRINTED, CONTROL = 254, 255  # where the template looks for what was printed, and speaks with the lane
START_WITHIN = 20  # seconds that imports may take
MAX_AGE = 60  # seconds after which it is made again: what it saw of the clock must not be from yesterday
PID = struct.Struct("<i")


class Template:
    """The lane's end of a template."""

    def __init__(self):
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.born = time.monotonic()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                become_template(theirs)
            finally:
                os._exit(1)
        theirs.close()

    def gets_ready(self):
        """Whether it has run ahead and left no trace that the script's calls would share."""
        self.control.settimeout(START_WITHIN)
        try:
            is_ready = self.control.recv(1) == b"r"
        except OSError:
            is_ready = False
        self.control.settimeout(None)
        return is_ready and self.is_quiet() and self.is_small()

    def is_quiet(self):
        """Whether it is one thread without children: nothing goes on in it between calls."""
        with open(f"/proc/{self.pid}/task/{self.pid}/children") as children:
            return os.listdir(f"/proc/{self.pid}/task") == [str(self.pid)] and not children.read()

    def is_small(self):
        """Whether it fits into what a lane may need beside its script. It counts, where shared pages are counted twice."""
        if "memory" not in SETTINGS:
            return True
        with open(f"/proc/{self.pid}/status") as status:
            own = next(line for line in status if line.startswith("RssAnon"))
        return int(own.split()[1]) * 1024 <= max(16 * 1024 * 1024, int(SETTINGS["memory"]) // 16)

    def end(self):
        self.control.close()
        os.kill(self.pid, signal.SIGKILL)

    def is_old(self):
        return time.monotonic() - self.born > MAX_AGE

    def fork(self, ends, has_time):
        """The process of a child of the lane that waits for its call; None when there is none."""
        try:
            if not self.is_quiet():
                return None
            rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack(f"{len(ends)}i", *ends))
            self.control.sendmsg([bytes([has_time])], [rights])
            (pid,) = PID.unpack(self.control.recv(PID.size))
            os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)  # throws when it is no child of ours
            return pid
        except (OSError, struct.error):
            return None


def open_template():
    """Starts a template, for a script that may run ahead and imports what the lane has not imported."""
    return Template() if AHEAD else None


def become_template(control):
    """Runs the script up to its last import and forks children on request. Never returns."""
    os.setsid()
    source, sink = os.pipe()
    os.write(sink, b"?")
    printed, out = os.pipe()
    for end, place in ((source, 0), (out, 1), (out, 2)):
        os.dup2(end, place)
    os.dup2(printed, PRINTED, inheritable=False)
    os.dup2(control.fileno(), CONTROL, inheritable=False)
    os.closerange(3, PRINTED)
    os.set_blocking(1, False)
    control.detach()
    for which, limit in LIMITS:
        resource.setrlimit(which, limit)
    set_dumpable(True)
    namespace = run_ahead()
    if namespace is None:
        os._exit(1)
    share_modules()
    gc.freeze()
    modules = [main_module()]  # after the freeze, as in the lane
    modules[0].__dict__.update(namespace)
    del namespace
    set_dumpable(False)
    control = socket.socket(fileno=CONTROL)
    control.send(b"r")
    while True:
        fork_child(control, modules)


def run_ahead():
    """The script's names after its last import; None when it has done more than importing."""
    before, watch = traces(), Entropy()
    main = main_module()
    gc.freeze()  # so that what is made from here on can be told
    references = sys.getrefcount(main), sys.getrefcount(main.__dict__)
    gc.enable()
    try:
        exec(AHEAD[0], main.__dict__)
    except BaseException:
        return None
    gc.disable()
    gc.collect()
    is_held = references != (sys.getrefcount(main), sys.getrefcount(main.__dict__))
    if is_held or watch.end() or traces() != before or any(map(wants_its_end, gc.get_objects())):
        return None
    return dict(main.__dict__)


def wants_its_end(made):
    """Whether an object has a finalizer to run when the script ends."""
    return hasattr(type(made), "__del__") and not (isinstance(made, io.IOBase) and made.closed)


def traces():
    """What a process has that its forks would share or lose: files, shared memory, timers, threads and children, what was
    printed or read; and the signals by which one call could leave a word for the next."""
    sys.stdout.flush()
    sys.stderr.flush()
    poll = select.poll()
    for end in (0, PRINTED):
        poll.register(end, select.POLLIN)
    with open("/proc/self/maps") as maps:
        shared = [line for line in maps if line.split()[1].startswith("rw") and line.split()[1].endswith("s")]
    with open("/proc/self/status") as status:
        signals = [line for line in status if line.startswith(("SigBlk", "SigIgn", "SigCgt"))]
    return (
        signals,
        sorted(poll.poll(0)),
        sorted(os.listdir("/proc/self/fd")),
        os.listdir("/proc/self/task"),
        shared,
        [signal.getitimer(which) for which in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)],
    )


class Entropy:
    """Notes whether a module asks for something random: all children would have the same."""

    def __init__(self):
        self.was_asked = False
        # Its state tells whether it was used or seeded, which a fork would undo.
        self.random = None if is_shadowed(script_folder()) else __import__("random")
        sources = [(os, "urandom", lambda _: True), (os, "getrandom", lambda _: True)]
        if self.random:
            self.state = self.random.getstate()
            sources.append((self.random, "_urandom", lambda _: True))
            sources.append((self.random.Random, "seed", lambda given: given[1:2] in ((), (None,))))
        self.real = [(owner, name, getattr(owner, name)) for owner, name, _ in sources]
        for owner, name, is_random in sources:
            setattr(owner, name, self.watched(getattr(owner, name), is_random))

    def watched(self, real, is_random):
        def ask(*given, **named):
            self.was_asked = self.was_asked or is_random(given)
            return real(*given, **named)

        return ask

    def end(self):
        for owner, name, real in self.real:
            setattr(owner, name, real)
        # One that was not there before has been seeded meanwhile.
        is_used = self.random.getstate() != self.state if self.random else "random" in sys.modules
        return self.was_asked or is_used


def fork_child(control, modules):
    """Forks a child that is the lane's, by way of a process that ends at once."""
    message, rights, _, _ = control.recvmsg(1, socket.CMSG_SPACE(5 * 4))
    if not message:
        os._exit(0)
    ends = struct.unpack("5i", rights[0][2][: 5 * 4])
    hears, tells = os.pipe()
    between = os.fork()
    if between == 0:
        child = os.fork()
        if child == 0:
            become_script(modules, ends, bool(message[0]), AHEAD[1])
        os.write(tells, PID.pack(child))
        os._exit(0)
    os.waitpid(between, 0)
    for end in (*ends, tells):
        os.close(end)
    control.send(os.read(hears, PID.size))
    os.close(hears)
