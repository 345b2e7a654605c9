"""A lane of the Python zygote: runs one script again and again, each time in a fresh process that was forked ahead.

The lane forks a child and lets it wait. A call wakes it; when it has ended, everything it left behind is killed and reaped,
and the next child is forked. One call at a time: parallel calls have their own lanes.

Frames on stdin and stdout, both sockets: kind, length, number in its direction, token, payload. A token holds from the
start of a call to the next one; the child that runs the call was forked before and does not know it. A frame with another
number or token ends the lane.
  to the lane:    START (more calls to come or time in between, the call's token)
                  INPUT   LAST_INPUT, then end of file   KILL what runs
  from the lane:  READY, a child waits   STDOUT   STDERR   STDOUT_END   STDERR_END   INPUT_TAKEN
                  EXIT, the script ended (exit code, signal)
"""

import ctypes
import gc
import os
import resource
import select
import signal
import struct
import time

from lane_frames import (
    EXIT, INPUT, INPUT_TAKEN, KILL, LAST_INPUT, MAX_PAYLOAD, READY, START, STDERR, STDERR_END, STDOUT, STDOUT_END, TOKEN_BYTES,
)
from zygote_child import LIBC, become_script, set_dumpable
from zygote_script import SETTINGS, main_module, pose_as_plain, rehearse, rehearse_fork
from zygote_template import open_template

PR_SET_CHILD_SUBREAPER = 36
HEADER = struct.Struct(f"<BII{TOKEN_BYTES}s")
GRACE = 1.0  # seconds a survivor may hold the output after the script ended
PATIENCE = 2  # milliseconds that output may wait for the script's end: for most calls one look and one message do
MAX_FRAMES = 8  # frames that may wait


class Child:
    """A forked child that waits for its call, with the lane's ends of its streams."""

    def __init__(self, modules, has_time, template):
        stdin, self.stdin = os.pipe()
        self.stdout, stdout = os.pipe()
        self.stderr, stderr = os.pipe()
        start, self.start = os.pipe()
        self.told, status = os.pipe()
        theirs = (stdin, stdout, stderr, start, status)
        self.pid = os.fork() if template is None else template.fork(theirs, has_time)
        if self.pid == 0:
            become_script(modules, theirs, has_time)
        if self.pid is None:
            end_lane(9)
        for end in theirs:
            os.close(end)
        for end in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(end, False)
        self.pidfd = os.pidfd_open(self.pid)


class Channel:
    """The frames between the lane and the runtime."""

    def __init__(self):
        self.buffer = b""
        self.out = []
        self.token = bytes(TOKEN_BYTES)
        self.sent = self.received = 0

    def read(self):
        """The frames that have arrived, one by one: each may change the token of the next. The lane ends with its runtime."""
        data = os.read(0, MAX_PAYLOAD)
        if not data:
            end_lane(0)
        self.buffer += data
        while len(self.buffer) >= HEADER.size:
            kind, length, number, token = HEADER.unpack_from(self.buffer)
            if length > MAX_PAYLOAD or number != self.received or token != self.token:
                end_lane(5)
            end = HEADER.size + length
            if len(self.buffer) < end:
                return
            payload, self.buffer = self.buffer[HEADER.size : end], self.buffer[end:]
            self.received = (self.received + 1) & 0xFFFFFFFF
            yield kind, payload

    def put(self, kind, payload=b""):
        self.out.append(HEADER.pack(kind, len(payload), self.sent, self.token) + payload)
        self.sent = (self.sent + 1) & 0xFFFFFFFF

    def flush(self):
        if self.out:
            data = memoryview(b"".join(self.out))
            self.out.clear()
            while data:
                data = data[os.write(1, data) :]


class Call:
    """One call: a waiting child is started, fed and read until it has ended and its output too."""

    def __init__(self, child, channel, poll, spared):
        self.child, self.channel, self.poll, self.spared = child, channel, poll, spared
        self.status = None
        self.deadline = None
        self.started = False
        self.has_time = True
        self.input, self.last_input = b"", False
        self.watched = set()
        self.watch(child.told, child.pidfd)

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
            has_ended = child.told in events or child.pidfd in events
            if has_ended or child.stdout in events:
                self.forward("stdout", STDOUT, STDOUT_END)
            if has_ended or child.stderr in events:
                self.forward("stderr", STDERR, STDERR_END)
            if has_ended:
                self.note_end(child.told in events)
            if not events or len(channel.out) > MAX_FRAMES:
                channel.flush()
            if not events:
                self.watch(*self.unwatched())
        for name, end in (("stdout", STDOUT_END), ("stderr", STDERR_END)):
            if getattr(child, name) is not None:
                channel.put(end)
                self.forget(name)
        channel.flush()
        for name in ("told", "pidfd", "stdin", "start"):
            self.forget(name)

    def patience(self):
        """How long to wait for the next event, in milliseconds; None for no limit. Output is watched when it takes longer."""
        if self.channel.out or (self.started and self.unwatched()):
            return PATIENCE
        return None if self.deadline is None else max(0, (self.deadline - time.monotonic()) * 1000 + 1)

    def obey(self, kind, payload):
        if kind == START and not self.started:
            self.started = True
            self.has_time = payload[0] == 0
            self.channel.token = payload[1:]
            try:
                os.write(self.child.start, b"s")
            except OSError:
                pass
        elif kind in (INPUT, LAST_INPUT) and self.started and not self.last_input:
            self.input += payload
            self.last_input = kind == LAST_INPUT
            self.feed()
        elif kind == KILL and self.started:
            kill_all(self.spared)
            self.deadline = time.monotonic() - 1 if self.status is not None else None
        elif kind not in (INPUT, LAST_INPUT, KILL):
            end_lane(5)

    def feed(self):
        """Gives the script as much input as it takes now."""
        child = self.child
        try:
            while self.input and child.stdin is not None:
                self.input = self.input[os.write(child.stdin, self.input) :]
        except BlockingIOError:
            self.watch(child.stdin, event=select.POLLOUT)
            return
        except OSError:  # the script does not want it
            self.last_input = True
        self.input = b""
        if self.last_input:
            self.forget("stdin")
        else:
            self.unwatch(child.stdin)
            self.channel.put(INPUT_TAKEN)
            self.channel.flush()

    def forward(self, name, data_kind, end_kind):
        end = getattr(self.child, name)
        if end is None:
            return
        for _ in range(16):
            try:
                data = os.read(end, MAX_PAYLOAD)
            except BlockingIOError:
                return
            if not data:
                self.forget(name)
                self.channel.put(end_kind)
                return
            self.channel.put(data_kind, data)

    def unwatched(self):
        """The outputs that are not watched yet: most scripts end so soon that they are read then."""
        return [end for end in (self.child.stdout, self.child.stderr) if end is not None and end not in self.watched]

    def watch(self, *ends, event=select.POLLIN):
        for end in ends:
            self.watched.add(end)
            self.poll.register(end, event)

    def unwatch(self, end):
        if end in self.watched:
            self.watched.remove(end)
            self.poll.unregister(end)

    def forget(self, name):
        """Stops looking at one of the child's ends, and closes it."""
        end = getattr(self.child, name)
        if end is not None:
            self.unwatch(end)
            os.close(end)
            setattr(self.child, name, None)

    def note_end(self, spoke):
        """The script said that it ends, or has ended. It may lie about its exit code, as it may about anything it says."""
        child = self.child
        if self.status is None:
            said = os.read(child.told, 1) if spoke else b""
            if said:
                os.kill(child.pid, signal.SIGKILL)
                code, number = said[0], 0
            else:
                pid, status = os.waitpid(child.pid, os.WNOHANG)
                if pid == 0:  # it closed its end and goes on
                    self.forget("told")
                    return
                code, number = (255, os.WTERMSIG(status)) if os.WIFSIGNALED(status) else (os.WEXITSTATUS(status), 0)
            self.status = code
            self.deadline = time.monotonic() + GRACE
            self.channel.put(EXIT, bytes([code, number]))
        self.forget("told")
        self.forget("pidfd")


LIMITS = [getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")]


SCHED_ATTR_BYTES = 56
# Of how a process is scheduled, what Python has no function for: ioprio_get and sched_getattr.
IOPRIO_GET, SCHED_GETATTR = {"x86_64": (252, 315), "aarch64": (31, 275)}.get(os.uname().machine, (None, None))
SETTINGS_OF_PROCESS = ("oom_score_adj", "coredump_filter", "autogroup")


def marks(pid):
    """What any process of the same user may have changed of a process of ours: its children inherit much of it, and all can read it."""
    scheduling = os.getpriority(os.PRIO_PROCESS, pid), os.sched_getscheduler(pid), os.sched_getaffinity(pid)
    attributes = ctypes.create_string_buffer(SCHED_ATTR_BYTES)
    io_priority = None
    if IOPRIO_GET is not None:
        io_priority = LIBC.syscall(IOPRIO_GET, 1, pid)
        LIBC.syscall(SCHED_GETATTR, pid, attributes, SCHED_ATTR_BYTES, 0)
    settings = [read(f"/proc/{pid}/{name}") for name in SETTINGS_OF_PROCESS]
    return [resource.prlimit(pid, limit) for limit in LIMITS], scheduling, io_priority, attributes.raw, settings


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


class PrivateNetwork:
    """The sandbox's own network, where a connection outlives its process for a minute: its ports are taken, and it can be seen."""

    def __init__(self):
        self.listening = {local for local, _ in self.connections()}
        self.sockets = self.count()

    def is_quiet(self):
        """Whether there is no connection but those to who listened before: that is our proxy."""
        return self.count() == self.sockets or all(self.listening.intersection(ends) for ends in self.connections())

    def count(self):
        """How many TCP sockets are in use or in TIME_WAIT: for a list of them the kernel reads the tables of the whole machine, which takes 10 ms."""
        lines = (read("/proc/self/net/sockstat") + read("/proc/self/net/sockstat6")).splitlines()
        counts = [line.split() for line in lines if line.startswith(b"TCP")]
        return [(key, number) for name, *rest in counts for key, number in zip(rest[::2], rest[1::2]) if key in (b"inuse", b"tw")]

    def connections(self):
        lines = (read("/proc/self/net/tcp") + read("/proc/self/net/tcp6")).splitlines()
        return [tuple(line.split()[1:3]) for line in lines if not line.lstrip().startswith(b"sl")]


def children(spared):
    """The lane's children but for the template; what they leave is re-parented to the lane, which is a subreaper."""
    with open(f"/proc/self/task/{os.getpid()}/children") as listed:
        return [pid for pid in map(int, listed.read().split()) if pid != spared]


def kill_all(spared=0):
    """Kills the lane's children; theirs come next."""
    for pid in children(spared):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def end_lane(status):
    sweep()
    os._exit(status)


def sweep(spared=0):
    """Kills and reaps until nothing of the call is left. A lane that cannot manage ends itself: its launcher then kills all."""
    patience = time.monotonic() + 2
    while time.monotonic() < patience:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        if spared and not children(spared):
            return
        kill_all(spared)
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
        self.always = [path for path in (self.path, *self.kept) if not os.path.islink(path)]

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

    def has_more(self):
        """Whether there is anything in it that was not there at first."""
        return not self.kept.issuperset(self.walk())

    def marks(self):
        """What a call may have left on the folder itself and on what is always in it: modes, attributes and flags."""
        return [(os.lstat(path).st_mode, os.listxattr(path, follow_symlinks=False), flags_of(path)) for path in self.always]

    def empty(self):
        for path in reversed([path for path in self.walk() if path not in self.kept]):
            if os.path.isdir(path) and not os.path.islink(path):
                os.rmdir(path)
            else:
                os.unlink(path)
        for path in self.always:
            os.utime(path)


FS_IOC_GETFLAGS = 0x80086601


def flags_of(path):
    """What chattr sets; zero where the file system has no such flags."""
    flags = ctypes.c_long()
    folder = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    LIBC.ioctl(folder, FS_IOC_GETFLAGS, ctypes.byref(flags))
    os.close(folder)
    return flags.value


def main():
    if not hasattr(os, "pidfd_open") or LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        os._exit(3)
    set_dumpable(False)  # no script may look into the lane, nor at its descriptors
    wipe = [entry.rsplit("@", 1) for entry in SETTINGS.get("wipe", "").split("\x1f") if entry]
    private = [PrivateFolder(path, device) for path, device in wipe if os.path.isdir(path)]
    channel, poll = Channel(), select.poll()
    poll.register(0, select.POLLIN)
    pose_as_plain()
    rehearse(40)
    rehearse_fork()
    gc.collect()
    gc.disable()
    gc.freeze()
    modules = [main_module()]  # after the freeze, so that its end is the end of what the script keeps in it
    template = start_template(private)
    spared = template.pid if template else 0
    has_time = True
    network = PrivateNetwork() if private else None

    def all_marks():
        return [marks(pid) for pid in {os.getpid(), spared or os.getpid()}], [folder.marks() for folder in private]

    own = all_marks()
    while True:
        child = Child(modules, has_time, template)
        channel.put(READY)
        channel.flush()
        call = Call(child, channel, poll, spared)
        call.serve()
        has_time = call.has_time
        try:
            os.waitpid(child.pid, 0)  # it ends by itself or was killed; mostly it has no descendants, and there is no need to look
        except ChildProcessError:
            pass
        sweep(spared)
        if all_marks() != own or not (network is None or network.is_quiet()):  # the next call must not find it
            os._exit(8)
        for folder in private:
            folder.empty()
        if template and template.is_old():
            template.end()
            sweep()
            template = start_template(private)
            spared = template.pid if template else 0
            own = all_marks()


def start_template(private):
    """The process that children are forked from instead of the lane, if the script may run ahead and leaves no trace then."""
    template = open_template()
    if template is None:
        return None
    if template.gets_ready() and not any(folder.has_more() for folder in private):
        return template
    template.end()
    sweep()
    for folder in private:
        folder.empty()
    return None


main()
