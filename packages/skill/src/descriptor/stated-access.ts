import { isObject } from '@skillwright/contract'
import { decodeText } from '../decode-text.ts'
import { jsonLines } from '../json-line.ts'
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
 * however the word is written, in descriptor.json, skill.json, the front matter, and the metadata of each. Which of them holds is for its reader to decide.
 */
export function statedAccess(files: SkillFiles, { frontMatter }: Pick<Skill, 'frontMatter'>): StatedAccess[] {
  const documents = [...files].filter(([path]) => JSON_FILES.test(path))
  const metadata = metadataOf(frontMatter)
  return [
    ...documents.flatMap(([path, bytes]) => statedInJson(path, bytes)),
    ...statedIn(frontMatter, 'SKILL.md '),
    ...statedInMetadata(metadata, 'SKILL.md metadata.'),
  ]
}

function statedInMetadata(metadata: Readonly<Record<string, unknown>>, place: string): StatedAccess[] {
  return [
    ...statedIn(metadata, place),
    ...Object.entries(metadata).flatMap(([name, value]) =>
      isObject(value) ? statedIn(value, `${place}${name}.`) : [],
    ),
  ]
}

function statedInJson(path: string, bytes: Uint8Array): StatedAccess[] {
  const { text } = decodeText(bytes, path)
  const document = parse(text)
  if (document === undefined)
    // A manifest that cannot be read is the linter's to refuse; a descriptor is read for this alone.
    return path.toLowerCase() === 'skill.json' ? [] : [{ place: path, access: undefined, text: 'no readable object' }]
  const twice = ['access', 'visibility', 'private'].find((key) => jsonLines(text, `/${key}`, { most: 2 }).length > 1)
  if (twice !== undefined) return [{ place: `${path} /${twice}`, access: undefined, text: 'stated more than once' }]
  const { metadata } = document
  return [
    ...statedIn(document, `${path} /`),
    ...(isObject(metadata) ? statedInMetadata(metadata, `${path} /metadata/`) : []),
  ]
}

/** The same word, however it is written: letter case, separators and characters that are not seen make no difference. */
function plainKey(key: string): string {
  return key
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
}

const NAMES_POLICY = new Set(['access', 'visibility', 'accesspolicy', 'accesslevel'])
const YES = /^(?:true|yes|on|y|1)$/i
const NO = /^(?:false|no|off|n|0)$/i

function statedIn(fields: Readonly<Record<string, unknown>>, place: string): StatedAccess[] {
  return Object.entries(fields).flatMap(([key, value]): StatedAccess[] => {
    const plain = plainKey(key)
    const at = place + key
    if (NAMES_POLICY.has(plain))
      return value == null ? [] : [{ place: at, access: policyOf(value), text: preview(value) }]
    const saysPrivate = /^(?:is)?private$/.test(plain) && YES.test(String(value))
    const saysNotPublic = /^(?:is)?public$/.test(plain) && NO.test(String(value))
    return saysPrivate || saysNotPublic ? [{ place: at, access: 'private', text: preview(value) }] : []
  })
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
