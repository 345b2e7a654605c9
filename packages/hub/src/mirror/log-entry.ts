import { isObject } from '@skillwright/contract'
import type { StateChange } from '../registry/change-state.ts'
import { isName } from '../registry/skill-name.ts'
import { isVersion } from '../registry/version-order.ts'

/** What an entry in the log of a hub says of a version. */
export interface VersionEntry {
  readonly type: 'publish' | StateChange
  readonly scope: string
  readonly name: string
  readonly version: string
  readonly digest: string
  readonly archiveSha256: string
  readonly isSigned: boolean
}

const MAX_CHARACTERS = 10_000
const TYPES: ReadonlySet<unknown> = new Set(['publish', 'yank', 'unyank', 'quarantine', 'release'])

/** Reads an entry; undefined for one that is about something else, or is nothing we know. */
export function readEntry(text: string): VersionEntry | undefined {
  const entry = text.length > MAX_CHARACTERS ? undefined : parse(text)
  if (!isObject(entry) || !TYPES.has(entry.type)) return undefined
  const { skill, version, digest, archive_sha256: archiveSha256 } = entry
  const [, scope = '', name = ''] = /^@([^/]+)\/([^/]+)$/.exec(String(skill)) ?? []
  const isRight =
    isName(scope) &&
    isName(name) &&
    typeof version === 'string' &&
    isVersion(version) &&
    typeof digest === 'string' &&
    typeof archiveSha256 === 'string'
  if (!isRight) return undefined
  const type = entry.type as VersionEntry['type']
  return { type, scope, name, version, digest, archiveSha256, isSigned: entry.signed_by != null }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
