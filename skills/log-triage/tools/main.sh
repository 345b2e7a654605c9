#!/bin/sh
# Log Triage
#
# Counts and groups the error and warning lines of a log text, the most frequent first.
#
# stdin:  {"action": "run", "params": {"log": "ERROR request 1 failed\nERROR request 2 failed\n"}}
# stdout: {"success": true, "action": "run", "data": {"lines": 2, "errors": 2, "groups": [...]}}
# stderr: the log; SKILL_DEBUG=1 makes it talkative
# Needs jq.
set -u

TIMEOUT=60 # seconds

# Each action with its parameters, their type and default. contract.json says the rest.
ACTIONS='{
  "run": {
    "log": {"type": "string"},
    "level": {"type": "string", "default": "warning"},
    "top": {"type": "integer", "default": 10}
  }
}'

log() {
  printf '%s\n' "$*" >&2
}

debug() {
  [ "${SKILL_DEBUG:-}" != 1 ] || log "DEBUG $*"
}

# Says from inside an action why it cannot be done.
fail() {
  jq -n --arg code "$1" --arg message "$2" '{code: $code, message: $message}' >"$WORK/error.json"
  exit 3
}

# One function for each action: "$WORK/call.json" holds {action, params}, the data goes to stdout.
# An action that cannot be done says why: fail DATA_NOT_FOUND 'There is no such file'

# Finds the level of each line, takes out what differs from call to call, and counts what is left.
handle_run() {
  jq '
    def level:
      if test("\\b(FATAL|CRITICAL|PANIC)\\b"; "i") then "fatal"
      elif test("\\b(ERROR|ERR|SEVERE)\\b|Exception\\b|Traceback"; "i") then "error"
      elif test("\\bWARN(ING)?\\b"; "i") then "warning"
      else "other" end;
    def pattern:
      gsub("\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}:\\d{2}([.,]\\d+)?(Z|[+-]\\d{2}:?\\d{2})?"; "")
      | gsub("\"[^\"]*\""; "\"…\"")
      | gsub("\\b(0x)?[0-9a-f]{8,}\\b"; "#"; "i")
      | gsub("\\d+"; "#")
      | gsub("\\s+"; " ") | ltrimstr(" ") | rtrimstr(" ");
    {"warning": ["fatal", "error", "warning"], "error": ["fatal", "error"], "fatal": ["fatal"]} as $levels
    | .params as $params
    | [$params.log | split("\n")[] | rtrimstr("\r")] as $raw
    | (if $raw[-1:] == [""] then $raw[:-1] else $raw end) as $lines
    | [$lines | to_entries[] | {line: (.key + 1), text: .value, level: (.value | level)}] as $judged
    | [$judged[] | select(.level as $level | $levels[$params.level] // [] | index($level))] as $wanted
    | {
        lines: ($lines | length),
        errors: ([$judged[] | select(.level == "error" or .level == "fatal")] | length),
        warnings: ([$judged[] | select(.level == "warning")] | length),
        groups: (
          [$wanted | map(. + {pattern: (.text | pattern)}) | group_by(.pattern)[]
            | {pattern: .[0].pattern, level: .[0].level, count: length, first_line: .[0].line, last_line: .[-1].line, sample: .[0].text}]
          | sort_by(-.count, .first_line) | .[:$params.top]
        )
      }' "$WORK/call.json"
}

# Reads the request: {action, params} with defaults filled in, or {action, error}.
READ_REQUEST='
  def refused($code; $message; $more): {error: ({code: $code, message: $message} + $more)};
  def kind: if type == "number" and . == floor then "integer" else type end;
  if length != 1 or (.[0] | type) != "object" then error("not one object") else .[0] end
  | (if .action == null and ($actions | length) == 1 then ($actions | keys[0]) else .action end) as $action
  | (.params // {}) as $params
  | {action: $action} + (
      if ($action | type) != "string" or ($actions | has($action) | not) then
        refused("UNKNOWN_ACTION"; "Unknown action: \($action)"; {supported_actions: ($actions | keys_unsorted)})
      elif ($params | type) != "object" then refused("INVALID_PARAM"; "params must be an object"; {})
      else
        $actions[$action] as $declared
        | [$declared | to_entries[] | select((.value | has("default") | not) and (.key as $name | $params | has($name) | not)) | .key] as $missing
        | (($declared | map_values(.default)) + $params) as $filled
        | [$declared | to_entries[] | select([.value.type] - ($filled[.key] | [kind, type]) != [])] as $wrong
        | if ($missing | length) > 0 then
            refused("MISSING_PARAM"; "Missing required parameters: \($missing | join(", "))"; {details: {missing: $missing}})
          elif ($wrong | length) > 0 then
            refused("INVALID_PARAM"; "\($wrong[0].key) must be \($wrong[0].value.type)"; {})
          else {params: $filled} end
      end)'

WRAP_DATA='if length == 1 then {success: true, action: $action, data: .[0]} else error("not one value") end'

refuse() {
  jq -nc --arg action "$1" --arg code "$2" --arg message "$3" \
    '{success: false, action: $action, error: {code: $code, message: $message}}'
  exit "$4"
}

# For messages without quotes in them, when there is no jq or no action yet.
refuse_bare() {
  printf '{"success": false, "error": {"code": "%s", "message": "%s"}}\n' "$1" "$2"
  exit 1
}

watch_time() {
  sleep "$TIMEOUT" &
  nap=$!
  trap 'kill "$nap"; exit' TERM
  wait "$nap"
  : >"$WORK/timed-out"
  kill "$1"
}

clean_up() {
  [ -z "$watchdog" ] || kill "$watchdog" 2>/dev/null
  rm -rf "$WORK"
}

main() {
  command -v jq >/dev/null 2>&1 || refuse_bare TOOL_NOT_AVAILABLE 'This skill needs jq, and it is not installed'
  WORK=$(mktemp -d) || refuse_bare INTERNAL_ERROR 'There is no room for temporary files'
  watchdog=''
  trap clean_up EXIT
  trap 'exit 143' HUP INT TERM

  if ! jq -s --argjson actions "$ACTIONS" "$READ_REQUEST" >"$WORK/call.json" 2>"$WORK/problem"; then
    refuse_bare INVALID_JSON 'Failed to parse input JSON: expected one JSON object with action and params'
  fi
  debug "call: $(cat "$WORK/call.json")"
  action=$(jq -r 'if .error then "" else .action end' "$WORK/call.json")
  if [ -z "$action" ]; then
    jq -c '{success: false, action, error}' "$WORK/call.json"
    exit 0
  fi

  "handle_$action" >"$WORK/data.json" </dev/null &
  handler=$!
  watch_time "$handler" >/dev/null 2>&1 </dev/null &
  watchdog=$!
  wait "$handler"
  status=$?
  if [ -e "$WORK/timed-out" ]; then
    refuse "$action" TIMEOUT "Not done within $TIMEOUT seconds" 1
  elif [ -s "$WORK/error.json" ]; then
    jq -c --arg action "$action" '{success: false, action: $action, error: .}' "$WORK/error.json"
  elif [ "$status" -ne 0 ]; then
    refuse "$action" INTERNAL_ERROR "$action ended with status $status" 1
  else
    debug "$action done"
    jq -sc --arg action "$action" "$WRAP_DATA" "$WORK/data.json" 2>"$WORK/problem" ||
      refuse "$action" INTERNAL_ERROR "$action did not print one JSON value" 1
  fi
}

main
