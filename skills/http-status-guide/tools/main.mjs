#!/usr/bin/env node
/**
 * HTTP Status Guide
 *
 * Explains HTTP status codes and what to do about each. Everything it says stands in docs/; this only looks it up.
 *
 * stdin:  {"action": "run", "params": {"query": "429"}}
 * stdout: {"success": true, "action": "run", "data": {"matches": [{"code": 429, "name": "Too Many Requests", ...}]}}
 * stderr: the log; SKILL_DEBUG=1 makes it talkative
 */
import { readdir, readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

const TIMEOUT_MS = 10_000
const DEBUG = process.env.SKILL_DEBUG === '1'
const DOCS = new URL('../docs/', import.meta.url)

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
  run: {
    handle: handleRun,
    parameters: { query: { type: 'string' }, limit: { type: 'integer', default: 3 } },
  },
}

/** The entries that answer a query, the best first: a code, a class such as 4xx, or words. */
async function handleRun({ query, limit }) {
  const entries = await readEntries()
  const scored = entries.map((entry) => ({ entry, points: pointsOf(entry, query) })).filter(({ points }) => points > 0)
  if (scored.length === 0) throw new Failure('DATA_NOT_FOUND', `The guide has nothing on ${JSON.stringify(query)}`)
  scored.sort((a, b) => b.points - a.points || a.entry.code - b.entry.code)
  return { matches: scored.slice(0, limit).map(({ entry }) => entry) }
}

/** Reads the pages: each "## 404 Not Found (未找到)" is an entry, with a paragraph and a line that begins with "What to do:". */
async function readEntries() {
  const pages = (await readdir(DOCS)).filter((file) => file.endsWith('.md')).sort()
  const read = pages.map(async (file) => {
    const sections = (await readFile(new URL(file, DOCS), 'utf8')).split(/^## /m).slice(1)
    return sections.map((section) => readEntry(section, `docs/${file}`))
  })
  return (await Promise.all(read)).flat()
}

function readEntry(section, source) {
  const [heading = '', ...lines] = section.split('\n').filter((line) => line.trim() !== '')
  const [, code, name, chinese] = /^(\d{3}) (.+) \((.+)\)$/.exec(heading) ?? []
  const advice = lines.find((line) => line.startsWith('What to do: ')) ?? ''
  return { code: Number(code), name, name_zh: chinese, meaning: lines[0] ?? '', advice: advice.slice(12), source }
}

function pointsOf(entry, query) {
  const wanted = query.trim().toLowerCase()
  const codes = wanted.match(/\b[1-5](?:\d\d|xx)\b/g) ?? []
  if (codes.length > 0) {
    const fits = codes.some((code) =>
      code.endsWith('xx') ? code[0] === String(entry.code)[0] : Number(code) === entry.code,
    )
    return fits ? 100 : 0
  }
  if (wanted !== '' && (wanted.includes(entry.name_zh) || entry.name_zh.includes(wanted))) return 50
  const words = wanted.split(/[^a-z']+/).filter((word) => word.length > 2)
  const inName = words.filter((word) => entry.name.toLowerCase().includes(word)).length
  const inText = words.filter((word) => `${entry.meaning} ${entry.advice}`.toLowerCase().includes(word)).length
  // Half of the words must be there, or every entry would answer every question a little.
  return 2 * Math.max(inName, inText) >= words.length && words.length > 0 ? 5 * inName + inText : 0
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
