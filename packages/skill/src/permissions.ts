import type { Finding } from '@skillwright/contract'
import { whyNeverGranted } from './grantable-path.ts'

/** What a skill says it needs; whatever is not listed it does not get. */
export interface Permissions {
  /** Hosts it may talk to: `api.example.com`, `*.example.com`, each with an optional port. */
  readonly network: readonly string[]
  /** Files and folders it may read beyond its own. */
  readonly read: readonly string[]
  /** Files and folders it may write. */
  readonly write: readonly string[]
  /** Environment variables it may see. */
  readonly env: readonly string[]
  /** Programs it may start. */
  readonly programs: readonly string[]
  /** Tools of the host it may use. */
  readonly tools: readonly string[]
}

/** Nothing at all. */
export const NO_PERMISSIONS: Permissions = { network: [], read: [], write: [], env: [], programs: [], tools: [] }

/** Reads `permissions` of skill.json; what is not a list of words is reported and grants nothing. */
export function readPermissions(value: unknown, findings: Finding[]): Permissions {
  if (value === undefined) return NO_PERMISSIONS
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    findings.push(wrong(`permissions should be a map of lists, got ${preview(value)}`))
    return NO_PERMISSIONS
  }
  const entries = Object.entries(value as Record<string, unknown>)
  for (const [name] of entries)
    if (!Object.hasOwn(NO_PERMISSIONS, name))
      findings.push(wrong(`permissions.${name} is not a permission: ${Object.keys(NO_PERMISSIONS).join(', ')}`))
  const list = (name: keyof Permissions): readonly string[] => {
    const items = entries.find(([key]) => key === name)?.[1] ?? []
    if (Array.isArray(items) && items.every((item) => typeof item === 'string')) return items
    findings.push(wrong(`permissions.${name} should be a list of words, got ${preview(items)}`))
    return []
  }
  return {
    network: list('network'),
    read: list('read'),
    write: list('write'),
    env: list('env'),
    programs: list('programs'),
    tools: list('tools'),
  }
}

/** One thing that a skill asks for and that must not be granted. */
export interface UnfitPermission {
  readonly permission: keyof Permissions
  readonly item: string
  readonly why: string
}

/** What a skill asks for that must not be granted, with any consent: keys, whole folders, every host, every variable. */
export function unfitPermissions(permissions: Permissions): UnfitPermission[] {
  const reasons: Readonly<Partial<Record<keyof Permissions, (item: string) => string | undefined>>> = {
    network: whyTooWide,
    read: (path) => whyNeverGranted(path, 'read'),
    write: (path) => whyNeverGranted(path, 'write'),
    env: (name) => (name.includes('*') ? 'it hands over variables that are not named' : undefined),
    programs: (name) => (name.includes('*') ? 'it allows programs that are not named' : undefined),
  }
  return (Object.keys(permissions) as (keyof Permissions)[]).flatMap((permission) =>
    permissions[permission].flatMap((item) => {
      const why = reasons[permission]?.(item)
      return why === undefined ? [] : [{ permission, item, why }]
    }),
  )
}

// A name with one label before the stars has no single owner; `co.uk` and the like count as one label.
function whyTooWide(declared: string): string | undefined {
  const host = declared
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/(?<=.):\d+$/, '')
  if (/^169\.254\.|^metadata\.google\.internal$|^100\.100\.100\.200$|^fd00:ec2::254$/.test(host))
    return 'the keys of a cloud machine are handed out there'
  if (host.includes('/')) return 'it is a range of addresses, not a host'
  if (!host.includes('*')) return undefined
  const rest = host.replace(/^\*\.?/, '')
  if (rest.includes('*')) return 'a star stands for whole labels at the start only'
  const labels = rest.split('.').filter((label) => label !== '')
  const isSuffix =
    labels.length <= 1 || (labels.length === 2 && /^(?:co|com|org|net|gov|ac|edu|ne|or|go)$/.test(labels[0] ?? ''))
  return isSuffix ? 'it allows every host there is' : undefined
}

/** The permissions as sentences for a person who is asked to agree. */
export function describePermissions(permissions: Permissions): string[] {
  const sentences: [keyof Permissions, string][] = [
    ['network', 'talks to'],
    ['read', 'reads'],
    ['write', 'writes'],
    ['env', 'sees the environment variables'],
    ['programs', 'starts'],
    ['tools', "uses the host's"],
  ]
  return sentences
    .filter(([name]) => permissions[name].length > 0)
    .map(([name, verb]) => `${verb} ${permissions[name].join(', ')}`)
}

/** What one version may do that the other may not. */
export interface PermissionChange {
  readonly permission: keyof Permissions
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** Compares the permissions of two versions; empty when nothing changed. */
export function comparePermissions(before: Permissions, after: Permissions): PermissionChange[] {
  const names = Object.keys(NO_PERMISSIONS) as (keyof Permissions)[]
  return names
    .map((permission) => ({
      permission,
      added: after[permission].filter((item) => !before[permission].includes(item)),
      removed: before[permission].filter((item) => !after[permission].includes(item)),
    }))
    .filter(({ added, removed }) => added.length + removed.length > 0)
}

function wrong(message: string): Finding {
  return {
    rule: 'skill/permissions',
    severity: 'error',
    file: 'skill.json',
    message,
    fix: 'Write {"network": ["api.example.com"], "env": ["API_KEY"]}.',
  }
}

function preview(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 60) ?? String(value)
}
