import { isObject } from '@skillwright/contract'

/** What a package.json and its lock file ask for. */
export interface Packages {
  /** Names with their ranges; empty when nothing is needed. */
  readonly packages: readonly string[]
  readonly foreign: readonly string[]
  readonly local: readonly string[]
  /** The package.json to install from: dependencies only, no scripts. */
  readonly manifest: string
  /** The lock file to install from: what was judged and nothing else; undefined without one. */
  readonly lock: string | undefined
}

const REGISTRY = `https://${['registry', 'npmjs', 'org'].join('.')}/`
// A range, a tag, or another package under this name: nothing with a place in it, which a folder or an archive would be.
const PLAIN_RANGE = /^(?!\.|.*\.t(?:gz|ar(?:\.gz)?)$)(?:npm:(?:@[\w.-]+\/)?[\w.-]+(?:@|$))?[\w\s.^~<>=|*+-]*$/i
const ALIAS = /^npm:((?:@[^/@]+\/)?[^/@]+)/
const INTEGRITY = /^sha(?:1|256|384|512)-[\w+/]{27,86}={0,2}(?:\s|$)/

// A folder of node_modules, and no way out of it.
const PLACE = /^(?:(?:^|\/)node_modules\/(?:@[^/.][^/]*\/)?[^/.@][^/]*)+$/
const ASKING = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const

/** Reads package.json and package-lock.json; the lock decides what is really fetched, so each of its entries is judged. */
export function readPackages(packageJson: string, lockJson: string | undefined): Packages {
  const manifest = parseObject(packageJson)
  const [dependencies, optionalDependencies] = [manifest.dependencies, manifest.optionalDependencies].map(asObject)
  const wanted = [dependencies, optionalDependencies].flatMap((part) => Object.entries(part ?? {}))
  const sources = [dependencies, optionalDependencies].flatMap(oddRanges)
  const lock = parseObject(lockJson ?? '{}')
  const entries = asObject(lock.packages)
  const asking = [{ dependencies, optionalDependencies, overrides: manifest.overrides }, ...Object.values(entries)]
  const aliases = new Set(
    asking.map(asObject).flatMap((one) => [...ASKING, 'overrides'].flatMap((kind) => aliasesIn(one[kind]))),
  )
  const locked = Object.entries(entries)
    .filter(([path]) => path !== '')
    .flatMap(([path, entry]) => judgeLocked(path, asObject(entry), { entries, aliases }))
  const odd = [...sources, ...oddOverrides(manifest.overrides), ...locked]
  const isOld = lockJson !== undefined && lock.lockfileVersion !== 2 && lock.lockfileVersion !== 3
  const { name = 'prepared', version = '0.0.0', overrides } = manifest
  return {
    packages: wanted.map(([key, range]) => `${key}@${String(range)}`),
    foreign: odd.filter((text) => !isLocal(text)),
    // Older ones list what is fetched in another way, which is not judged.
    local: [
      ...odd.filter(isLocal),
      ...(isOld ? ['package-lock.json: (npm install --package-lock-only writes a newer version)'] : []),
    ],
    manifest: JSON.stringify({ name, version, private: true, dependencies, optionalDependencies, overrides }, null, 2),
    lock:
      lockJson === undefined
        ? undefined
        : JSON.stringify({ name, version, lockfileVersion: 3, requires: true, packages: entries }, null, 2),
  }
}

/** The ranges that name a place. */
function oddRanges(ranges: unknown): string[] {
  return Object.entries(asObject(ranges))
    .filter(([, range]) => typeof range !== 'string' || !PLAIN_RANGE.test(range))
    .map(([name, range]) => `${name}: ${String(range)}`)
}

/** What an override puts in the place of another package is judged like a dependency. */
function oddOverrides(value: unknown): string[] {
  return Object.entries(asObject(value)).flatMap(([name, range]) => {
    if (isObject(range)) return oddOverrides(range)
    const isPlain = typeof range === 'string' && (PLAIN_RANGE.test(range) || range.startsWith('$'))
    return isPlain ? [] : [`${name}: ${String(range)}`]
  })
}

/** Where a range names another package than its key, as both together: only then may a lock file have that package there. */
function aliasesIn(value: unknown): string[] {
  return Object.entries(asObject(value)).flatMap(([key, range]) => {
    if (isObject(range)) return aliasesIn(range)
    const name = ALIAS.exec(String(range))?.[1]
    return name === undefined ? [] : [`${key} ${name}`]
  })
}

interface Lock {
  readonly entries: Record<string, unknown>
  readonly aliases: ReadonlySet<string>
}

/** Every entry is judged, whatever it says about itself, with what it asks for, which is fetched where the lock file lacks it; one that came inside another's archive has no source of its own. */
function judgeLocked(path: string, entry: Record<string, unknown>, lock: Lock): string[] {
  const asked = ASKING.flatMap((kind) => oddRanges(entry[kind])).map((odd) => `${path}: ${odd}`)
  return [...judgeSource(path, entry, lock), ...asked]
}

function judgeSource(
  path: string,
  { link, name: stated, resolved, integrity, inBundle }: Record<string, unknown>,
  { entries, aliases }: Lock,
): string[] {
  const above = path.replace(/\/node_modules\/(?:@[^/]+\/)?[^/]+$/, '')
  const holder = above === path ? {} : asObject(entries[above])
  if (inBundle === true && resolved === undefined && link !== true && (holder.integrity ?? holder.inBundle)) return []
  if (link === true || !PLACE.test(path)) return [`${path}: file: (a link in the lock file)`]
  if (typeof resolved !== 'string') return [`${path}: (not resolved in the lock file)`]
  const key = path.replace(/^.*node_modules\//, '')
  const name = aliases.has(`${key} ${stated}`) ? String(stated) : key
  // What is fetched has another name on the way, and none where it is used: only the address tells what it is.
  const archive = `${REGISTRY}${name}/-/`
  if (!resolved.startsWith(archive) || !/^[^/\\?#]+\.tgz$/.test(resolved.slice(archive.length)))
    return [`${path}: ${resolved}`]
  return INTEGRITY.test(String(integrity)) ? [] : [`${path}: (no integrity in the lock file)`]
}

function isLocal(text: string): boolean {
  return /: (?:file:|link:|workspace:|portal:|\.{0,2}\/|~\/)/.test(text)
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return {}
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}
