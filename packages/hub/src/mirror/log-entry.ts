import { isObject } from '@skillwright/contract'
import { isName, isVersion } from '@skillwright/hub-api'
import type { AccessPolicy } from '@skillwright/skill'
import type { StateChange } from '../registry/change-state.ts'

/** What an entry in the log of a hub says. */
export type LogEntry = VersionEntry | DeprecationEntry | AccessEntry

interface SkillEntry {
  readonly scope: string
  readonly name: string
}

/** A version was published, or its state changed. */
export interface VersionEntry extends SkillEntry {
  readonly type: 'publish' | StateChange
  readonly version: string
  readonly digest: string
  readonly archiveSha256: string
  readonly isSigned: boolean
}

/** A skill, or one version of it, is to be replaced by something else; null when no longer. */
export interface DeprecationEntry extends SkillEntry {
  readonly type: 'deprecate'
  readonly version: string | undefined
  readonly message: string | null
}

/** The access of a skill changed. */
export interface AccessEntry extends SkillEntry {
  readonly type: 'access'
  readonly access: AccessPolicy
}

const MAX_CHARACTERS = 10_000
const MAX_MESSAGE = 1_000
const VERSION_TYPES: ReadonlySet<unknown> = new Set(['publish', 'yank', 'unyank', 'quarantine', 'release'])

/** Reads an entry; undefined for one that is about something else, or is nothing we know. */
export function readEntry(text: string): LogEntry | undefined {
  const entry = text.length > MAX_CHARACTERS ? undefined : parse(text)
  if (!isObject(entry)) return undefined
  const [, scope = '', name = ''] = /^@([^/]+)\/([^/]+)$/.exec(String(entry.skill)) ?? []
  if (!isName(scope) || !isName(name)) return undefined
  if (VERSION_TYPES.has(entry.type)) return versionEntry(entry, { scope, name })
  if (entry.type === 'deprecate') return deprecationEntry(entry, { scope, name })
  const { access } = entry
  const isAccess = access === 'public' || access === 'restricted' || access === 'private'
  return entry.type === 'access' && isAccess ? { type: 'access', scope, name, access } : undefined
}

type Entry = Readonly<Record<string, unknown>>

function versionEntry(entry: Entry, skill: SkillEntry): VersionEntry | undefined {
  const { version, digest, archive_sha256: archiveSha256 } = entry
  if (typeof version !== 'string' || !isVersion(version)) return undefined
  if (typeof digest !== 'string' || typeof archiveSha256 !== 'string') return undefined
  const type = entry.type as VersionEntry['type']
  return { type, ...skill, version, digest, archiveSha256, isSigned: entry.signed_by != null }
}

function deprecationEntry({ version, message }: Entry, skill: SkillEntry): DeprecationEntry | undefined {
  const isMessage = message === null || (typeof message === 'string' && message.length <= MAX_MESSAGE)
  if (!isMessage || (version !== undefined && (typeof version !== 'string' || !isVersion(version)))) return undefined
  return { type: 'deprecate', ...skill, version, message }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
