"""Runs the Python tests of a skill with pytest, or with unittest where there is no pytest, and answers as a skill does."""

import importlib.util
import inspect
import json
import os
import sys
import unittest

MAX_MESSAGE = 4000


def main():
    # What tests print belongs in the log, not in the answer.
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    params = json.load(sys.stdin)["params"]
    files = params["files"]
    os.chdir(params["folder"])
    sys.path.insert(0, os.getcwd())
    try:
        import pytest
    except ImportError:
        data = run_unittest(files)
    else:
        data = run_pytest(pytest, files)
    answer.write(json.dumps({"success": True, "data": data}))
    answer.flush()
    # Threads that a test left behind would keep the process alive.
    sys.stdout.flush()
    os._exit(0)


def result(name, outcome, message=""):
    return {"name": name, "outcome": outcome, "message": str(message).strip()[-MAX_MESSAGE:]}


class Collector:
    """Collects what pytest reports of each test."""

    def __init__(self):
        self.tests = []

    def pytest_runtest_logreport(self, report):
        if report.when == "call" and report.passed:
            self.tests.append(result(report.nodeid, "passed"))
        elif report.failed:
            self.tests.append(result(report.nodeid, "failed", report.longreprtext))
        elif report.skipped:
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longreprtext
            self.tests.append(result(report.nodeid, "skipped", reason))

    def pytest_collectreport(self, report):
        if report.failed:
            self.tests.append(result(report.nodeid, "failed", report.longreprtext))


def run_pytest(pytest, files):
    collector = Collector()
    # The folder of the skill cannot be written, and a cache in it would not belong there.
    options = ["-q", "-p", "no:cacheprovider", "--continue-on-collection-errors"]
    code = pytest.main([*options, *files], plugins=[collector])
    # 0 passed, 1 failed, 5 there was none; anything else means that pytest itself did not get through.
    if code not in (0, 1, 5) and not any(test["outcome"] == "failed" for test in collector.tests):
        collector.tests.append(result("pytest", "failed", f"pytest ended with code {int(code)}; its log says why"))
    return {"framework": f"pytest {pytest.__version__}", "tests": collector.tests}


class Listener(unittest.TestResult):
    """Collects what unittest reports of each test."""

    def __init__(self):
        super().__init__()
        self.tests = []

    def addSuccess(self, test):
        self.tests.append(result(test.id(), "passed"))

    def addSkip(self, test, reason):
        self.tests.append(result(test.id(), "skipped", reason))

    def addFailure(self, test, err):
        self.tests.append(result(test.id(), "failed", self._exc_info_to_string(err, test)))

    addError = addFailure

    def addExpectedFailure(self, test, err):
        self.addSuccess(test)

    def addUnexpectedSuccess(self, test):
        self.tests.append(result(test.id(), "failed", "It was expected to fail, and did not"))

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.addFailure(subtest, err)


class NamedFunction(unittest.FunctionTestCase):
    def __init__(self, name, function):
        super().__init__(function)
        self.name = name

    def id(self):
        return self.name


def run_unittest(files):
    listener = Listener()
    for file in files:
        try:
            module = load(file)
        except ModuleNotFoundError as error:
            needs_pytest = error.name == "pytest"
            outcome = "not-run" if needs_pytest else "failed"
            listener.tests.append(result(file, outcome, "it needs pytest, which is not installed" if needs_pytest else error))
        except BaseException as error:  # Whatever a file does when it is loaded, the others are still run.
            listener.tests.append(result(file, "failed", f"{type(error).__name__}: {error}"))
        else:
            suite = unittest.defaultTestLoader.loadTestsFromModule(module)
            suite.addTests(functions_of(module, file, listener))
            suite.run(listener)
    return {"framework": "unittest", "tests": listener.tests}


def load(file):
    name = os.path.splitext(file)[0].replace("/", ".")
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    # A test may import a helper that lies beside it.
    sys.path.insert(0, os.path.dirname(os.path.abspath(file)))
    spec.loader.exec_module(module)
    return module


def functions_of(module, file, listener):
    """Plain test functions, which unittest passes over; what asks for fixtures only pytest can run."""
    for name, function in vars(module).items():
        if not name.startswith("test") or not inspect.isfunction(function) or function.__module__ != module.__name__:
            continue
        if inspect.signature(function).parameters or inspect.iscoroutinefunction(function):
            message = "it asks for fixtures, which needs pytest, and that is not installed"
            listener.tests.append(result(f"{file}::{name}", "not-run", message))
        else:
            yield NamedFunction(f"{file}::{name}", function)


main()
