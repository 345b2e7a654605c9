import { isObject } from '@skillwright/contract'
import { parse as parseYaml } from 'yaml'
import { type Place, placeAt, type Trace } from './code/trace.ts'
import { textValue, UNKNOWN } from './code/value.ts'
import type { Purpose } from './declared-purpose.ts'
import { at, type Evidence } from './evidence.ts'
import { judgeHiddenFields } from './judge/concealment/judge-hidden-fields.ts'
import { judgeStated } from './judge/package/judge-requirements.ts'
import { judgeTexts } from './judge/prose/judge-texts.ts'
import type { TextFile } from './package-view.ts'
import { readContainers } from './read-containers.ts'
import type { RuleId } from './rules.ts'
import { commandIn } from './text/command-lines.ts'
import { RUNS_WHEN_READ } from './text/download-cradles.ts'
import { hostRelation, isStrange } from './text/host-relation.ts'
import { lineAt } from './text/line-at.ts'
import { isMirror, npmSource } from './text/package-source.ts'

const COMMAND_KEY =
  /^(?:command|cmd|run|script|exec|shell|install|preinstall|postinstall|prepare|prepack|setup|hook|statusLine|\w+Command|cmds?|runcmd|bootcmd|before_script|after_script|entry|bash)$/i
/** Entries of one list or map that are read. */
const MAX_ENTRIES = 500
/** Maps and lists inside each other that are read. */
const MAX_DEPTH = 50
const LIFECYCLE = /^(?:preinstall|install|postinstall|prepare|preprepare|postprepare|prepublish)$/
const MODEL_ADDRESS = /^(?:ANTHROPIC|OPENAI|CLAUDE|GEMINI|GOOGLE)_(?:API_)?(?:BASE_URL|API_BASE|BASE|ENDPOINT|HOST)$/i

/** What every package does before it is published or used. */
const NO_STEP =
  /^(?:husky(?: install)?|patch-package|tsc(?: -\w+)?|npm run build|node-gyp\w*|is-ci \|\| husky.*|true|echo [^$`|;&<>]*|(?:npx )?prisma generate|lefthook install|simple-git-hooks)$/
/** Parts of a command that install what the package names, or prepare a folder. */
const ORDINARY_STEP =
  /^(?:(?:cd|mkdir -p|chmod \+x) (?!.*\$\()[^;&|<>`]+|(?:npm|pnpm|yarn|bun) (?:i|ci|install|run build)(?: --?[\w-]+| [{$]\S+)*|(?:[.\w]+\/bin\/)?(?:pipx?|pip3|uv pip|uv tool) install (?:-q )?(?:-r [\w./{}$-]+|-e \.|[\w[\]-]+)|uv (?:venv|sync)|python3? -m venv [\w./{}-]+)$/
/** A script that an interpreter is given, or that is started by its path. */
const STARTED_SCRIPT =
  /^(?:(?:node|bun|tsx|python3?|bash|sh)\s+)?(?:[{$]\w*[{}]*\w*\}*\/|\.\/)?([\w./-]+\.(?:[cm]?[jt]s|py|sh))(?: -{0,2}[\w-]+)*$/

function commandOf(entry: Readonly<Record<string, unknown>>): string {
  return [entry.command, entry.script, entry.run].find((each) => typeof each === 'string') ?? ''
}

// A script of the package has been read like all others; what it installs is judged where it is installed.
function stepRule(rule: RuleId, command: string, { texts }: Trace): RuleId {
  const isOrdinary = command
    .split(/&&|;/)
    .map((part) => part.trim())
    .every((part) => ORDINARY_STEP.test(part) || texts.has(STARTED_SCRIPT.exec(part)?.[1] ?? ''))
  return isOrdinary ? 'scan/build-step' : rule
}

/** Reads a structured file: commands in it are read as commands, addresses of model services are checked. */
export function readConfig(file: TextFile, trace: Trace, purpose: Purpose): Evidence[] {
  const { path, text, isTest } = file
  const found: Evidence[] = []
  const isPackage = /(?:^|\/)package\.json$/.test(path)
  const isComposer = /(?:^|\/)composer\.json$/.test(path)
  // Cases for a test name commands that are to be refused.
  const place: Place = {
    file: path,
    line: 1,
    origin: isTest ? 'test' : 'config',
    role: isTest ? 'forbidden' : 'asked',
    isHidden: false,
    layers: [],
    depth: 0,
  }
  const data = parseData(path, text)
  if (data === undefined) {
    // Between two tags stands one value.
    const values = /^\s*<[?!\w]/.test(text) ? text.replace(/<[^>\n]{1,200}>/g, '`').replaceAll('&amp;', '&') : text
    readCommandLines(values, place, trace)
    return judgeTexts(file, undefined, purpose)
  }
  found.push(...judgeHiddenFields(file, data), ...judgeTexts(file, data, purpose))
  readContainers(data, place, trace)
  const isWhole = visit(data, [], (keys, value, owner) => {
    const key = keys.at(-1) ?? ''
    // Computed on demand: finding the line scans the whole text.
    const here = (): Place => ({ ...place, line: lineOfText(text, value) })
    if (MODEL_ADDRESS.test(key) && /^https?:/.test(value)) {
      if (isStrange(hostRelation(value, purpose)) && !/proxy|router|gateway|provider|relay|litellm/.test(purpose.said))
        found.push(at('scan/rerouted-agent', here(), `sets ${key} to ${value}`, value))
    }
    if (isPackage && keys[0] === 'scripts' && LIFECYCLE.test(key)) {
      trace.run('shell', value, { ...here(), origin: 'install' })
      if (!NO_STEP.test(value.trim()))
        found.push(
          at(stepRule('scan/lifecycle-hook', value, trace), here(), `runs "${value.slice(0, 80)}" on ${key}`, value),
        )
      return
    }
    if (isPackage) {
      if (keys[0] === 'scripts') trace.run('shell', value, here())
      else if (/dependencies$/i.test(keys[0] ?? '')) found.push(...judgeSource(value, here(), purpose))
      return
    }
    found.push(...judgeAgentSetting(keys, value, here, purpose))
    // Where a lock file has the packages come from.
    if ((key === 'resolved' || key === 'tarball') && /^https?:/.test(value)) {
      // What is checked by its digest cannot be changed on the way.
      const source = typeof owner.integrity === 'string' ? value.replace(/^http:/, 'https:') : value
      if (!isMirror(source)) found.push(...judgeSource(source, here(), purpose))
      return
    }
    if (keys.includes('mcpServers') && key === 'command' && Array.isArray(owner.args)) {
      trace.command(
        [
          textValue(value),
          ...owner.args.filter((arg): arg is string => typeof arg === 'string').map((arg) => textValue(arg)),
        ],
        UNKNOWN,
        here(),
      )
    } else if ((COMMAND_KEY.test(key) || (isComposer && keys[0] === 'scripts')) && /\s/.test(value))
      trace.run('shell', fillIn(value), here())
    else readCommandLines(value, { ...here(), origin: 'document', role: 'forbidden' }, trace)
  })
  if (!isWhole) trace.unfinished.add(path)
  return found
}

/**
 * Reads the commands in the lines of a text that has no parser here, as they stand. In a place whose role is not that of a
 * command a whole attack is a matter for a reviewer: it may be data, and it may be run.
 */
export function readCommandLines(text: string, place: Place, trace: Trace): void {
  for (const [row, line] of text.split('\n').entries())
    for (const reading of commandIn(line, { isCode: true })?.readings ?? [])
      trace.run('shell', fillIn(reading), placeAt(place, row))
}

// What an agent tells a server, and what a hook of it is given, goes to that address from then on.
function judgeAgentSetting(keys: readonly string[], value: string, here: () => Place, purpose: Purpose): Evidence[] {
  const isServer = keys.includes('mcpServers') && /^(?:url|serverUrl|httpUrl)$/.test(keys.at(-1) ?? '')
  const isHook = keys.includes('hooks') && keys.at(-1) === 'command'
  const url = isServer || isHook ? /https?:\/\/[^\s"'`]+/.exec(value)?.[0] : undefined
  if (url === undefined) return []
  const relation = hostRelation(url, purpose)
  // An installer is started by a person; a hook runs by itself in every session, whatever the host is called.
  if (isHook && RUNS_WHEN_READ.test(value) && !/^(?:vendor|local|unknown)$/.test(relation))
    return [at('scan/hidden-persistence', here(), `has a hook of the agent run what ${url} answers`, value)]
  if (!isStrange(relation)) return []
  const what = isServer ? `adds ${url} to the tools of the agent` : `has a hook of the agent reach ${url}`
  return [at('scan/agent-instructions', here(), what, value)]
}

// A dependency by its address instead of its name.
function judgeSource(source: string, place: Place, purpose: Purpose): Evidence[] {
  const url = npmSource(source)
  return url === undefined ? [] : judgeStated(url, place, purpose)
}

// What a workflow puts in before a shell sees it: one secret by its name, or all of them.
function fillIn(command: string): string {
  return command
    .replace(/['"]?\$\{\{\s*toJSON\(\s*(?:secrets|env)\s*\)\s*\}\}['"]?/gi, '"$(env)"')
    .replace(/\$\{\{\s*(?:secrets|env)\.(\w{1,80})\s*\}\}/g, '$$$1')
}

/** Reads the install entries of a front matter. */
export function readInstallEntries(purpose: Purpose, trace: Trace): Evidence[] {
  const found: Evidence[] = []
  const place: Place = {
    file: 'SKILL.md',
    line: 1,
    origin: 'install',
    role: 'asked',
    isHidden: false,
    layers: [],
    depth: 0,
  }
  visit(expandJson(purpose.fields), [], (keys, value, owner) => {
    const key = keys.at(-1) ?? ''
    found.push(...judgeAgentSetting(keys, value, () => place, purpose))
    const isInstall = keys.includes('install') || keys.includes('hooks') || keys.includes('setup')
    if (isInstall && key === 'kind' && /^(?:shell|exec|command|script|bash|custom)$/i.test(value))
      found.push(
        at(
          stepRule('scan/shell-install', commandOf(owner), trace),
          place,
          `has an install entry of kind ${value}`,
          JSON.stringify(owner).slice(0, 200),
        ),
      )
    if (COMMAND_KEY.test(key) && /\s/.test(value) && keys.length > 1) trace.run('shell', value, place)
    else if (isInstall && key === 'url' && /^https?:/.test(value))
      trace.run('shell', `curl -o ./installed-helper '${value.replaceAll("'", '')}'`, place)
  })
  return found
}

// Metadata is often JSON inside a YAML text.
function expandJson(value: unknown): unknown {
  if (typeof value === 'string' && /^\s*[{[]/.test(value)) {
    try {
      return JSON.parse(value)
    } catch {
      return value
    }
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expandJson(inner)]))
    : value
}

/** Shows every text of a value; false when there is more than the limit. */
function visit(
  value: unknown,
  keys: readonly string[],
  see: (keys: readonly string[], value: string, owner: Record<string, unknown>) => void,
  owner: Record<string, unknown> = {},
  depth = 0,
): boolean {
  if (typeof value === 'string') {
    see(keys, value, owner)
    return true
  }
  if (typeof value !== 'object' || value === null) return true
  if (keys.length > 12 || depth > MAX_DEPTH) return false
  const entries: readonly (readonly [string | undefined, unknown])[] = Array.isArray(value)
    ? value.map((item) => [undefined, item] as const)
    : Object.entries(value)
  const inner = Array.isArray(value) ? owner : (value as Record<string, unknown>)
  const seen = entries
    .slice(0, MAX_ENTRIES)
    .map(([key, each]) => visit(each, key === undefined ? keys : [...keys, key], see, inner, depth + 1))
  return entries.length <= MAX_ENTRIES && seen.every(Boolean)
}

function parseData(path: string, text: string): unknown {
  try {
    if (/\.(?:json5?|jsonc)$/i.test(path)) return JSON.parse(text)
    if (/\.ya?ml$/i.test(path) && text.length < 200_000)
      return parseYaml(text, { maxAliasCount: 50, logLevel: 'silent' })
  } catch {
    return undefined
  }
  return undefined
}

function lineOfText(text: string, value: string): number {
  return lineAt(text, text.indexOf(JSON.stringify(value).slice(1, 40)))
}
