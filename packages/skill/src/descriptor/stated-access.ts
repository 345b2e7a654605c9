import { isObject } from '@skillwright/contract'
import { decodeText } from '../decode-text.ts'
import { jsonPlaces } from '../json-places.ts'
import type { Skill } from '../skill.ts'
import { metadataOf } from '../skill-fields.ts'
import type { SkillFiles } from '../skill-files.ts'
import type { AccessPolicy } from './descriptor.ts'

/** One place in a package that says who may see and call the skill. */
export interface StatedAccess {
  /** Such as `descriptor.json /access`. */
  readonly place: string
  /** Undefined when what stands there is none of the policies. */
  readonly access: AccessPolicy | undefined
  /** The value there, as shown to users. */
  readonly text: string
}

const POLICIES: readonly AccessPolicy[] = ['public', 'restricted', 'private']
const JSON_FILES = /^(?:descriptor|skill)\.json$/i

/**
 * Every place in a package that states who may see and call the skill: `access`, `visibility`, `private: true` or `public: false`,
 * however the word is written, in descriptor.json, skill.json and the front matter, at any depth. Which of them holds is for its reader to decide.
 */
export function statedAccess(files: SkillFiles, { frontMatter }: Pick<Skill, 'frontMatter'>): StatedAccess[] {
  const documents = [...files].filter(([path]) => JSON_FILES.test(path))
  const metadata = metadataOf(frontMatter)
  return [
    ...documents.flatMap(([path, bytes]) => statedInJson(path, bytes)),
    ...statedIn({ ...frontMatter, metadata }, []).map(([keys, said]) => ({
      place: `SKILL.md ${keys.join('.')}`,
      ...said,
    })),
  ]
}

function statedInJson(path: string, bytes: Uint8Array): StatedAccess[] {
  const { text } = decodeText(bytes, path)
  const document = parse(text)
  if (document === undefined)
    // A manifest that cannot be read is the linter's to refuse; a descriptor is read for this alone.
    return path.toLowerCase() === 'skill.json' ? [] : [{ place: path, access: undefined, text: 'no readable object' }]
  const placeOf = jsonPlaces(text)
  return statedIn(document, []).map(([keys, said]) => {
    const pointer = keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
    const isTwice = (placeOf(pointer)?.times ?? 0) > 1
    const place = `${path} ${pointer}`
    return isTwice ? { place, access: undefined, text: 'stated more than once' } : { place, ...said }
  })
}

/** The same word, however it is written: letter case, separators and characters that are not seen make no difference. */
function plainKey(key: string): string {
  return key
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
}

const NAMES_POLICY = new Set(['access', 'visibility', 'accesspolicy', 'accesslevel', 'accesscontrol', 'accessmode'])
const YES = /^(?:true|yes|on|y|1)$/i
const NO = /^(?:false|no|off|n|0)$/i

// Where the word is a name of something else: a parameter, a setting, a permission.
const NO_STATEMENT = new Set([
  ...['inputs', 'input', 'output', 'parameters', 'properties', 'schema', 'contract', 'actions'],
  ...['permissions', 'config', 'configuration', 'env', 'examples', 'tools', 'auth', 'endpoint', 'provider'],
])
// Where any value of `access` is a statement; deeper, only one that is a policy.
const METADATA_DEPTH = 2
const MOST_DEPTH = 8

type Said = Pick<StatedAccess, 'access' | 'text'>

/** The keys that lead to each statement, and what it says. */
function statedIn(fields: Readonly<Record<string, unknown>>, above: readonly string[]): [readonly string[], Said][] {
  return Object.entries(fields).flatMap(([key, value]): [readonly string[], Said][] => {
    const keys = [...above, key]
    const said = sayingOf(key, value)
    const mayBeUnclear = above.length === 0 || (above[0] === 'metadata' && above.length <= METADATA_DEPTH)
    if (said !== undefined && (said.access !== undefined || mayBeUnclear)) return [[keys, said]]
    const isSearched = isObject(value) && keys.length < MOST_DEPTH && !NO_STATEMENT.has(plainKey(key))
    return isSearched ? statedIn(value, keys) : []
  })
}

function sayingOf(key: string, value: unknown): Said | undefined {
  const plain = plainKey(key)
  const text = preview(value)
  if (NAMES_POLICY.has(plain)) return value == null ? undefined : { access: policyOf(value), text }
  const word = String(value).trim()
  const saysPrivate = /^(?:is)?private$/.test(plain) && YES.test(word)
  const saysNotPublic = /^(?:is)?public$/.test(plain) && NO.test(word)
  return saysPrivate || saysNotPublic ? { access: 'private', text } : undefined
}

function policyOf(value: unknown): AccessPolicy | undefined {
  return POLICIES.find((policy) => typeof value === 'string' && value.trim().toLowerCase() === policy)
}

function preview(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 80)
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
