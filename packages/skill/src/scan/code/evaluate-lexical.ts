import { DECODERS } from '../text/decode-layers.ts'
import { normalPath } from '../text/path-class.ts'
import { findUrls } from '../text/urls.ts'
import { execute, note, readPath, request, writePath } from './effects.ts'
import {
  ARGUMENT_OF_SHELL,
  DECODES,
  DECODES_BEHIND,
  DECODES_HEX,
  FETCHES,
  READS,
  RECEIVES,
  RUNS,
  RUNS_REQUEST,
  SENDS,
  SHELLS,
  SOCKETS,
  STARTS_SHELL,
  secretPathIn,
  splitStatements,
  WRITES,
} from './lexical-words.ts'
import { MAX_DEPTH, type Place, placeAt, type Trace, takeStep } from './trace.ts'
import {
  addMarks,
  joinValues,
  mapTexts,
  markedValue,
  marksOf,
  mergeMarks,
  textValue,
  UNKNOWN,
  type Value,
} from './value.ts'

/** Reads a language that has no grammar here statement by statement, by its words. */
export function evaluateLexical(trace: Trace, text: string, place: Place): Value {
  const variables = new Map<string, Value>()
  let out: Value = UNKNOWN
  const lines = text.split('\n')
  if (
    (SOCKETS.test(text) &&
      SHELLS.test(text) &&
      /GetStream|exec|system|proc_open|Command|->open3|dup2|>&/i.test(text) &&
      /\biex\b|Invoke-Expression|exec|system|proc_open|Command/i.test(text)) ||
    // awk runs what it read from a connection.
    (/\/inet6?\/tcp\//.test(text) && /\|&?\s*getline|\bsystem\(/.test(text)) ||
    // Input and output of a program that runs lines are put on a connection.
    (SOCKETS.test(text) && /STDIN->fdopen|\bdup2?\(/.test(text) && /\bsystem\b|\bexec\b/.test(text)) ||
    RUNS_REQUEST.test(text)
  ) {
    note(trace, place, 'remote-shell', {
      what: 'a socket tied to a shell',
      targets: lines.filter((line) => SOCKETS.test(line)).slice(0, 3),
    })
  }
  for (const [row, line] of lines.slice(0, 5_000).entries()) {
    for (const statement of splitStatements(line)) {
      if (statement.length < 3 || statement.length > 20_000 || !takeStep(trace, place)) continue
      out = evaluateStatement(statement, variables, trace, placeAt(place, row))
    }
  }
  return out
}

/** Commands of Windows that have the same effect from every language it starts them in. */
const SYSTEM_COMMAND =
  /^\s*@?(?:(?:Set|Add|New|Remove|Clear|Disable|Register|Stop)-[A-Z]\w+|netsh|reg|schtasks|vssadmin|wbadmin|bcdedit|wevtutil|net|powershell|pwsh|certutil|mshta|bitsadmin)(?:\.exe)?\s/i

function evaluateStatement(statement: string, variables: Map<string, Value>, trace: Trace, place: Place): Value {
  if (SYSTEM_COMMAND.test(statement) && place.depth < MAX_DEPTH)
    trace.run('shell', statement, { ...place, depth: place.depth + 1 })
  const behind = /[){]\s*([$@%]?[A-Za-z_]\w*)\s*[.:]?=\s*(?![=~>])/.exec(statement)?.[1]
  const assigned =
    /^\s*(?:(?:while|if|until|unless)\s*\(?\s*)?(?:my\s+|\[string\]|local\s+|let\s+(?:mut\s+)?|var\s+|val\s+|set\s+)?([$@%]?[A-Za-z_]\w*)(?:\s*,\s*\w+)?\s*(?:[.:]?=|<-|to\b)\s*(?![=~>])(.+)$/i.exec(
      statement,
    )
  const expression = assigned?.[2] ?? statement
  const value = valueIn(expression, variables, trace, place)
  const name = assigned?.[1] ?? behind
  if (name !== undefined) variables.set(name.toLowerCase(), value)
  // Perl opens into a variable.
  const opened = /\bopen\b\s*\(?\s*(?:my\s+)?(\$\w+)\s*,/.exec(statement)?.[1]
  if (opened !== undefined) variables.set(opened.toLowerCase(), value)
  const out = /(?:-OutFile|DownloadFile\([^,]+,|>|of=)\s*["']?([\w.~:%$\\/-]{3,200})/i.exec(expression)?.[1]
  if (out !== undefined && marksOf(value).some((mark) => mark.startsWith('net:')))
    writePath(trace, place, variables.get(out.toLowerCase()) ?? textValue(out), value, 'a download')
  noteWritten(expression, value, variables, trace, place)
  const started = /(?:Start-Process|saps|&|Invoke-Item|ii)\s+(?:-FilePath\s+)?["']?([\w.~:%$\\/-]{3,200})/i.exec(
    expression,
  )?.[1]
  const made = started === undefined ? undefined : (trace.written.get(started) ?? written(trace, started, variables))
  if (made !== undefined) execute(trace, place, made, 'lexical', 'a file it made')
  if (RUNS.test(expression) || /`[^`]{3,}`/.test(expression)) runStatement(expression, value, trace, place)
  return value
}

// What was fetched or decoded is what the file holds from now on, and what its name stands for.
function noteWritten(
  expression: string,
  value: Value,
  variables: Map<string, Value>,
  trace: Trace,
  place: Place,
): void {
  const path = WRITES.exec(expression)?.[1]
  if (path === undefined || !marksOf(value).some((mark) => /^(?:net|layer):/.test(mark))) return
  const known = variables.get(path.toLowerCase())
  writePath(trace, place, known ?? textValue(path), value)
  if (known !== undefined || path.startsWith('$'))
    variables.set(path.toLowerCase(), joinValues(known ?? UNKNOWN, value))
}

function written(trace: Trace, name: string, variables: ReadonlyMap<string, Value>): Value | undefined {
  for (const text of variables.get(name.toLowerCase())?.texts ?? [name]) {
    const found = trace.written.get(normalPath(text))
    if (found !== undefined) return found
  }
  return undefined
}

function runStatement(expression: string, value: Value, trace: Trace, place: Place): void {
  const quoted =
    /(?:system|exec|passthru|shell_exec|popen|do shell script|execute|Start-Process|`)\s*\(?\s*(?:["']((?:[^"'\\]|\\.){4,2000})["']|([^`]{4,2000})`)/i.exec(
      expression,
    )
  const command = quoted?.[1] ?? quoted?.[2]
  if (command !== undefined && place.depth < MAX_DEPTH)
    execute(
      trace,
      place,
      addMarks(
        textValue(command.replace(/\\(["'$])/g, '$1')),
        ...marksOf(value).filter((mark) => mark.startsWith('layer:')),
      ),
      'shell',
      'a command in a string',
    )
  for (const match of expression.matchAll(ARGUMENT_OF_SHELL))
    execute(trace, place, textValue((match[1] ?? match[2] ?? '').replace(/\\(["'$])/g, '$1')), 'shell', 'a shell')
  if (marksOf(value).some((mark) => mark.startsWith('net:') || mark.startsWith('layer:') || mark === 'socket'))
    execute(trace, place, value, STARTS_SHELL.test(expression) ? 'shell' : 'lexical', 'an evaluated text')
}

function valueIn(expression: string, variables: ReadonlyMap<string, Value>, trace: Trace, place: Place): Value {
  const folded = foldStrings(expression)
  let value: Value = UNKNOWN
  for (const match of folded.matchAll(DECODES)) {
    const utf16 = /Unicode\.GetString/i.test(folded)
    const decoded = mapTexts(
      textValue(match[1] ?? ''),
      utf16 ? (text) => Buffer.from(text, 'base64').toString('utf16le') : DECODERS.base64,
      'base64',
    )
    value = joinValues(value, decoded)
  }
  for (const match of folded.matchAll(DECODES_HEX))
    value = joinValues(value, mapTexts(textValue(match[1] ?? ''), DECODERS.hex, 'hex'))
  for (const match of folded.matchAll(DECODES_BEHIND))
    value = joinValues(value, mapTexts(textValue(match[1] ?? ''), DECODERS.base64, 'base64'))
  for (const match of folded.matchAll(/[$@%]?[A-Za-z_]\w*/g)) {
    const known = variables.get(match[0].toLowerCase())
    if (known !== undefined) value = joinValues(value, known)
  }
  if (
    /\$env:(?!\w)|env:\*|GetEnvironmentVariables\(\)|Get-ChildItem\s+env:|\$_ENV\b(?!\[)|ENV\.to_h|%ENV\b|os\.Environ\(\)|env::vars\(\)|System\.getenv\(\)|ENV\.(?:each|map|inspect)/i.test(
      folded,
    )
  )
    value = addMarks(value, 'env:*')
  for (const match of folded.matchAll(/(?:\$env:|ENV\[['"]|getenv\(['"]|\$ENV\{['"]?)([A-Za-z_]\w{2,60})/g))
    value = addMarks(value, `env:${match[1] ?? ''}`)
  for (const match of folded.matchAll(READS)) {
    const file = match[1] ?? ''
    if (!/^https?:/.test(file)) value = addMarks(value, ...marksOf(readPath(trace, place, textValue(file))))
  }
  const secret = secretPathIn(folded)
  if (secret !== undefined) value = addMarks(value, ...marksOf(readPath(trace, place, textValue(secret))))
  if (RECEIVES.test(folded)) value = addMarks(value, 'socket')
  const urls = [
    ...findUrls(folded).map((found) => found.url),
    ...(value.texts.length > 0
      ? value.texts.flatMap((text) => (/^https?:\/\/\S+$/.test(text.trim()) ? [text.trim()] : []))
      : []),
    // A handle that was made for an address.
    ...(SENDS.test(folded) ? marksOf(value).flatMap((mark) => (mark.startsWith('net:') ? [mark.slice(4)] : [])) : []),
  ]
  if (urls.length > 0 || value.texts.some((text) => /^https?:/.test(text))) {
    const sends = SENDS.test(folded)
    if (sends || FETCHES.test(folded)) {
      const layered = marksOf(value).filter((mark) => mark.startsWith('layer:'))
      const answer = request(trace, place, {
        url: { texts: urls, marks: layered },
        body: sends ? { texts: [], marks: marksOf(value) } : UNKNOWN,
        what: 'a request',
      })
      return { texts: [], marks: mergeMarks(answer.marks, layered) }
    }
    return { texts: urls.slice(0, 4), marks: marksOf(value) }
  }
  if (FETCHES.test(folded) && value.texts.length > 0) return request(trace, place, { url: value, what: 'a request' })
  const literal = /^\s*["']([^"']{1,2000})["']\s*$/.exec(folded)?.[1]
  return literal !== undefined && value === UNKNOWN
    ? textValue(literal)
    : value.texts.length > 0
      ? value
      : markedValue(...marksOf(value))
}

// 'ab' + 'cd', "ab" . "cd" and PowerShell's backtick inside a word are one text.
function foldStrings(expression: string): string {
  let folded = expression
    .replace(/([A-Za-z])`([A-Za-z])/g, '$1$2')
    // The home folder by its many names.
    .replace(
      /(?:(?:os\.)?[gG]etenv\(\s*["'](?:HOME|USERPROFILE)["']\s*\)|\$_(?:SERVER|ENV)\[["']HOME["']\]|ENV\[["']HOME["']\]|ENV\.fetch\(["']HOME["']\)|Dir\.home)\s*[.+]\s*(["'])/g,
      '$1~',
    )
    .replace(
      /#\{(?:Dir\.home|ENV\[["']HOME["']\])\}|\$ENV\{["']?HOME["']?\}|\$\(?\$?env:(?:USERPROFILE|HOME)\)?/gi,
      '~',
    )
  for (let round = 0; round < 20; round++) {
    const next = folded.replace(/(["'])([^"']*)\1\s*[+.]\s*(["'])([^"']*)\3/g, '$1$2$4$1')
    if (next === folded) break
    folded = next
  }
  return folded
}
