#!/usr/bin/env python3
"""
Notes Search

Searches Markdown notes for words: those in ~/notes, or the sample that comes with the skill. It only reads, and only there.

stdin:  {"action": "run", "params": {"query": "garden", "collection": "sample"}}
stdout: {"success": true, "action": "run", "data": {"matches": [...], "notes_searched": 3}}
stderr: the log; SKILL_DEBUG=1 makes it talkative
"""

import contextlib
import json
import logging
import os
import signal
import sys
from pathlib import Path

TIMEOUT = 60  # seconds
DEBUG = os.getenv("SKILL_DEBUG") == "1"
COLLECTIONS = {"home": Path.home() / "notes", "sample": Path(__file__).resolve().parent.parent / "sample"}
MAX_NOTES = 5_000
MAX_NOTE_BYTES = 1_000_000

logging.basicConfig(
    stream=sys.stderr, level=logging.DEBUG if DEBUG else logging.INFO, format="%(levelname)s %(message)s"
)
log = logging.getLogger("skill")


class Failure(Exception):
    """Why an action cannot be done, as the caller is told. The exit code is 0: a refusal is an answer."""

    def __init__(self, code, message, exit_code=0, **more):
        super().__init__(message)
        self.error = {"code": code, "message": message, **more}
        self.exit_code = exit_code


def handle_run(params, resources):
    """Finds the lines that hold every word; notes with the words in their title come first."""
    folder = COLLECTIONS.get(params["collection"])
    if folder is None:
        raise Failure("INVALID_PARAM", f"collection must be one of {', '.join(COLLECTIONS)}")
    if not folder.is_dir():
        raise Failure("DATA_NOT_FOUND", f"There are no notes: {params['collection']} has no folder")
    words = params["query"].casefold().split()
    if not words:
        raise Failure("INVALID_PARAM", "query must hold a word")
    notes = sorted(find_notes(folder))[:MAX_NOTES]
    found = []
    for i, note in enumerate(notes):
        if i % 500 == 499:
            print(f"{100 * i // len(notes)}% complete", file=sys.stderr)
        found.extend(search_note(note, folder, words))
    found.sort(key=lambda match: (not match["in_title"], match["note"], match["line"]))
    return {"matches": found[: params["limit"]], "total": len(found), "notes_searched": len(notes)}


def find_notes(folder):
    """Every Markdown file below the folder. Links are not followed: they could lead out of it."""
    for path, folders, files in os.walk(folder, followlinks=False):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            file = Path(path) / name
            if name.endswith(".md") and not file.is_symlink() and file.stat().st_size <= MAX_NOTE_BYTES:
                yield file


def search_note(file, folder, words):
    lines = file.read_text("utf-8", errors="replace").splitlines()
    title = next((line.lstrip("# ").strip() for line in lines if line.startswith("#")), file.stem)
    in_title = all(word in title.casefold() for word in words)
    for number, line in enumerate(lines, 1):
        if all(word in line.casefold() for word in words):
            yield {
                "note": file.relative_to(folder).as_posix(),
                "title": title,
                "line": number,
                "text": line.strip()[:300],
                "in_title": in_title,
            }


REQUIRED = object()

# Each action: its handler, and its parameters with type and default. contract.json says the rest.
ACTIONS = {
    "run": (handle_run, {"query": (str, REQUIRED), "collection": (str, "home"), "limit": (int, 10)}),
}


def main():
    line, exit_code = answer(sys.stdin.buffer.read())
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()
    return exit_code


def answer(text):
    """The answer to a request as a line of JSON, and the exit code."""
    action = None
    try:
        request = read_request(text)
        log.debug("request: %s", request)
        action = request.get("action")
        if action is None and len(ACTIONS) == 1:
            action = next(iter(ACTIONS))
        if not isinstance(action, str) or action not in ACTIONS:
            raise Failure("UNKNOWN_ACTION", f"Unknown action: {action}", supported_actions=list(ACTIONS))
        handle, parameters = ACTIONS[action]
        data = perform(handle, read_params(request.get("params"), parameters))
        log.debug("%s done", action)
        return line_of({"success": True, "action": action, "data": data}), 0
    except Failure as failure:
        return line_of({"success": False, "action": action, "error": failure.error}), failure.exit_code
    except Exception as problem:  # the last line of defence: an answer, never a bare traceback
        log.exception("%s failed", action)
        error = {"code": "INTERNAL_ERROR", "message": str(problem) or type(problem).__name__}
        return line_of({"success": False, "action": action, "error": error}), 1


def perform(handle, params):
    """Runs a handler within the time limit; what it opened is closed whatever happens."""
    resources = contextlib.ExitStack()
    has_alarm = hasattr(signal, "SIGALRM")
    try:
        if has_alarm:
            signal.signal(signal.SIGALRM, on_timeout)
            signal.alarm(TIMEOUT)
        return handle(params, resources)
    finally:
        if has_alarm:
            signal.alarm(0)
        resources.close()


def on_timeout(signum, frame):
    raise Failure("TIMEOUT", f"Not done within {TIMEOUT} seconds", exit_code=1)


def read_request(text):
    try:
        request = json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError) as problem:
        raise Failure("INVALID_JSON", f"Failed to parse input JSON: {problem}", exit_code=1) from problem
    if not isinstance(request, dict):
        raise Failure("INVALID_JSON", "Expected one JSON object with action and params", exit_code=1)
    return request


def read_params(params, parameters):
    """The parameters with defaults filled in; refuses what is missing or of the wrong type."""
    params = {} if params is None else params
    if not isinstance(params, dict):
        raise Failure("INVALID_PARAM", "params must be an object")
    missing = [name for name, (_, default) in parameters.items() if default is REQUIRED and name not in params]
    if missing:
        raise Failure("MISSING_PARAM", f"Missing required parameters: {', '.join(missing)}", details={"missing": missing})
    for name, (kind, _) in parameters.items():
        if name in params and not fits(params[name], kind):
            raise Failure("INVALID_PARAM", f"{name} must be {kind.__name__}, got {type(params[name]).__name__}")
    return {**{name: default for name, (_, default) in parameters.items()}, **params}


def fits(value, kind):
    return type(value) is kind or (kind is float and type(value) is int)


def line_of(result):
    return json.dumps(result, ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
