import { actionRow, commentText, handlerName, sampleLines } from './javascript-script.ts'
import { type ScriptFacts, sampleRequest, scriptParameters } from './script-facts.ts'
import type { StarterAction, StarterKind } from './starter-action.ts'

/** A TypeScript module that speaks the stdin/stdout protocol, with a handler for each action. Its types are erasable: Node runs it as it is. */
export function typescriptScript(facts: ScriptFacts): string {
  const { actions } = facts
  return `#!/usr/bin/env node
/**
 * ${commentText(facts.title)}
 *
 * ${commentText(facts.description)}
 *
 * stdin:  ${commentText(sampleRequest(facts))}
 * stdout: {"success": true, "action": "${actions[0]?.name ?? ''}", "data": {...}}
 * stderr: the log; SKILL_DEBUG=1 makes it talkative
 */
import { text } from 'node:stream/consumers'

const TIMEOUT_MS = 300_000
const DEBUG = process.env.SKILL_DEBUG === '1'
${sampleLines(actions)}
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

/** Why an action fails, as reported to the caller. The exit code is 0: a refusal is an answer. */
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
${actions.map(actionRow).join('\n')}
}

${actions.map(handler).join('\n\n')}

async function main(): Promise<void> {
  const { line, exitCode } = await answer(await text(process.stdin))
  await new Promise((written) => process.stdout.write(\`\${line}\\n\`, written))
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
    if (!found) throw new Failure('UNKNOWN_ACTION', \`Unknown action: \${action}\`, { supported_actions: names })
    const data = await perform(found, readParams(request.params, found))
    debug(action, 'done')
    return { line: JSON.stringify({ success: true, action, data }), exitCode: 0 }
  } catch (problem) {
    if (problem instanceof Failure) {
      return { line: JSON.stringify({ success: false, action, error: problem.error }), exitCode: problem.exitCode }
    }
    log(\`\${action} failed: \${problem instanceof Error ? problem.stack : problem}\`)
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
    throw new Failure('INVALID_JSON', \`Failed to parse input JSON: \${problem}\`, {}, 1)
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
    throw new Failure('MISSING_PARAM', \`Missing required parameters: \${missing.join(', ')}\`, { details: { missing } })
  }
  const filled: Fields = { ...params }
  for (const [name, { type, default: fallback }] of declared) {
    if (!Object.hasOwn(filled, name)) filled[name] = fallback
    if (typeOf(filled[name]) !== type && !(type === 'number' && typeOf(filled[name]) === 'integer')) {
      throw new Failure('INVALID_PARAM', \`\${name} must be \${type}, got \${typeOf(filled[name])}\`)
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
    const failure = new Failure('TIMEOUT', \`Not done within \${TIMEOUT_MS / 1000} seconds\`, {}, 1)
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
`
}

function handler(action: StarterAction): string {
  return `/** ${commentText(action.description)} */
async function ${handlerName(action.name)}(${HANDLERS[action.kind].takes}: { ${parameterTypes(action)} }) {
${HANDLERS[action.kind].body}
}`
}

const TYPES: Readonly<Record<string, string>> = { integer: 'number', object: 'Fields' }

function parameterTypes(action: StarterAction): string {
  return scriptParameters(action)
    .map(({ name, type }) => `${name}: ${TYPES[type] ?? type}`)
    .join('; ')
}

const HANDLERS: Readonly<Record<StarterKind, { takes: string; body: string }>> = {
  analyze: {
    takes: '{ target, days }',
    body: `  const values = SAMPLE_VALUES.slice(-days)
  const total = values.reduce((sum, value) => sum + value, 0)
  const highest = Math.max(...values)
  return {
    insights: [\`\${target}: \${total} in all, at most \${highest} a day\`],
    metrics: { days_analyzed: values.length, total, highest },
  }`,
  },
  report: {
    takes: '{ type, format }',
    body: `  const values = SAMPLE_VALUES.slice(type === 'daily' ? -1 : -7)
  const total = values.reduce((sum, value) => sum + value, 0)
  const heading = type === 'daily' ? 'Daily report' : 'Weekly report'
  return { content: \`\${format === 'markdown' ? '# ' : ''}\${heading}\\n\\nTotal: \${total}\`, report_path: null }`,
  },
  fetch: {
    takes: '{ source, query }',
    body: `  if (source !== 'sample') throw new Failure('DATA_NOT_FOUND', \`There is no source \${source}\`)
  const items = SAMPLE_ITEMS.map((title, i) => ({ id: i + 1, title })).filter(({ title }) => title.includes(query))
  return { items, count: items.length }`,
  },
  push: {
    takes: '{ destination, data, dry_run }',
    body: `  if (!dry_run) throw new Failure('EXTERNAL_SERVICE_ERROR', \`There is no connection to \${destination} yet\`)
  return { pushed: false, id: null, fields: Object.keys(data).length }`,
  },
  full: {
    takes: '{ target, days }',
    body: `  const values = SAMPLE_VALUES.slice(-days)
  log('INFO fetched', values.length, 'values')
  const total = values.reduce((sum, value) => sum + value, 0)
  return {
    steps: ['fetch', 'analyze', 'report'],
    insights: [\`\${target}: \${total} in all, at most \${Math.max(...values)} a day\`],
    content: \`# \${target}\\n\\nTotal: \${total}\`,
  }`,
  },
  text: {
    takes: '{ text, max_words }',
    body: `  const words = text.split(/\\s+/).filter((word) => word !== '')
  const kept = words.slice(0, max_words)
  return { text: kept.join(' '), word_count: kept.length, shortened: kept.length < words.length }`,
  },
}
