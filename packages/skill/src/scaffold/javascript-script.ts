import { neededSamples, type ScriptFacts, sampleRequest, scriptParameters } from './script-facts.ts'
import type { StarterAction, StarterKind } from './starter-action.ts'

/** A JavaScript module that speaks the stdin/stdout protocol, with a handler for each action. Runs on Node as it is. */
export function javascriptScript(facts: ScriptFacts): string {
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
/** Why an action fails, as reported to the caller. The exit code is 0: a refusal is an answer. */
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
${actions.map(actionRow).join('\n')}
}

${actions.map(handler).join('\n\n')}

async function main() {
  const { line, exitCode } = await answer(await text(process.stdin))
  await new Promise((written) => process.stdout.write(\`\${line}\\n\`, written))
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
      throw new Failure('UNKNOWN_ACTION', \`Unknown action: \${action}\`, { supported_actions: names })
    }
    const { handle, parameters } = ACTIONS[action]
    const data = await perform(handle, readParams(request.params, parameters))
    debug(action, 'done')
    return { line: JSON.stringify({ success: true, action, data }), exitCode: 0 }
  } catch (problem) {
    if (problem instanceof Failure) {
      return { line: JSON.stringify({ success: false, action, error: problem.error }), exitCode: problem.exitCode }
    }
    log(\`\${action} failed: \${problem?.stack ?? problem}\`)
    const error = { code: 'INTERNAL_ERROR', message: String(problem?.message ?? problem) }
    return { line: JSON.stringify({ success: false, action, error }), exitCode: 1 }
  }
}

/** Runs a handler within the time limit; what it pushed into \`resources\` is closed whatever happens. */
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
    throw new Failure('INVALID_JSON', \`Failed to parse input JSON: \${problem.message}\`, {}, 1)
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
    throw new Failure('MISSING_PARAM', \`Missing required parameters: \${missing.join(', ')}\`, { details: { missing } })
  }
  const filled = { ...params }
  for (const [name, { type, default: fallback }] of declared) {
    if (!Object.hasOwn(filled, name)) filled[name] = fallback
    if (typeOf(filled[name]) !== type && !(type === 'number' && typeOf(filled[name]) === 'integer')) {
      throw new Failure('INVALID_PARAM', \`\${name} must be \${type}, got \${typeOf(filled[name])}\`)
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
    const failure = new Failure('TIMEOUT', \`Not done within \${TIMEOUT_MS / 1000} seconds\`, {}, 1)
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
`
}

/** The lines that hold the sample data, the same in JavaScript and TypeScript. */
export function sampleLines(actions: readonly StarterAction[]): string {
  const { values, items } = neededSamples(actions)
  const lines = [
    ...(values
      ? ['const SAMPLE_VALUES = [12, 15, 11, 18, 21, 19, 24] // one for each day; replace with your data']
      : []),
    ...(items
      ? ["const SAMPLE_ITEMS = ['first build', 'second build', 'first release'] // replace with your data"]
      : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** A row of the table of actions, the same in JavaScript and TypeScript. */
export function actionRow(action: StarterAction): string {
  const parameters = scriptParameters(action).map(({ name, type, defaultJson }) => {
    const fallback = defaultJson === undefined ? '' : `, default: ${defaultJson.replace(/^"(.*)"$/, "'$1'")}`
    return `${name}: { type: '${type}'${fallback} }`
  })
  return `  ${action.name}: {
    handle: ${handlerName(action.name)},
    parameters: {
${parameters.map((parameter) => `      ${parameter},\n`).join('')}    },
  },`
}

/** `daily_briefing` is handled by `handleDailyBriefing`. */
export function handlerName(action: string): string {
  return `handle${action.replace(/(?:^|_+)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replaceAll('_', '')}`
}

/** Text that cannot end a block comment. */
export function commentText(text: string): string {
  return text.replaceAll('*/', '* /')
}

function handler({ name, kind, description }: StarterAction): string {
  return `/** ${commentText(description)} */
async function ${handlerName(name)}(params) {
${HANDLERS[kind]}
}`
}

const HANDLERS: Readonly<Record<StarterKind, string>> = {
  analyze: `  const values = SAMPLE_VALUES.slice(-params.days)
  const total = values.reduce((sum, value) => sum + value, 0)
  const highest = Math.max(...values)
  return {
    insights: [\`\${params.target}: \${total} in all, at most \${highest} a day\`],
    metrics: { days_analyzed: values.length, total, highest },
  }`,
  report: `  const values = SAMPLE_VALUES.slice(params.type === 'daily' ? -1 : -7)
  const total = values.reduce((sum, value) => sum + value, 0)
  const heading = params.type === 'daily' ? 'Daily report' : 'Weekly report'
  const mark = params.format === 'markdown' ? '# ' : ''
  return { content: \`\${mark}\${heading}\\n\\nTotal: \${total}\`, report_path: null }`,
  fetch: `  if (params.source !== 'sample') throw new Failure('DATA_NOT_FOUND', \`There is no source \${params.source}\`)
  const items = SAMPLE_ITEMS.map((title, i) => ({ id: i + 1, title }))
  const found = items.filter(({ title }) => title.includes(params.query))
  return { items: found, count: found.length }`,
  push: `  if (!params.dry_run) {
    throw new Failure('EXTERNAL_SERVICE_ERROR', \`There is no connection to \${params.destination} yet\`)
  }
  return { pushed: false, id: null, fields: Object.keys(params.data).length }`,
  full: `  const values = SAMPLE_VALUES.slice(-params.days)
  log('INFO fetched', values.length, 'values')
  const total = values.reduce((sum, value) => sum + value, 0)
  return {
    steps: ['fetch', 'analyze', 'report'],
    insights: [\`\${params.target}: \${total} in all, at most \${Math.max(...values)} a day\`],
    content: \`# \${params.target}\\n\\nTotal: \${total}\`,
  }`,
  text: `  const words = params.text.split(/\\s+/).filter((word) => word !== '')
  const kept = words.slice(0, params.max_words)
  return { text: kept.join(' '), word_count: kept.length, shortened: kept.length < words.length }`,
}
