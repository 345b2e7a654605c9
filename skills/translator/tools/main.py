#!/usr/bin/env python3
"""
Travel Phrase Translator

Looks phrases up in data/phrases.json and answers by the contract of a translation service, as descriptor.json describes one.

stdin:  {"action": "run", "params": {"text": "thank you", "target_language": "zh"}}
stdout: {"success": true, "action": "run", "data": {"translated_text": "谢谢", ...}}
stderr: the log; SKILL_DEBUG=1 makes it talkative
"""

import contextlib
import json
import logging
import os
import signal
import sys
import unicodedata
from pathlib import Path

TIMEOUT = 30  # seconds
DEBUG = os.getenv("SKILL_DEBUG") == "1"
PHRASES = Path(__file__).resolve().parent.parent / "data" / "phrases.json"

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
    """Looks a phrase up in the phrase book."""
    phrases = json.load(resources.enter_context(open(PHRASES, encoding="utf-8")))
    languages = sorted(phrases[0])
    source = language_code(params["source_language"]) or "auto"
    target = language_code(params["target_language"])
    for name in (source, target):
        if name not in languages and name != "auto":
            raise Failure("DATA_NOT_FOUND", f"The phrase book has no {name}", details={"languages": languages})
    if target == "auto":
        raise Failure("INVALID_PARAM", "target_language must be a language, not auto")
    wanted = folded(params["text"])
    for language in languages if source == "auto" else [source]:
        for phrase in phrases:
            if folded(phrase[language]) == wanted:
                return {
                    "translated_text": phrase[target],
                    "source_language": language,
                    "target_language": target,
                    "confidence": 1.0 if source != "auto" else 0.9,
                }
    raise Failure("DATA_NOT_FOUND", "The phrase book has no such phrase")


def language_code(name):
    """The two letters of a code, however they are written: JA, zh-CN and pt_BR name ja, zh and pt."""
    return name.strip().casefold().replace("_", "-").split("-")[0]


def folded(text):
    """The phrase as it is compared: no case, no punctuation around it, one form for each character."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).strip(" .,!?;。，！？")


REQUIRED = object()

# Each action: its handler, and its parameters with type and default. contract.json says the rest.
ACTIONS = {
    "run": (
        handle_run,
        {"text": (str, REQUIRED), "target_language": (str, REQUIRED), "source_language": (str, "auto")},
    ),
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
