"""A child of a zygote's lane, after the fork: becomes the script's process, waits for its call, runs the script and ends.

To be told apart from plain Python by nothing the script can see.
"""

import atexit
import ctypes
import gc
import io
import os
import resource
import signal
import sys

from zygote_script import CODE, KEPT, SCRIPT, SETTINGS, rehearse

LIBC = ctypes.CDLL(None, use_errno=True)
RLIMIT_OF = {"memory": resource.RLIMIT_DATA, "cpu": resource.RLIMIT_CPU, "file": resource.RLIMIT_FSIZE}
# The hard limit on time is a second more: SIGXCPU names the reason, then comes SIGKILL.
LIMITS = [
    (which, (int(SETTINGS[name]), int(SETTINGS[name]) + (1 if name == "cpu" else 0)))
    for name, which in RLIMIT_OF.items()
    if name in SETTINGS
]
LAST_KEPT = next(name for name in reversed(sys.modules) if name in KEPT)
ARE_SHARED = False  # whether modules of the skill's own were imported before the fork
PR_SET_DUMPABLE = 4
START, STATUS = 254, 255  # where the child hears that it may start, and says how it ended


def become_script(modules, ends, has_time, code=None):
    """Turns a fresh child into the script's process, waits for the call, runs it and ends. Never returns."""
    os.setsid()
    stdin, stdout, stderr, start, status = ends
    os.dup2(stdin, 0)
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    os.dup2(start, START, inheritable=False)
    os.dup2(status, STATUS, inheritable=False)
    os.closerange(3, START)
    set_dumpable(True)  # its own files in /proc are its own again, as those of a plain process are
    for which, limit in LIMITS:
        resource.setrlimit(which, limit)
    pid = os.getpid()
    if has_time:
        rehearse(1)
    gc.enable()
    if os.read(START, 1) != b"s":
        os._exit(0)  # the lane is gone
    leave(execute(modules.pop(), code or CODE), pid)  # popped, so that no reference holds the module when the script has ended


def set_dumpable(is_dumpable):
    """Whether other processes of the same user may open this one's memory and descriptors."""
    LIBC.prctl(PR_SET_DUMPABLE, int(is_dumpable), 0, 0, 0)


def execute(main, code):
    """Runs the script and returns its exit status; minus a signal's number when it must die of that signal."""
    try:
        exec(code or script_code(), main.__dict__)
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
    """Prints an uncaught exception, without the frames of this file."""
    trace = problem.__traceback__
    while trace is not None and trace.tb_frame.f_globals is globals():
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
    own = own_modules()
    for name in [*own, "__main__"]:
        sys.modules.pop(name, None)
    gc.collect()  # ends the script's own objects: files are flushed, __del__ is called
    if ARE_SHARED:
        end_held_objects()
    status = flush(status)
    if "ctypes" in sys.modules or own:
        LIBC.fflush(None)  # what the script's own extensions printed
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    if os.getpid() == pid:  # not in a process the script itself forked
        try:
            os.closerange(0, 3)  # so that the lane sees the end of the output now, unless another process holds it
            os.write(STATUS, bytes([status]))
        except OSError:
            pass
    os._exit(status)


def share_modules():
    """From now on the modules that are there belong to all children, the skill's own among them."""
    global ARE_SHARED, LAST_KEPT
    ARE_SHARED = True
    KEPT.update(sys.modules)
    LAST_KEPT = next(reversed(sys.modules))


# Files are ended after what may still write to them, their lowest layer last.
LAYERS = (io.RawIOBase, io.BufferedIOBase, io.TextIOBase)


def end_held_objects():
    """Ends what the script made and a shared module holds, which plain Python would take apart."""
    held = [one for one in gc.get_objects() if hasattr(type(one), "__del__")]
    for one in sorted(held, key=lambda one: [isinstance(one, layer) for layer in LAYERS]):
        try:
            type(one).__del__(one)
        except BaseException as problem:
            print(f"Exception ignored in: {type(one).__del__!r}\n{type(problem).__name__}: {problem}", file=sys.stderr)


def own_modules():
    """The modules the script imported itself: those after the last that was there before. Looking at all would copy their pages."""
    own = []
    for name in reversed(sys.modules):
        if name == LAST_KEPT:
            break
        if name not in KEPT:
            own.insert(0, name)
    return own


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
