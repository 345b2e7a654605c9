import type { Finding } from '@skillwright/contract'
import { decodeText, readJson } from './decode-text.ts'
import type { FieldPlace } from './field-place.ts'
import { jsonPlaces } from './json-places.ts'
import type { Dialect, EntryLanguage, Skill, SkillEntry } from './skill.ts'
import type { SkillFiles } from './skill-files.ts'

/** Reads fields of an untrusted document: a value of the wrong type is converted where its meaning is unambiguous, and always reported. */
interface FieldReader {
  text(name: string): string | undefined
  list(name: string): readonly string[]
  number(name: string): number | undefined
}

/** Makes a reader of an object's fields that adds a finding for each wrong type, once a field. */
export function fieldReader(
  fields: Readonly<Record<string, unknown>>,
  file: string,
  findings: Finding[],
  placeOf: (name: string) => FieldPlace | undefined = () => undefined,
): FieldReader {
  const reported = new Set<string>()
  const wrong = (name: string, expected: string, got: unknown) => {
    if (reported.has(name)) return
    reported.add(name)
    const line = placeOf(name)?.line
    findings.push({
      rule: 'skill/field-type',
      severity: 'warning',
      file,
      ...(line === undefined ? {} : { line }),
      message: `${name} should be ${expected}, got ${kindOf(got)}`,
      fix: `Write ${name} as ${expected}.`,
    })
  }
  const own = (name: string) => (Object.hasOwn(fields, name) ? (fields[name] ?? undefined) : undefined)
  return {
    text(name) {
      const value = own(name)
      if (value === undefined) return undefined
      if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim()
      wrong(name, 'text', value)
      // A version of 1.0 is the number 1 to YAML: what was written is what was meant.
      if (typeof value === 'number') return placeOf(name)?.source || String(value)
      if (typeof value === 'boolean') return String(value)
      if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
        return value.join(' ').trim() || undefined
      return undefined
    },
    list(name) {
      const value = own(name)
      if (value === undefined) return []
      if (Array.isArray(value)) {
        const items = value.filter((item) => typeof item === 'string' || typeof item === 'number').map(String)
        if (items.length < value.length) wrong(name, 'a list of words', value)
        return items
      }
      if (typeof value === 'string')
        return value
          .split(/[,，、]/)
          .map((item) => item.trim())
          .filter((item) => item !== '')
      wrong(name, 'a list of words', value)
      return []
    },
    number(name) {
      const value = own(name)
      if (value === undefined) return undefined
      if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value
      wrong(name, 'a number above 0', value)
      return undefined
    },
  }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (value !== null && typeof value === 'object') return 'a map'
  return `the ${typeof value} ${String(value).slice(0, 40)}`
}

/** Front matter keys that only Claude Code knows. */
export const CLAUDE_CODE_KEYS = [
  'argument-hint',
  'disable-model-invocation',
  'user-invocable',
  'model',
  'effort',
  'context',
  'agent',
  'hooks',
  'paths',
]
const HERMES_KEYS = ['platforms', 'required_environment_variables', 'required_credential_files', 'prerequisites']
/** Keys that only document C has. */
export const STANDARD_KEYS = ['id', 'hermes_version', 'tools_required', 'tools_optional']

/** Names under which ClawHub metadata stands, the current one first. */
export const CLAWHUB_METADATA = ['openclaw', 'clawdbot', 'clawdis'] as const

/** Tells whose conventions a front matter follows. Document C's own keys win over every extension. */
export function detectDialect(fields: Readonly<Record<string, unknown>>, files: readonly string[]): Dialect {
  const has = (keys: readonly string[]) => keys.some((key) => Object.hasOwn(fields, key))
  if (has(STANDARD_KEYS)) return 'standard'
  const metadata = metadataOf(fields)
  if (CLAWHUB_METADATA.some((name) => Object.hasOwn(metadata, name)) || Object.hasOwn(fields, 'command-dispatch'))
    return 'clawhub'
  if (Object.hasOwn(metadata, 'hermes') || has(HERMES_KEYS)) return 'hermes'
  if (files.includes('agents/openai.yaml')) return 'codex'
  if (has(CLAUDE_CODE_KEYS)) return 'claude-code'
  return 'agentskills'
}

/** The `metadata` map; some write it as JSON text. */
export function metadataOf(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { metadata } = fields
  if (typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata))
    return metadata as Record<string, unknown>
  if (typeof metadata !== 'string' || !metadata.trim().startsWith('{')) return {}
  try {
    return JSON.parse(metadata) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** skill.json, and where its fields stand. */
export interface Manifest {
  readonly value: Readonly<Record<string, unknown>> | undefined
  readonly placeOf: (name: string) => FieldPlace | undefined
  readonly lineOf: (pointer: string) => number | undefined
}

/** Reads skill.json, if there is one. */
export function readManifest(files: SkillFiles, findings: Finding[]): Manifest {
  const bytes = files.get('skill.json')
  if (bytes === undefined) return { value: undefined, placeOf: () => undefined, lineOf: () => undefined }
  const value = readJson(bytes, 'skill.json', findings)
  let places: ReturnType<typeof jsonPlaces> | undefined
  const lineOf = (pointer: string) => {
    // Most are without a fault, of which a line would have to be told.
    places ??= jsonPlaces(decodeText(bytes, 'skill.json').text)
    return places(pointer)?.line
  }
  const placeOf = (name: string) => {
    const line = lineOf(`/${name}`)
    return line === undefined ? undefined : { line, source: '' }
  }
  return { value, placeOf, lineOf }
}

/** Reads a field of skill.json; what is wrong with it gets the line of the field. */
export function readWithLine<Value>(
  { value, lineOf }: Manifest,
  field: string,
  read: (value: unknown, findings: Finding[]) => Value,
  findings: Finding[],
): Value {
  const found: Finding[] = []
  const result = read(value?.[field], found)
  for (const finding of found) {
    const line = lineOf(`/${field}`)
    findings.push(line === undefined ? finding : { ...finding, line })
  }
  return result
}

const LANGUAGE_OF_ENDING: Readonly<Record<string, EntryLanguage>> = {
  py: 'python',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  sh: 'shell',
  bash: 'shell',
}

// Where a skill keeps its script when skill.json does not say.
const USUAL_PLACES = /^(?:tools|scripts|src|bin)?\/?(?:main|main_tool|run|index)\.(?:py|js|mjs|ts|mts|sh)$/

/** The script that runs a skill: the one skill.json names, else one in a usual place, else the only script under tools/. */
function findEntry(named: string | undefined, files: readonly string[]): SkillEntry | undefined {
  if (named !== undefined && named !== 'SKILL.md') {
    const path = named.replace(/^\.\//, '')
    return files.includes(path) ? { path, language: languageOf(path) } : undefined
  }
  const usual = files.find((path) => USUAL_PLACES.test(path))
  if (usual !== undefined) return { path: usual, language: languageOf(usual) }
  const tools = files.filter(
    (path) =>
      /^tools\/[^/]+$/.test(path) && languageOf(path) !== 'executable' && !/\/(?:__init__|helpers?)\.\w+$/.test(path),
  )
  const [only] = tools
  return tools.length === 1 && only !== undefined ? { path: only, language: languageOf(only) } : undefined
}

/** The same with a finding when the named script is not there. */
export function entryOf(
  named: string | undefined,
  paths: readonly string[],
  lineOf: (pointer: string) => number | undefined,
  findings: Finding[],
): Skill['entry'] {
  const entry = findEntry(named, paths)
  if (named !== undefined && named !== 'SKILL.md' && entry === undefined) {
    const line = lineOf('/entry') ?? lineOf('/entry_point')
    findings.push({
      rule: 'skill/entry',
      severity: 'error',
      file: 'skill.json',
      ...(line === undefined ? {} : { line }),
      message: `The entry ${named} is not in the package`,
      fix: 'Name a script of the package, or add it.',
    })
  }
  return entry
}

/** The language of a script by its ending. */
export function languageOf(path: string): EntryLanguage {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return (Object.hasOwn(LANGUAGE_OF_ENDING, ending) ? LANGUAGE_OF_ENDING[ending] : undefined) ?? 'executable'
}

/** True for a script that belongs to no agent and no folder: the files beside it are not part of it. */
export function standsAlone({ dialect, files }: Pick<Skill, 'dialect' | 'files'>): boolean {
  return dialect === 'script' && files.length === 1
}
