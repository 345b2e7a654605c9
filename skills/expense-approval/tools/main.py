#!/usr/bin/env python3
"""
Expense Approval

A task for a person: `request` makes the question that somebody has to answer, `decide` takes the answer and records the
decision. In between the host waits, as long as the person needs; this script keeps nothing.

stdin:  {"action": "request", "params": {"requester": "mei", "purpose": "Train", "amount_cents": 18450}}
stdout: {"success": true, "action": "request", "data": {"task": {...}, "state": "waiting", ...}}
stderr: the log; SKILL_DEBUG=1 makes it talkative
"""

import contextlib
import hashlib
import json
import logging
import os
import signal
import sys

TIMEOUT = 30  # seconds
DEBUG = os.getenv("SKILL_DEBUG") == "1"
# Below this nobody has to be asked, above the second one person is not enough.
FREE_CENTS = 2_500
TWO_PEOPLE_CENTS = 100_000

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


def handle_request(params, resources):
    """Makes the task: who has to answer what."""
    task = {name: params[name] for name in ("requester", "purpose", "amount_cents", "currency")}
    task["task_id"] = id_of(task)
    task["approvals_needed"] = 0 if free(task) else 2 if task["amount_cents"] > TWO_PEOPLE_CENTS else 1
    if free(task):
        return {"task": task, "state": "approved", "question": None, "answer_schema": None, "reason": "Below the limit"}
    return {
        "task": task,
        "state": "waiting",
        "question": f"{task['requester']} asks for {money(task)}: {task['purpose']}. Do you approve?",
        "answer_schema": ANSWER_SCHEMA,
        "reason": f"Needs {task['approvals_needed']} approval{'s' * (task['approvals_needed'] > 1)}",
    }


def handle_decide(params, resources):
    """Records the answers of people: one refusal refuses, enough approvals approve, otherwise it waits on."""
    task, answers = params["task"], params["answers"]
    if task.get("task_id") != id_of(task):
        raise Failure("INVALID_PARAM", "The task was changed after it was requested")
    seen = {}
    for answer in answers:
        approver = answer["approver"].strip().lower()
        if approver == task["requester"].strip().lower():
            raise Failure("PERMISSION_DENIED", f"{answer['approver']} cannot decide on their own expense")
        if seen.get(approver, answer["decision"]) != answer["decision"]:
            raise Failure("INVALID_PARAM", f"{answer['approver']} said both yes and no")
        if answer["decision"] == "reject" and not answer.get("comment", "").strip():
            raise Failure("MISSING_PARAM", "A rejection needs a comment", details={"missing": ["comment"]})
        seen[approver] = answer["decision"]
    needed = 0 if free(task) else 2 if task["amount_cents"] > TWO_PEOPLE_CENTS else 1
    approvals = sum(1 for decision in seen.values() if decision == "approve")
    state = "rejected" if "reject" in seen.values() else "approved" if approvals >= needed else "waiting"
    comments = [f"{a['approver']}: {a['comment']}" for a in answers if a.get("comment", "").strip()]
    return {"task_id": task["task_id"], "state": state, "approvals": approvals, "approvals_needed": needed, "comments": comments}


# What a person's answer looks like; hosts make a form of it.
ANSWER_SCHEMA = {
    "type": "object",
    "required": ["approver", "decision"],
    "additionalProperties": False,
    "properties": {
        "approver": {"type": "string", "minLength": 1, "maxLength": 100},
        "decision": {"type": "string", "enum": ["approve", "reject"]},
        "comment": {"type": "string", "maxLength": 1000},
    },
}


def id_of(task):
    """The id is made of what was asked for, so that a mix-up is noticed. A checksum, not a signature: the host keeps the task."""
    asked = [task.get(name) for name in ("requester", "purpose", "amount_cents", "currency")]
    return hashlib.sha256(json.dumps(asked, ensure_ascii=False).encode()).hexdigest()[:16]


def free(task):
    return task["amount_cents"] < FREE_CENTS


def money(task):
    return f"{task['amount_cents'] // 100}.{task['amount_cents'] % 100:02} {task['currency']}"


REQUIRED = object()

# Each action: its handler, and its parameters with type and default. contract.json says the rest.
ACTIONS = {
    "request": (
        handle_request,
        {"requester": (str, REQUIRED), "purpose": (str, REQUIRED), "amount_cents": (int, REQUIRED), "currency": (str, "EUR")},
    ),
    "decide": (handle_decide, {"task": (dict, REQUIRED), "answers": (list, REQUIRED)}),
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
