import { posix } from 'node:path'
import type { Finding } from '@skillwright/contract'

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
interface UnfitPermission {
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

/** What a skill wants to do with a path. */
export type GrantMode = 'read' | 'write'

/** Whose machine it is asked on. */
export interface GrantPlace {
  /** What `~` means; any home folder when the user is not known yet, as in a scan. */
  readonly home?: string
  /** Folders of our own that hold keys, tokens, or what other skills run from. */
  readonly own?: readonly string[]
}

const SOME_HOME = '/home/any-user'
// Everything under these is the machine itself, or a way to take it over: kernel, devices, sockets, accounts.
const MACHINE = ['/proc', '/sys', '/dev', '/boot', '/run', '/var/run', '/etc']
// Everything on the machine shares these: a folder in them may be granted, they themselves may not.
const SHARED = ['/', '/home', '/users', '/opt', '/srv', '/mnt', '/media', '/volumes', '/tmp', '/var', '/var/tmp']
const OPEN_IN_VAR = ['tmp', 'www', 'log', 'opt', 'data']
const SOCKETS_IN_TMP = /^\/(?:var\/)?tmp\/(?:\.|ssh-|tmux-|dbus-|systemd-private-|gpg-|pulse-|snap-private|keyring-)/
const HOMES = /^\/(?:(?:home|users|var\/home|export\/home|mnt\/[a-z]\/users)\/[^/]+|root|var\/root)(?=\/|$)/
// Where applications keep keys, tokens and profiles.
const PROFILES = ['library', 'appdata', 'snap']
// Hidden folders that hold data too, each application in a folder of its own.
const HIDDEN_DATA = /^(?:\.cache|\.local\/(?:share|state))\/([^/.][^/]*)/
const HIDDEN_KEYS =
  /^(?:keyrings?|kwalletd?|kwallet.*|seahorse|pki|gnupg|fish|evolution|geary|jupyter|containers|docker|flatpak|huggingface|mozilla|google-chrome|chromium|bravesoftware|microsoft-edge|opera|vivaldi|telegramdesktop|signal|slack|discord|bitwarden|1password|keepassxc|applications|autostart|dbus-1|systemd|gvfs-metadata|nautilus|kservices\d*|skillwright)$/
const KEY_STORES =
  /^(?:\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.docker|\.dockercfg|\.netrc|_netrc|\.git-credentials|\.npmrc|\.pypirc|\.pgpass|\.my\.cnf|\.vault-token|\.password-store|keyrings|keychains|keystore|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|.*\.(?:kdbx?|keychain(?:-db)?|jks|p12|pfx)|wallet\.dat)$/
// Written by a skill, these would run outside its sandbox.
const SYSTEM = [
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/usr',
  '/opt',
  '/nix',
  '/gnu',
  '/snap',
  '/system',
  '/library',
  '/applications',
]
const RUN_LATER = /^(?:bin|sbin|site-packages|dist-packages|node_modules|launchagents|launchdaemons)$/

/**
 * Why a path that a skill declares can never be granted, with any consent; undefined when it may be asked for. The one rule
 * for scan and runtime. It checks the path alone: the runtime checks the targets of its links again.
 */
export function whyNeverGranted(declared: string, mode: GrantMode, place: GrantPlace = {}): string | undefined {
  const spelling = whyMisspelt(declared)
  if (spelling !== undefined) return spelling
  if (isOwnPath(declared)) {
    const [first = ''] = posix.normalize(declared).split('/')
    if (first === '..') return 'it leads out of the package; a path outside is written in full or starts with ~/'
    return first === '.' || first === '' ? 'it is the whole package' : undefined
  }
  const path = absolutePath(declared, place.home ?? SOME_HOME)
  return whyNeverShown(path, place) ?? whyTooPrivate(path, place) ?? (mode === 'write' ? whyRunLater(path) : undefined)
}

/** Why nothing in a sandbox may show this path, not even for an interpreter: it is or holds keys, a home folder, or the machine. */
export function whyNeverShown(path: string, { home = SOME_HOME, own = [] }: GrantPlace = {}): string | undefined {
  const low = comparable(path)
  if (low === '/') return 'it is the whole machine'
  if (MACHINE.some((place) => isWithin(place, low))) return 'it is part of the machine itself'
  if (isWithin(low, comparable(home)) || HOMES.exec(low)?.[0] === low || low === '/home' || low === '/users')
    return 'it is or holds a whole home folder'
  const store = low.split('/').find((segment) => KEY_STORES.test(segment))
  if (store !== undefined) return `keys are kept in ${store}`
  return own.some((folder) => isWithin(low, comparable(folder))) ? 'it holds keys, tokens or other skills' : undefined
}

/** True for a path inside the skill's own folder: neither absolute nor in a home folder. */
export function isOwnPath(declared: string): boolean {
  return !declared.startsWith('/') && !declared.startsWith('~')
}

/** A declared path outside the package in full. */
export function absolutePath(declared: string, home: string): string {
  const path = declared.startsWith('~') ? posix.join(home, declared.slice(1)) : declared
  const normal = posix.normalize(path).replace(/^\/+/, '/')
  return normal.length > 1 ? normal.replace(/\/+$/, '') : normal
}

function whyMisspelt(declared: string): string | undefined {
  if (declared.trim() === '') return 'it is empty'
  if (/\p{Cc}/u.test(declared)) return 'it holds control characters'
  if (/^~[^/]/.test(declared)) return "it means another user's home folder"
  if (/[\\$%*?`]|^[a-z]:/i.test(declared)) return 'variables, patterns and backslashes are not understood in it'
  return undefined
}

function whyTooPrivate(path: string, { home = SOME_HOME, own = [] }: GrantPlace): string | undefined {
  const low = comparable(path)
  if (SHARED.includes(low) || /^\/mnt\/[a-z]$/.test(low)) return 'everything on the machine shares it'
  if (own.some((folder) => isWithin(comparable(folder), low))) return 'it holds keys, tokens or other skills'
  if (SOCKETS_IN_TMP.test(low)) return 'other programs are reached through it'
  const inHome = insideHome(low, comparable(home))
  const [, top = '', second = ''] = low.split('/')
  if (inHome === undefined && top === 'library') return 'keys and profiles are kept in it'
  if (inHome === undefined && top === 'var' && !OPEN_IN_VAR.includes(second)) return 'services keep their state in it'
  return whyHidden(inHome, low)
}

/** The part of a path inside a home folder, ours or another's; undefined when it is in none. */
function insideHome(path: string, home: string): string | undefined {
  const found = isWithin(home, path) ? home : HOMES.exec(path)?.[0]
  return found === undefined ? undefined : path.slice(found.length + 1)
}

/** Hidden names hold keys, settings and histories, in a home folder and elsewhere; few of them hold data. */
function whyHidden(inHome: string | undefined, path: string): string | undefined {
  const [first = ''] = inHome?.split('/') ?? []
  if (PROFILES.includes(first)) return `keys and profiles are kept in ~/${first}`
  const [data = '', application = ''] = HIDDEN_DATA.exec(inHome ?? '') ?? []
  if (HIDDEN_KEYS.test(application)) return `keys and settings are kept in ~/${data}`
  const hidden = (inHome?.slice(data.length) ?? path).split('/').find((name) => name.startsWith('.'))
  return hidden === undefined ? undefined : `hidden files and folders such as ${hidden} hold keys and settings`
}

function whyRunLater(path: string): string | undefined {
  const low = comparable(path)
  const place =
    SYSTEM.find((folder) => isWithin(folder, low)) ?? low.split('/').find((segment) => RUN_LATER.test(segment))
  return place === undefined ? undefined : `what is in ${place} runs outside the sandbox`
}

/** Some disks do not tell upper from lower case, and macOS has two names for some folders. */
function comparable(path: string): string {
  const low = posix
    .normalize(path)
    .normalize('NFC')
    .toLowerCase()
    .replace(/^\/+/, '/')
    .replace(/^\/private(?=\/(?:etc|var|tmp)(?:\/|$))/, '')
  return low.length > 1 ? low.replace(/\/+$/, '') : low
}

function isWithin(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(outer === '/' ? '/' : `${outer}/`)
}
