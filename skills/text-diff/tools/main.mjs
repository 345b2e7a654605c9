#!/usr/bin/env node
/**
 * Text Diff
 *
 * Compares two texts line by line as a unified diff, and applies such a diff to a text.
 *
 * stdin:  {"action": "diff", "params": {"before": "a\nb\n", "after": "a\nc\n"}}
 * stdout: {"success": true, "action": "diff", "data": {"patch": "@@ -1,2 +1,2 @@...", ...}}
 * stderr: the log; SKILL_DEBUG=1 makes it talkative
 */
import { text } from 'node:stream/consumers'

const TIMEOUT_MS = 60_000
const DEBUG = process.env.SKILL_DEBUG === '1'
// Beyond so many edits the rest counts as replaced: the search takes their square in time and memory.
const MAX_EDITS = 1_000
// How far from its line a part of a diff is looked for.
const MAX_SHIFT = 1_000
const NO_NEWLINE = '\\ No newline at end of file'

/** Why an action cannot be done, as the caller is told. The exit code is 0: a refusal is an answer. */
class Failure extends Error {
  constructor(code, message, more = {}, exitCode = 0) {
    super(message)
    this.error = { code, message, ...more }
    this.exitCode = exitCode
  }
}

// Each action: its handler, called with the parameters and { signal, resources }, and its parameters with type and
// default. contract.json says the rest.
const ACTIONS = {
  diff: {
    handle: handleDiff,
    parameters: {
      before: { type: 'string' },
      after: { type: 'string' },
      context: { type: 'integer', default: 3 },
    },
  },
  apply: {
    handle: handleApply,
    parameters: { text: { type: 'string' }, patch: { type: 'string' } },
  },
}

/** The unified diff between two texts. */
async function handleDiff({ before, after, context }) {
  const edits = editScript(splitLines(before), splitLines(after))
  const count = (sign) => edits.filter((edit) => edit.sign === sign).length
  return {
    patch: hunksOf(edits, context).map(hunkText).join(''),
    added: count('+'),
    removed: count('-'),
    unchanged: count(' '),
    identical: before === after,
  }
}

/** The text after a unified diff. Refuses with PATCH_CONFLICT when its lines are not where the diff says. */
async function handleApply({ text: source, patch }) {
  const lines = splitLines(source)
  const result = []
  let at = 0
  const hunks = readPatch(patch)
  for (const [i, { start, edits }] of hunks.entries()) {
    const expected = edits.filter(({ sign }) => sign !== '+').map(({ line }) => line)
    const found = findLines(lines, expected, Math.max(at, start), at)
    if (found < 0) {
      throw new Failure('PATCH_CONFLICT', `Part ${i + 1} of the diff does not fit the text at line ${start + 1}`, {
        details: { hunk: i + 1, line: start + 1 },
      })
    }
    result.push(...lines.slice(at, found), ...edits.filter(({ sign }) => sign !== '-').map(({ line }) => line))
    at = found + expected.length
  }
  return { text: [...result, ...lines.slice(at)].join(''), hunks: hunks.length }
}

/** The lines of a text, each with its line end. */
function splitLines(source) {
  return source === '' ? [] : source.split(/(?<=\n)/)
}

/** Every line of both texts in order, marked ' ', '-' or '+', with as few edits as possible. */
function editScript(before, after) {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  const most = Math.min(before.length, after.length) - head
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  const marked = (sign, lines) => lines.map((line) => ({ sign, line }))
  return [
    ...marked(' ', before.slice(0, head)),
    ...middleEdits(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...marked(' ', before.slice(before.length - tail)),
  ]
}

/** The edits between two lists by Myers' greedy search: the furthest point on each diagonal, one edit more each round. */
function middleEdits(before, after) {
  const reach = new Map([[1, 0]])
  const rounds = []
  for (let edits = 0; edits <= MAX_EDITS; edits++) {
    rounds.push(new Map(reach))
    for (let k = -edits; k <= edits; k += 2) {
      const isDown = k === -edits || (k !== edits && reach.get(k - 1) < reach.get(k + 1))
      let x = isDown ? reach.get(k + 1) : reach.get(k - 1) + 1
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x++
      reach.set(k, x)
      if (x >= before.length && x - k >= after.length) return walkBack(before, after, rounds)
    }
  }
  return [...before.map((line) => ({ sign: '-', line })), ...after.map((line) => ({ sign: '+', line }))]
}

function walkBack(before, after, rounds) {
  const script = []
  let [x, y] = [before.length, after.length]
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    const reach = rounds[edits]
    const k = x - y
    const isDown = k === -edits || (k !== edits && reach.get(k - 1) < reach.get(k + 1))
    const fromX = isDown ? reach.get(k + 1) : reach.get(k - 1)
    const fromY = fromX - (isDown ? k + 1 : k - 1)
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x--
      y--
      script.push({ sign: ' ', line: before[x] })
    }
    if (edits === 0) break
    script.push(isDown ? { sign: '+', line: after[fromY] } : { sign: '-', line: before[fromX] })
    x = fromX
    y = fromY
  }
  return script.reverse()
}

/** Groups edits with the lines around them; groups whose surroundings touch are one. */
function hunksOf(edits, context) {
  const hunks = []
  let [oldLine, newLine] = [0, 0]
  let last = Number.NEGATIVE_INFINITY
  for (const [i, { sign }] of edits.entries()) {
    if (sign !== ' ') {
      const from = Math.max(0, i - context)
      if (hunks.length === 0 || from > last + context + 1) {
        const lead = i - from
        hunks.push({ from, to: i, oldStart: oldLine - lead, newStart: newLine - lead })
      }
      last = i
      hunks.at(-1).to = Math.min(edits.length, i + context + 1)
    }
    if (sign !== '+') oldLine++
    if (sign !== '-') newLine++
  }
  return hunks.map(({ from, to, ...starts }) => ({ ...starts, edits: edits.slice(from, to) }))
}

function hunkText({ oldStart, newStart, edits }) {
  const size = (other) => edits.filter(({ sign }) => sign !== other).length
  // A part without lines names the line before it, as diff does.
  const range = (start, length) => `${length === 0 ? start : start + 1},${length}`
  const lines = edits.map(({ sign, line }) => `${sign}${line}${line.endsWith('\n') ? '' : `\n${NO_NEWLINE}\n`}`)
  return `@@ -${range(oldStart, size('+'))} +${range(newStart, size('-'))} @@\n${lines.join('')}`
}

/** Reads the parts of a unified diff; what stands before the first @@ (file names) is passed over. */
function readPatch(patch) {
  const hunks = []
  for (const line of splitLines(patch.endsWith('\n') ? patch : `${patch}\n`)) {
    const head = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+\d{1,9}(?:,\d{1,9})? @@/.exec(line)
    const sign = line.charAt(0)
    const current = hunks.at(-1)
    if (head) hunks.push({ start: Math.max(0, Number(head[1]) - (head[2] === '0' ? 0 : 1)), edits: [] })
    else if (current && (sign === ' ' || sign === '-' || sign === '+'))
      current.edits.push({ sign, line: line.slice(1) })
    else if (current && sign === '\\') dropNewline(current.edits.at(-1))
  }
  if (hunks.length === 0 && patch.trim() !== '')
    throw new Failure('INVALID_PARAM', 'patch is not a unified diff: no line begins with @@')
  return hunks
}

function dropNewline(edit) {
  if (edit) edit.line = edit.line.replace(/\r?\n$/, '')
}

/** Where the lines stand: at the place that is named, else at the nearest one not before `least`; -1 when nowhere. */
function findLines(lines, expected, place, least) {
  const fits = (at) =>
    at >= least && at + expected.length <= lines.length && expected.every((line, i) => lines[at + i] === line)
  for (let shift = 0; shift <= MAX_SHIFT; shift++) {
    if (fits(place + shift)) return place + shift
    if (fits(place - shift)) return place - shift
  }
  return -1
}

async function main() {
  const { line, exitCode } = await answer(await text(process.stdin))
  await new Promise((written) => process.stdout.write(`${line}\n`, written))
  process.exit(exitCode)
}

/** The answer to a request as a line of JSON, and the exit code. */
async function answer(input) {
  let action = null
  try {
    const request = readRequest(input)
    debug('request:', JSON.stringify(request))
    const names = Object.keys(ACTIONS)
    action = request.action ?? (names.length === 1 ? names[0] : null)
    if (typeof action !== 'string' || !Object.hasOwn(ACTIONS, action)) {
      throw new Failure('UNKNOWN_ACTION', `Unknown action: ${action}`, { supported_actions: names })
    }
    const { handle, parameters } = ACTIONS[action]
    const data = await perform(handle, readParams(request.params, parameters))
    debug(action, 'done')
    return { line: JSON.stringify({ success: true, action, data }), exitCode: 0 }
  } catch (problem) {
    if (problem instanceof Failure) {
      return { line: JSON.stringify({ success: false, action, error: problem.error }), exitCode: problem.exitCode }
    }
    log(`${action} failed: ${problem?.stack ?? problem}`)
    const error = { code: 'INTERNAL_ERROR', message: String(problem?.message ?? problem) }
    return { line: JSON.stringify({ success: false, action, error }), exitCode: 1 }
  }
}

/** Runs a handler within the time limit; what it pushed into `resources` is closed whatever happens. */
async function perform(handle, params) {
  const resources = []
  const timer = new AbortController()
  const timeout = setTimeout(() => timer.abort(), TIMEOUT_MS)
  try {
    return await Promise.race([handle(params, { signal: timer.signal, resources }), timedOut(timer.signal)])
  } finally {
    clearTimeout(timeout)
    for (const resource of resources.reverse()) await resource.close()
  }
}

function readRequest(input) {
  let request
  try {
    request = JSON.parse(input)
  } catch (problem) {
    throw new Failure('INVALID_JSON', `Failed to parse input JSON: ${problem.message}`, {}, 1)
  }
  if (typeOf(request) === 'object') return request
  throw new Failure('INVALID_JSON', 'Expected one JSON object with action and params', {}, 1)
}

/** The parameters with defaults filled in; refuses what is missing or of the wrong type. */
function readParams(given, parameters) {
  const params = given ?? {}
  if (typeOf(params) !== 'object') throw new Failure('INVALID_PARAM', 'params must be an object')
  const declared = Object.entries(parameters)
  const missing = declared.flatMap(([name, spec]) => ('default' in spec || Object.hasOwn(params, name) ? [] : [name]))
  if (missing.length > 0) {
    throw new Failure('MISSING_PARAM', `Missing required parameters: ${missing.join(', ')}`, { details: { missing } })
  }
  const filled = { ...params }
  for (const [name, { type, default: fallback }] of declared) {
    if (!Object.hasOwn(filled, name)) filled[name] = fallback
    if (typeOf(filled[name]) !== type && !(type === 'number' && typeOf(filled[name]) === 'integer')) {
      throw new Failure('INVALID_PARAM', `${name} must be ${type}, got ${typeOf(filled[name])}`)
    }
  }
  return filled
}

/** The JSON type of a value; whole numbers are integers. */
function typeOf(value) {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

function timedOut(signal) {
  return new Promise((_, reject) => {
    const failure = new Failure('TIMEOUT', `Not done within ${TIMEOUT_MS / 1000} seconds`, {}, 1)
    signal.addEventListener('abort', () => reject(failure), { once: true })
  })
}

function log(...words) {
  console.error(...words)
}

function debug(...words) {
  if (DEBUG) log('DEBUG', ...words)
}

await main()
