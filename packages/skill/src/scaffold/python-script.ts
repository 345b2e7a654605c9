import { neededSamples, type ScriptFacts, sampleRequest, scriptParameters } from './script-facts.ts'
import type { StarterAction, StarterKind } from './starter-action.ts'

/** A Python script that speaks the stdin/stdout protocol, with a handler for each action. Standard library only. */
export function pythonScript(facts: ScriptFacts): string {
  const { actions } = facts
  const samples = neededSamples(actions)
  return `#!/usr/bin/env python3
"""
${docText(facts.title)}

${docText(facts.description)}

stdin:  ${docText(sampleRequest(facts))}
stdout: {"success": true, "action": "${actions[0]?.name ?? ''}", "data": {...}}
stderr: the log; SKILL_DEBUG=1 makes it talkative
"""

import contextlib
import json
import logging
import os
import signal
import sys

TIMEOUT = 300  # seconds
DEBUG = os.getenv("SKILL_DEBUG") == "1"
${samples.values ? 'SAMPLE_VALUES = [12, 15, 11, 18, 21, 19, 24]  # one for each day; replace with your data\n' : ''}${
  samples.items ? 'SAMPLE_ITEMS = ["first build", "second build", "first release"]  # replace with your data\n' : ''
}
logging.basicConfig(
    stream=sys.stderr, level=logging.DEBUG if DEBUG else logging.INFO, format="%(levelname)s %(message)s"
)
log = logging.getLogger("skill")


class Failure(Exception):
    """Why an action fails, as reported to the caller. The exit code is 0: a refusal is an answer."""

    def __init__(self, code, message, exit_code=0, **more):
        super().__init__(message)
        self.error = {"code": code, "message": message, **more}
        self.exit_code = exit_code


${actions.map(handler).join('\n\n')}

REQUIRED = object()

# Each action: its handler, and its parameters with type and default. contract.json says the rest.
ACTIONS = {
${actions.map(tableRow).join('\n')}
}


def main():
    line, exit_code = answer(sys.stdin.buffer.read())
    sys.stdout.buffer.write(line + b"\\n")
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
`
}

function handler({ name, kind, description }: StarterAction): string {
  return `def handle_${name}(params, resources):
    """${docText(description)}"""
${HANDLERS[kind]}
`
}

const HANDLERS: Readonly<Record<StarterKind, string>> = {
  analyze: `    values = SAMPLE_VALUES[-params["days"]:]
    insight = f"{params['target']}: {sum(values)} in all, at most {max(values)} a day"
    return {
        "insights": [insight],
        "metrics": {"days_analyzed": len(values), "total": sum(values), "highest": max(values)},
    }`,
  report: `    values = SAMPLE_VALUES[-1:] if params["type"] == "daily" else SAMPLE_VALUES[-7:]
    heading = "Daily report" if params["type"] == "daily" else "Weekly report"
    mark = "# " if params["format"] == "markdown" else ""
    return {"content": f"{mark}{heading}\\n\\nTotal: {sum(values)}", "report_path": None}`,
  fetch: `    if params["source"] != "sample":
        raise Failure("DATA_NOT_FOUND", f"There is no source {params['source']}")
    # What is opened with resources.enter_context(open(...)) is closed whatever happens.
    items = [{"id": i, "title": title} for i, title in enumerate(SAMPLE_ITEMS, 1) if params["query"] in title]
    return {"items": items, "count": len(items)}`,
  push: `    if not params["dry_run"]:
        raise Failure("EXTERNAL_SERVICE_ERROR", f"There is no connection to {params['destination']} yet")
    return {"pushed": False, "id": None, "fields": len(params["data"])}`,
  full: `    values = SAMPLE_VALUES[-params["days"]:]
    log.info("fetched %d values", len(values))
    insight = f"{params['target']}: {sum(values)} in all, at most {max(values)} a day"
    return {
        "steps": ["fetch", "analyze", "report"],
        "insights": [insight],
        "content": f"# {params['target']}\\n\\nTotal: {sum(values)}",
    }`,
  text: `    words = params["text"].split()
    kept = words[: params["max_words"]]
    return {"text": " ".join(kept), "word_count": len(kept), "shortened": len(kept) < len(words)}`,
}

const PYTHON_TYPES: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  boolean: 'bool',
  object: 'dict',
}
const PYTHON_WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

function tableRow(action: StarterAction): string {
  const parameters = scriptParameters(action).map(({ name, type, defaultJson }) => {
    const value = defaultJson === undefined ? 'REQUIRED' : (PYTHON_WORDS[defaultJson] ?? defaultJson)
    return `"${name}": (${PYTHON_TYPES[type] ?? 'str'}, ${value})`
  })
  return `    "${action.name}": (handle_${action.name}, {${parameters.join(', ')}}),`
}

/** Text that cannot end a docstring or begin an escape in it. */
function docText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"""', "'''")
}
