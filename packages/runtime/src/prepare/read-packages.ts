import { isObject } from '@skillwright/contract'

/** What a package.json and its lock file ask for. */
export interface Packages {
  /** Names with their ranges; empty when nothing is needed. */
  readonly packages: readonly string[]
  readonly foreign: readonly string[]
  readonly local: readonly string[]
  /** The package.json to install from: dependencies only, no scripts. */
  readonly manifest: string
}

const REGISTRY = `https://${['registry', 'npmjs', 'org'].join('.')}/`
// A range, a tag, or another package under this name: nothing with a place in it.
const PLAIN_RANGE = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+(?:@|$))?[\w\s.^~<>=|*+-]*$/

/** Reads package.json and package-lock.json; the lock decides what is really fetched, so each of its entries is judged. */
export function readPackages(packageJson: string, lockJson: string | undefined): Packages {
  const manifest = parseObject(packageJson)
  const wanted = [manifest.dependencies, manifest.optionalDependencies].flatMap((part) =>
    Object.entries(asObject(part)),
  )
  const sources = wanted
    .filter(([, range]) => typeof range !== 'string' || !PLAIN_RANGE.test(range))
    .map(([name, range]) => `${name}: ${String(range)}`)
  const locked = Object.entries(asObject(parseObject(lockJson ?? '{}').packages))
    .filter(([path]) => path !== '')
    .flatMap(([path, entry]) => judgeLocked(path, asObject(entry)))
  const odd = [...sources, ...locked]
  const { name = 'prepared', version = '0.0.0', dependencies, optionalDependencies, overrides } = manifest
  return {
    packages: wanted.map(([key, range]) => `${key}@${String(range)}`),
    foreign: odd.filter((text) => !isLocal(text)),
    local: odd.filter(isLocal),
    manifest: JSON.stringify({ name, version, private: true, dependencies, optionalDependencies, overrides }, null, 2),
  }
}

function judgeLocked(path: string, { link, resolved, integrity, inBundle, dev }: Record<string, unknown>): string[] {
  if (dev === true || inBundle === true) return []
  if (link === true || !path.startsWith('node_modules/')) return [`${path}: file: (a link in the lock file)`]
  if (typeof resolved !== 'string') return [`${path}: (not resolved in the lock file)`]
  if (!resolved.startsWith(REGISTRY)) return [`${path}: ${resolved}`]
  return typeof integrity === 'string' ? [] : [`${path}: (no integrity in the lock file)`]
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
