import { basename } from 'node:path'
import { isObject, openSchema, type SchemaChecker, SkillError } from '@skillwright/contract'
import { type Document, parseDocument } from 'yaml'
import { EMPTY_MANIFEST, type Manifest, type WantedSkill } from './manifest.ts'
import { HERMES_MANIFEST_SCHEMA, MANIFEST_SCHEMA } from './manifest-schema.ts'

const MAX_CHARACTERS = 2_000_000
const CHECKERS = new Map<boolean, SchemaChecker>()

/** True for document C's file, in which our settings stand under a key of their own. */
export function isHermesFile(file: string): boolean {
  return /^hermes\.ya?ml$/i.test(basename(file))
}

/** Reads a manifest. Throws INVALID_INPUT that names every place that is wrong. */
export function readManifest(text: string, file = 'skillwright.yaml'): Manifest {
  const value = plainValue(parseManifest(text, file), file) ?? {}
  const isHermes = isHermesFile(file)
  const checker = CHECKERS.get(isHermes) ?? openSchema(isHermes ? HERMES_MANIFEST_SCHEMA : MANIFEST_SCHEMA)
  CHECKERS.set(isHermes, checker)
  const { ok, issues } = checker.check(value, { policy: 'strict' })
  if (!ok || !isObject(value)) {
    const [first] = issues
    throw new SkillError('INVALID_INPUT', `${file} is not a manifest: ${first?.message ?? 'expected a map'}`, {
      hint: 'Write skills: as a list of {id, version, config}; docs/install.md has every key',
      details: { issues },
    })
  }
  // What stands here has passed the schema.
  const settings = (isHermes ? (value.skillwright ?? {}) : value) as Settings
  const skills = (value.skills ?? []) as readonly Partial<WantedSkill>[]
  const { collections = [], hubs = {}, pins = {}, agents, hub, host, tools, policy } = settings
  const given = { agents, hub, host, tools, policy }
  return {
    ...EMPTY_MANIFEST,
    ...(Object.fromEntries(Object.entries(given).filter(([, set]) => set !== undefined)) as Partial<Manifest>),
    skills: skills.map(({ id = '', version = '*', as, source, config }) => ({
      id,
      version,
      ...(as === undefined ? {} : { as }),
      ...(source === undefined ? {} : { source }),
      ...(config === undefined ? {} : { config }),
    })),
    collections: collections.map(({ id, version = '*' }) => ({ id, version })),
    hubs: new Map(Object.entries(hubs).map(([scope, url]) => [scope.slice(1), url.replace(/\/+$/, '')])),
    pins: new Map(Object.entries(pins)),
  }
}

/** The YAML of a manifest, with its comments. Throws INVALID_INPUT for what is none. */
export function parseManifest(text: string, file: string): Document {
  if (text.length > MAX_CHARACTERS) throw new SkillError('INPUT_TOO_LARGE', `${file} is too long for a manifest`)
  const document = parseDocument(text, { prettyErrors: true })
  const [error] = document.errors
  if (error === undefined) return document
  throw new SkillError('INVALID_INPUT', `${file} is not YAML: ${error.message.split('\n')[0]}`, {
    hint: 'Correct it where the message says',
  })
}

function plainValue(document: Document, file: string): unknown {
  try {
    return document.toJS()
  } catch (cause) {
    // Aliases that lead nowhere, or to far too much.
    throw new SkillError('INVALID_INPUT', `${file} is not YAML: ${cause instanceof Error ? cause.message : ''}`, {
      cause,
      hint: 'Write it without aliases',
    })
  }
}

interface Settings {
  readonly collections?: readonly { readonly id: string; readonly version?: string }[]
  readonly hubs?: Readonly<Record<string, string>>
  readonly pins?: Readonly<Record<string, string>>
  readonly agents?: readonly string[]
  readonly hub?: string
  readonly host?: string
  readonly tools?: readonly string[]
  readonly policy?: string
}
