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

# Joins the lines of a stack trace into one event, finds the level of each event, takes out what differs from event to
# event, and counts what is left. A line that is a JSON object says its level and message itself.
handle_run() {
  jq '
    def named_level:
      ascii_downcase
      | if test("^(fatal|critical|crit|panic|emerg(ency)?|alert|f|致命|严重)$") then "fatal"
        elif test("^(error|err|severe|e|错误)$") then "error"
        elif test("^(warn(ing)?|w|警告)$") then "warning"
        else "other" end;
    def numbered_level: if . >= 60 then "fatal" elif . >= 50 then "error" elif . >= 40 then "warning" else "other" end;
    # A level that is written as such counts, whatever the message says; without one, words that only errors have.
    def suspect_level:
      ([match("\\b(TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|ERR|SEVERE|FATAL|CRITICAL|CRIT|PANIC|EMERG|ALERT)\\b").string][0]
       // [capture("^(?<name>[EFWID])\\d{4} \\d{2}:\\d{2}:").name][0]
       // [capture("(?:^|[\\[【 ])(?<name>致命|严重|错误|警告|信息|调试)(?:[\\]】:：]|$)").name][0]
       // [select(test("[=\\[<]")) | capture("(?:\\b(?:level|lvl|severity)=\"?|\\[|<)(?<name>trace|debug|info|notice|warn(?:ing)?|error|err|fatal|critical|panic)\\b"; "i").name][0]
      ) as $written
      | if $written then $written | named_level
        elif test("\\b(fatal|panic)\\b"; "i") then "fatal"
        elif test("\\b(error|severe)\\b|(Error|Exception)\\b|Traceback"; "i") then "error"
        elif test("\\bwarn(ing)?\\b"; "i") then "warning"
        else "other" end;
    def text_level:
      if test("fatal|crit|panic|emerg|alert|err|severe|exception|traceback|warn|致命|严重|错误|警告|^[EFWID]\\d{4} "; "i") then suspect_level else "other" end;
    def pattern:
      gsub("\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}:\\d{2}([.,]\\d+)?(Z|[+-]\\d{2}:?\\d{2})?"; "")
      | gsub("\"[^\"]*\""; "\"…\"")
      | gsub("\\b(0x)?[0-9a-f]{8,}\\b"; "#"; "i")
      | gsub("\\d+"; "#")
      | gsub("\\s+"; " ") | ltrimstr(" ") | rtrimstr(" ");
    def first_text: map(select(type == "string" and . != ""))[0];
    def structured: if startswith("{") then (try fromjson catch null | select(type == "object")) else null end;
    # {level, text} of the first line of an event.
    def judged:
      . as $line
      | ([structured] | .[0]) as $object
      | if $object == null then {level: text_level, text: $line}
        else
          $object
          | ([.level, .severity, .lvl, .levelname, .["log.level"]?, .log?.level?] | map(select(type == "string" or type == "number"))[0]) as $level
          | ([.msg, .message, .event, .error?.message?, .err?.message?, .error, .err] | first_text) as $message
          | (if ($level | type) == "number" then $level | numbered_level
             elif $level then $level | named_level
             elif $message then $message | text_level
             else "other" end) as $found
          | {level: $found, text: (if $message then "\($found | ascii_upcase) \($message)" else $line end)}
        end;
    {"warning": ["fatal", "error", "warning"], "error": ["fatal", "error"], "fatal": ["fatal"]} as $levels
    | .params as $params
    | [$params.log | split("\n")[] | rtrimstr("\r")] as $raw
    | (if $raw[-1:] == [""] then $raw[:-1] else $raw end) as $lines
    | [foreach ($lines | to_entries[]) as {key: $at, value: $text} (
        {event: 0, in_trace: false, part: "head"};
        ($text[:1]) as $sign
        | if .in_trace and ($sign == "" or $sign == " " or $sign == "\t") then .part = "frame"
        elif .in_trace then .in_trace = false | .part = "cause"
        elif $sign == "T" and ($text | startswith("Traceback (most recent call last)")) then
          (if .part == "head" and .event > 0 and (.level == "error" or .level == "fatal") then . else .event += 1 end)
          | .in_trace = true | .part = "frame" | .level = "error"
        elif .event > 0 and .level != "other" and ($sign == " " or $sign == "\t" or $sign == "C")
          and ($text | test("^\\s+at |^\\s+\\.\\.\\. \\d+ more|^Caused by: ")) then .part = "frame"
        elif $sign == "" then .event += 1 | .part = "head" | .level = "other" | .said = ""
        else .event += 1 | .part = "head" | . + ($text | judged | {level, said: .text}) end;
        {event, part, line: ($at + 1), text: $text, level, said}
      )] as $parts
    | [$parts | group_by(.event)[]
        | (map(select(.part == "head"))[0]) as $head
        | (map(select(.part == "cause"))[-1].text) as $cause
        | {
            line: .[0].line,
            last: .[-1].line,
            level: (if $head then $head.level else "error" end),
            said: ([($head.said // empty), ($cause // empty)] | join(" · ")),
            sample: .[0].text
          }
        | if .said == "" then .said = .sample else . end] as $events
    | [$events[] | select(.level as $level | $levels[$params.level] // [] | index($level))] as $wanted
    | {
        lines: ($lines | length),
        errors: ([$events[] | select(.level == "error" or .level == "fatal")] | length),
        warnings: ([$events[] | select(.level == "warning")] | length),
        groups: (
          # A pattern takes long to make: events that say the same share one.
          [$wanted | group_by(.said)[] | {pattern: (.[0].said | pattern), level: .[0].level, all: .}]
          | [group_by(.pattern)[] | (map(.all[]) | sort_by(.line)) as $all
            | {pattern: .[0].pattern, level: $all[0].level, count: ($all | length), first_line: $all[0].line, last_line: $all[-1].last, sample: $all[0].sample}]
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
