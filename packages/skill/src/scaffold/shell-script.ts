import { neededSamples, type ScriptFacts, sampleRequest, scriptParameters } from './script-facts.ts'
import type { StarterAction, StarterKind } from './starter-action.ts'

/** A POSIX shell script that speaks the stdin/stdout protocol, with a function for each action. Needs jq, and says so when it is not there. */
export function shellScript(facts: ScriptFacts): string {
  const { actions } = facts
  const samples = neededSamples(actions)
  return `#!/bin/sh
# ${facts.title}
#
# ${facts.description}
#
# stdin:  ${sampleRequest(facts)}
# stdout: {"success": true, "action": "${actions[0]?.name ?? ''}", "data": {...}}
# stderr: the log; SKILL_DEBUG=1 makes it talkative
# Needs jq.
set -u

TIMEOUT=300 # seconds
${samples.values ? "SAMPLE_VALUES='[12, 15, 11, 18, 21, 19, 24]' # one for each day; replace with your data\n" : ''}${
  samples.items ? `SAMPLE_ITEMS='["first build", "second build", "first release"]' # replace with your data\n` : ''
}
# Each action with its parameters, their type and default. contract.json says the rest.
ACTIONS='{
${actions.map(tableRow).join(',\n')}
}'

log() {
  printf '%s\\n' "$*" >&2
}

debug() {
  [ "\${SKILL_DEBUG:-}" != 1 ] || log "DEBUG $*"
}

# Says from inside an action why it cannot be done.
fail() {
  jq -n --arg code "$1" --arg message "$2" '{code: $code, message: $message}' >"$WORK/error.json"
  exit 3
}

# One function for each action: "$WORK/call.json" holds {action, params}, the data goes to stdout.
# An action that cannot be done says why: fail DATA_NOT_FOUND 'There is no such file'

${actions.map(handler).join('\n\n')}

# Reads the request: {action, params} with defaults filled in, or {action, error}.
READ_REQUEST='
  def refused($code; $message; $more): {error: ({code: $code, message: $message} + $more)};
  def kind: if type == "number" and . == floor then "integer" else type end;
  if length != 1 or (.[0] | type) != "object" then error("not one object") else .[0] end
  | (if .action == null and ($actions | length) == 1 then ($actions | keys[0]) else .action end) as $action
  | (.params // {}) as $params
  | {action: $action} + (
      if ($action | type) != "string" or ($actions | has($action) | not) then
        refused("UNKNOWN_ACTION"; "Unknown action: \\($action)"; {supported_actions: ($actions | keys_unsorted)})
      elif ($params | type) != "object" then refused("INVALID_PARAM"; "params must be an object"; {})
      else
        $actions[$action] as $declared
        | [$declared | to_entries[] | select((.value | has("default") | not) and (.key as $name | $params | has($name) | not)) | .key] as $missing
        | (($declared | map_values(.default)) + $params) as $filled
        | [$declared | to_entries[] | select([.value.type] - ($filled[.key] | [kind, type]) != [])] as $wrong
        | if ($missing | length) > 0 then
            refused("MISSING_PARAM"; "Missing required parameters: \\($missing | join(", "))"; {details: {missing: $missing}})
          elif ($wrong | length) > 0 then
            refused("INVALID_PARAM"; "\\($wrong[0].key) must be \\($wrong[0].value.type)"; {})
          else {params: $filled} end
      end)'

WRAP_DATA='if length == 1 then {success: true, action: $action, data: .[0]} else error("not one value") end'

refuse() {
  jq -nc --arg action "$1" --arg code "$2" --arg message "$3" \\
    '{success: false, action: $action, error: {code: $code, message: $message}}'
  exit "$4"
}

# For messages without quotes in them, when there is no jq or no action yet.
refuse_bare() {
  printf '{"success": false, "error": {"code": "%s", "message": "%s"}}\\n' "$1" "$2"
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
`
}

function handler({ name, kind, description }: StarterAction): string {
  return `# ${description}
handle_${name}() {
${HANDLERS[kind]}
}`
}

const HANDLERS: Readonly<Record<StarterKind, string>> = {
  analyze: String.raw`  jq --argjson values "$SAMPLE_VALUES" '.params as $params
    | $values[-$params.days:]
    | {
        insights: ["\($params.target): \(add) in all, at most \(max) a day"],
        metrics: {days_analyzed: length, total: add, highest: max}
      }' "$WORK/call.json"`,
  report: String.raw`  jq --argjson values "$SAMPLE_VALUES" '.params
    | (if .type == "daily" then $values[-1:] else $values[-7:] end | add) as $total
    | (if .type == "daily" then "Daily report" else "Weekly report" end) as $heading
    | (if .format == "markdown" then "# " else "" end) as $mark
    | {content: "\($mark)\($heading)\n\nTotal: \($total)", report_path: null}' "$WORK/call.json"`,
  fetch: `  source=$(jq -r '.params.source' "$WORK/call.json")
  [ "$source" = sample ] || fail DATA_NOT_FOUND "There is no source $source"
  jq --argjson titles "$SAMPLE_ITEMS" '.params.query as $query
    | [$titles | to_entries[] | {id: (.key + 1), title: .value} | select(.title | contains($query))]
    | {items: ., count: length}' "$WORK/call.json"`,
  push: `  destination=$(jq -r 'if .params.dry_run then "" else .params.destination end' "$WORK/call.json")
  [ -z "$destination" ] || fail EXTERNAL_SERVICE_ERROR "There is no connection to $destination yet"
  jq '{pushed: false, id: null, fields: (.params.data | length)}' "$WORK/call.json"`,
  full: String.raw`  log "INFO fetched the sample"
  jq --argjson values "$SAMPLE_VALUES" '.params as $params
    | $values[-$params.days:]
    | {
        steps: ["fetch", "analyze", "report"],
        insights: ["\($params.target): \(add) in all, at most \(max) a day"],
        content: "# \($params.target)\n\nTotal: \(add)"
      }' "$WORK/call.json"`,
  text: String.raw`  jq '.params
    | [.text | splits("\\s+") | select(. != "")] as $words
    | $words[:.max_words] as $kept
    | {text: ($kept | join(" ")), word_count: ($kept | length), shortened: (($kept | length) < ($words | length))}' "$WORK/call.json"`,
}

function tableRow(action: StarterAction): string {
  const parameters = scriptParameters(action).map(({ name, type, defaultJson }) => {
    const fallback = defaultJson === undefined ? '' : `, "default": ${defaultJson}`
    return `"${name}": {"type": "${type}"${fallback}}`
  })
  return `  "${action.name}": {${parameters.join(', ')}}`
}
