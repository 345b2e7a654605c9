#!/usr/bin/env node
/**
 * CSV Insight
 *
 * Profiles a CSV text: columns, types, missing values, ranges and the most frequent values.
 *
 * stdin:  {"action": "run", "params": {"csv": "city,people\nOslo,709037\n"}}
 * stdout: {"success": true, "action": "run", "data": {"rows": 1, "columns": [...], ...}}
 * stderr: the log; SKILL_DEBUG=1 makes it talkative
 */
import { text } from 'node:stream/consumers'

const TIMEOUT_MS = 60_000
const DEBUG = process.env.SKILL_DEBUG === '1'
const DELIMITERS: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' }

type Fields = Record<string, unknown>

interface Context {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal
  /** What is pushed here is closed whatever happens. */
  readonly resources: { close(): unknown }[]
}

interface Action {
  // biome-ignore lint/suspicious/noExplicitAny: readParams has checked what each handler declares.
  readonly handle: (params: any, context: Context) => Promise<unknown>
  readonly parameters: Readonly<Record<string, { readonly type: string; readonly default?: unknown }>>
}

/** Why an action cannot be done, as the caller is told. The exit code is 0: a refusal is an answer. */
class Failure extends Error {
  readonly error: Fields
  readonly exitCode: number

  constructor(code: string, message: string, more: Fields = {}, exitCode = 0) {
    super(message)
    this.error = { code, message, ...more }
    this.exitCode = exitCode
  }
}

// Each action: its handler, and its parameters with type and default. contract.json says the rest.
const ACTIONS: Readonly<Record<string, Action>> = {
  run: {
    handle: handleRun,
    parameters: {
      csv: { type: 'string' },
      delimiter: { type: 'string', default: 'auto' },
      has_header: { type: 'boolean', default: true },
      top: { type: 'integer', default: 3 },
    },
  },
}

interface Options {
  readonly csv: string
  readonly delimiter: string
  readonly has_header: boolean
  readonly top: number
}

/** Profiles a table column by column. */
async function handleRun({ csv, delimiter, has_header, top }: Options) {
  const name = delimiter === 'auto' ? likeliestDelimiter(csv) : delimiter
  const records = parseCsv(csv.replace(/^\uFEFF/, ''), DELIMITERS[name] ?? ',')
  if (records.length === 0) throw new Failure('DATA_NOT_FOUND', 'The text has no rows')
  const width = Math.max(...records.slice(0, 1000).map((record) => record.length))
  const header = has_header ? (records.shift() ?? []) : []
  const names = Array.from({ length: width }, (_, i) => header[i]?.trim() || `column_${i + 1}`)
  const columns = names.map((column, i) =>
    profile(
      column,
      records.map((record) => (record[i] ?? '').trim()),
      top,
    ),
  )
  const notes = notesOn(names, records, columns)
  return { rows: records.length, delimiter: name, columns: columns.map(({ written: _, ...column }) => column), notes }
}

/** The delimiter that stands most often in the first line. */
function likeliestDelimiter(csv: string): string {
  const [line = ''] = csv.split('\n', 1)
  const counted = Object.entries(DELIMITERS).map(([name, sign]) => ({ name, count: line.split(sign).length }))
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).name
}

/** Reads the records of a CSV text: quoted fields may hold delimiters, line ends and doubled quotes. Empty lines do not count. */
function parseCsv(csv: string, delimiter: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let field = ''
  let isQuoted = false
  const endRecord = () => {
    record.push(field)
    if (record.length > 1 || field !== '') records.push(record)
    record = []
    field = ''
  }
  for (let i = 0; i < csv.length; i++) {
    const sign = csv.charAt(i)
    if (isQuoted) {
      if (sign !== '"') field += sign
      else if (csv.charAt(i + 1) === '"') field += csv.charAt(++i)
      else isQuoted = false
    } else if (sign === '"' && field === '') isQuoted = true
    else if (sign === delimiter) {
      record.push(field)
      field = ''
    } else if (sign === '\n') endRecord()
    else if (sign !== '\r' || csv.charAt(i + 1) !== '\n') field += sign
  }
  if (field !== '' || record.length > 0) endRecord()
  return records
}

interface Column {
  readonly name: string
  readonly type: string
  readonly filled: number
  readonly missing: number
  readonly distinct: number
  readonly min?: number | string
  readonly max?: number | string
  readonly mean?: number
  /** How its numbers are written, when not plainly. */
  readonly written: readonly string[]
  readonly top: readonly { readonly value: string; readonly count: number }[]
}

function profile(name: string, values: readonly string[], top: number): Column {
  const filled = values.filter((value) => value !== '')
  const counts = new Map<string, number>()
  for (const value of filled) counts.set(value, (counts.get(value) ?? 0) + 1)
  const frequent = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, top)
  const { type, written, ...range } = judge(filled)
  return {
    name,
    type,
    filled: filled.length,
    missing: values.length - filled.length,
    distinct: counts.size,
    ...range,
    written,
    top: frequent.map(([value, count]) => ({ value, count })),
  }
}

const PATTERNS: readonly (readonly [string, RegExp])[] = [
  ['boolean', /^(?:true|false|yes|no)$/i],
  ['date', /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/],
]

/** How the numbers of a column are written: where digits are grouped, what the decimal sign is, and what stands beside them. */
interface Notation {
  readonly integer: RegExp
  readonly number: RegExp
  readonly group: RegExp
  readonly decimal: string
}

const POINT: Notation = {
  integer: /^[+-]?(?:\d{1,15}|\d{1,3}(?:[, '\u00a0\u202f]\d{3}){1,4})$/,
  number: /^[+-]?(?:(?:\d+|\d{1,3}(?:[, '\u00a0\u202f]\d{3})+)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/,
  group: /[, '\u00a0\u202f]/g,
  decimal: '.',
}
const COMMA: Notation = {
  integer: /^[+-]?(?:\d{1,15}|\d{1,3}(?:[. '\u00a0\u202f]\d{3}){1,4})$/,
  number: /^[+-]?(?:(?:\d+|\d{1,3}(?:[. '\u00a0\u202f]\d{3})+)(?:,\d*)?|,\d+)$/,
  group: /[. '\u00a0\u202f]/g,
  decimal: ',',
}
// 1,200 may be one thousand two hundred or one and a fifth: only such a value tells that the comma is decimal.
const TELLS_COMMA = /,(?:\d{1,2}|\d{4,})$|\.\d{3},/
const AFFIX = /^([+-]?)(?:([$€£¥₹])\s?)?(.*?)(?:\s?([$€£¥₹元%]))?$/u

/** A column of numbers, read; undefined when some value is none, or when they do not carry the same sign. */
function readNumbers(values: readonly string[]): { type: string; numbers: number[]; written: string[] } | undefined {
  // Full-width digits and signs (１２, ￥) are the same as narrow ones.
  const parts = values.map((value) => AFFIX.exec(value.normalize('NFKC')) ?? [])
  const signs = new Set(parts.map(([, , before, , after]) => before ?? after ?? ''))
  const bare = parts.map(([, sign = '', , digits = '']) => sign + digits)
  const notation = bare.some((value) => TELLS_COMMA.test(value)) ? COMMA : POINT
  if (signs.size !== 1 || !bare.every((value) => notation.number.test(value))) return undefined
  const [sign = ''] = signs
  return {
    type: bare.every((value) => notation.integer.test(value)) ? 'integer' : 'number',
    numbers: bare.map((value) => Number(value.replace(notation.group, '').replace(notation.decimal, '.'))),
    written: [
      ...(sign ? [`with ${sign}`] : []),
      ...(notation === COMMA ? ['with a decimal comma'] : []),
      ...(bare.some((value) => value.search(notation.group) >= 0) ? ['with grouped digits'] : []),
    ],
  }
}

/** The narrowest type that every value of the column has, its range, and how its numbers are written. */
function judge(values: readonly string[]): Pick<Column, 'type' | 'min' | 'max' | 'mean'> & { written: string[] } {
  if (values.length === 0) return { type: 'empty', written: [] }
  const read = readNumbers(values)
  if (read !== undefined) return { type: read.type, ...rangeOf(read.numbers), written: read.written }
  const type = PATTERNS.find(([, pattern]) => values.every((value) => pattern.test(value)))?.[0] ?? 'text'
  if (type !== 'date') return { type, written: [] }
  const sorted = values.toSorted()
  return { type, min: sorted[0] ?? '', max: sorted.at(-1) ?? '', written: [] }
}

function rangeOf(numbers: readonly number[]): { min: number; max: number; mean: number } {
  const sum = numbers.reduce((total, value) => total + value, 0)
  return {
    min: numbers.reduce((least, value) => Math.min(least, value)),
    max: numbers.reduce((most, value) => Math.max(most, value)),
    mean: Number((sum / numbers.length).toFixed(4)),
  }
}

/** Warnings for a user of the table. */
function notesOn(
  names: readonly string[],
  records: readonly (readonly string[])[],
  columns: readonly Column[],
): string[] {
  const ragged = records.filter((record) => record.length !== names.length).length
  const twice = names.filter((name, i) => names.indexOf(name) < i)
  const gaps = columns.filter(({ filled, missing }) => missing > 0 && filled > 0)
  const constant = columns.filter(({ distinct, filled }) => distinct === 1 && filled > 1)
  return [
    ...(ragged > 0 ? [`${ragged} of ${records.length} rows do not have ${names.length} fields`] : []),
    ...twice.map((name) => `The name ${name} stands twice in the header`),
    ...gaps.map(({ name, missing }) => `${name} has ${missing} missing ${missing === 1 ? 'value' : 'values'}`),
    ...columns.flatMap(({ name, written }) => (written.length > 0 ? [`${name} is written ${written.join(', ')}`] : [])),
    ...constant.map(({ name, top: [first] }) => `${name} is always ${first?.value}`),
  ]
}

async function main(): Promise<void> {
  const { line, exitCode } = await answer(await text(process.stdin))
  await new Promise((written) => process.stdout.write(`${line}\n`, written))
  process.exit(exitCode)
}

/** The answer to a request as a line of JSON, and the exit code. */
async function answer(input: string): Promise<{ line: string; exitCode: number }> {
  let action: unknown = null
  try {
    const request = readRequest(input)
    debug('request:', JSON.stringify(request))
    const names = Object.keys(ACTIONS)
    action = request.action ?? (names.length === 1 ? names[0] : null)
    const found = typeof action === 'string' && Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
    if (!found) throw new Failure('UNKNOWN_ACTION', `Unknown action: ${action}`, { supported_actions: names })
    const data = await perform(found, readParams(request.params, found))
    debug(action, 'done')
    return { line: JSON.stringify({ success: true, action, data }), exitCode: 0 }
  } catch (problem) {
    if (problem instanceof Failure) {
      return { line: JSON.stringify({ success: false, action, error: problem.error }), exitCode: problem.exitCode }
    }
    log(`${action} failed: ${problem instanceof Error ? problem.stack : problem}`)
    const error = { code: 'INTERNAL_ERROR', message: problem instanceof Error ? problem.message : String(problem) }
    return { line: JSON.stringify({ success: false, action, error }), exitCode: 1 }
  }
}

/** Runs a handler within the time limit, and closes what it opened. */
async function perform({ handle }: Action, params: Fields): Promise<unknown> {
  const resources: Context['resources'] = []
  const timer = new AbortController()
  const timeout = setTimeout(() => timer.abort(), TIMEOUT_MS)
  try {
    return await Promise.race([handle(params, { signal: timer.signal, resources }), timedOut(timer.signal)])
  } finally {
    clearTimeout(timeout)
    for (const resource of resources.reverse()) await resource.close()
  }
}

function readRequest(input: string): Fields {
  let request: unknown
  try {
    request = JSON.parse(input)
  } catch (problem) {
    throw new Failure('INVALID_JSON', `Failed to parse input JSON: ${problem}`, {}, 1)
  }
  if (isFields(request)) return request
  throw new Failure('INVALID_JSON', 'Expected one JSON object with action and params', {}, 1)
}

/** The parameters with defaults filled in; refuses what is missing or of the wrong type. */
function readParams(given: unknown, { parameters }: Action): Fields {
  const params = given ?? {}
  if (!isFields(params)) throw new Failure('INVALID_PARAM', 'params must be an object')
  const declared = Object.entries(parameters)
  const missing = declared.flatMap(([name, spec]) => ('default' in spec || Object.hasOwn(params, name) ? [] : [name]))
  if (missing.length > 0) {
    throw new Failure('MISSING_PARAM', `Missing required parameters: ${missing.join(', ')}`, { details: { missing } })
  }
  const filled: Fields = { ...params }
  for (const [name, { type, default: fallback }] of declared) {
    if (!Object.hasOwn(filled, name)) filled[name] = fallback
    if (typeOf(filled[name]) !== type && !(type === 'number' && typeOf(filled[name]) === 'integer')) {
      throw new Failure('INVALID_PARAM', `${name} must be ${type}, got ${typeOf(filled[name])}`)
    }
  }
  return filled
}

function isFields(value: unknown): value is Fields {
  return typeOf(value) === 'object'
}

/** The JSON type of a value; whole numbers are integers. */
function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

function timedOut(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const failure = new Failure('TIMEOUT', `Not done within ${TIMEOUT_MS / 1000} seconds`, {}, 1)
    signal.addEventListener('abort', () => reject(failure), { once: true })
  })
}

function log(...words: unknown[]): void {
  console.error(...words)
}

function debug(...words: unknown[]): void {
  if (DEBUG) log('DEBUG', ...words)
}

await main()
