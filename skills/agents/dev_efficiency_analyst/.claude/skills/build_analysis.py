#!/usr/bin/env python3
"""
Build Analysis

Analyzes CI builds: success rate, duration, trends, and the step that fails most.

stdin:  {"action": "analyze", "params": {"days": 7}}
stdout: {"success": true, "action": "analyze", "data": {"insights": [...], "metrics": {...}}}
stderr: the log; SKILL_DEBUG=1 makes it talkative
"""

import contextlib
import json
import logging
import os
import signal
import sys
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path

TIMEOUT = 120  # seconds
DEBUG = os.getenv("SKILL_DEBUG") == "1"
AGENT_DIR = Path(__file__).resolve().parent.parent.parent

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


def handle_analyze(params, resources):
    """Metrics of the last days, compared with as many days before."""
    builds = read_builds(resources, params["branch"])
    recent, before = periods(builds, check_days(params["days"]))
    metrics, earlier = measure(recent), measure(before)
    return {"insights": insights(metrics, earlier), "metrics": metrics, "previous": earlier}


def handle_report(params, resources):
    """A daily or weekly report."""
    if params["type"] not in ("daily", "weekly") or params["format"] not in ("markdown", "text"):
        raise Failure("INVALID_PARAM", "type is daily or weekly, format is markdown or text")
    recent, before = periods(read_builds(resources), 1 if params["type"] == "daily" else 7)
    metrics = measure(recent)
    heading = f"{params['type'].capitalize()} build report, {recent[-1]['started_at'][:10]}"
    lines = insights(metrics, measure(before))
    if params["format"] == "text":
        return {"content": "\n".join([heading, "", *lines]), "report_path": None}
    rows = [f"| {name.replace('_', ' ')} | {value} |" for name, value in metrics.items()]
    table = ["| metric | value |", "|---|---|", *rows]
    return {"content": "\n".join([f"# {heading}", "", *[f"- {line}" for line in lines], "", *table]), "report_path": None}


def handle_daily_briefing(params, resources):
    """The last day in a few lines."""
    builds = read_builds(resources)
    recent, before = periods(builds, 1)
    metrics = measure(recent)
    red = sorted({build["branch"] for build in recent if build["status"] == "failed"})
    lines = [f"Good morning. {builds[-1]['started_at'][:10]}:", *[f"- {line}" for line in insights(metrics, measure(before))]]
    lines.append(f"- Red branches: {', '.join(red)}" if red else "- Every branch is green")
    return {"content": "\n".join(lines), "metrics": metrics, "needs_attention": "main" in red}


def read_builds(resources, branch=""):
    try:
        file = resources.enter_context(open(AGENT_DIR / "data" / "ci_builds.json", encoding="utf-8"))
    except OSError as problem:
        raise Failure("DATA_NOT_FOUND", "There is no data/ci_builds.json") from problem
    builds = [build for build in json.load(file) if branch in ("", build["branch"])]
    if not builds:
        raise Failure("DATA_NOT_FOUND", f"There are no builds of {branch or 'any branch'}")
    return sorted(builds, key=lambda build: build["started_at"])


def check_days(days):
    if not 1 <= days <= 90:
        raise Failure("INVALID_PARAM", f"days must be 1 to 90, got {days}")
    return days


def periods(builds, days):
    """The builds of the last days, and of as many days before; the last build is now."""
    now, length = moment(builds[-1]), timedelta(days=days)
    recent = [build for build in builds if now - length < moment(build)]
    return recent, [build for build in builds if now - 2 * length < moment(build) <= now - length]


def moment(build):
    return datetime.fromisoformat(build["started_at"].replace("Z", "+00:00"))


def measure(builds):
    failed = [build for build in builds if build["status"] == "failed"]
    durations = sorted(build["duration_seconds"] for build in builds)
    steps = Counter(build.get("failed_step", "unknown") for build in failed)
    worst = min(steps, key=lambda step: (-steps[step], step)) if steps else None
    return {
        "builds": len(builds),
        "failed": len(failed),
        "success_rate": round(100 * (len(builds) - len(failed)) / len(builds), 1) if builds else None,
        "median_seconds": durations[len(durations) // 2] if durations else None,
        "worst_step": worst,
    }


def insights(metrics, earlier):
    """What is worth saying, the most important first."""
    said = [f"{metrics['failed']} of {metrics['builds']} builds failed, success rate {metrics['success_rate']} %"]
    if earlier["builds"]:
        change = round(metrics["success_rate"] - earlier["success_rate"], 1)
        if abs(change) >= 5:
            said.append(f"Success rate {'rose' if change > 0 else 'fell'} by {abs(change)} points")
        slower = metrics["median_seconds"] - earlier["median_seconds"]
        if abs(slower) >= 30:
            said.append(f"Builds got {abs(slower)} seconds {'slower' if slower > 0 else 'faster'} (median)")
    if metrics["worst_step"]:
        said.append(f"Most failures are in: {metrics['worst_step']}")
    return said


REQUIRED = object()

# Each action: its handler, and its parameters with type and default. contract.json says the rest.
ACTIONS = {
    "analyze": (handle_analyze, {"days": (int, 7), "branch": (str, "")}),
    "report": (handle_report, {"type": (str, REQUIRED), "format": (str, "markdown")}),
    "daily_briefing": (handle_daily_briefing, {}),
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
