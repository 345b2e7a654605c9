import { isObject, SkillError } from '@skillwright/contract'
import { sha256 } from '../pack/digest-files.ts'
import { PACKAGE_LIMITS } from '../read-files.ts'
import type { SkillFiles } from '../skill-files.ts'

/** Fetches what is at an address; its caller decides which addresses may be asked. */
export type FetchBytes = (url: string) => Promise<Uint8Array>

/** The index of a site that offers skills at well-known addresses. */
export interface WellKnownIndex {
  readonly url: string
  /** As they stand there, by name; each is read when it is its turn. */
  readonly entries: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
const MOST_FILES = 500

/** Fetches the index of a site, of discovery 0.2 or else 0.1. */
export async function fetchIndex(site: string, fetchBytes: FetchBytes): Promise<WellKnownIndex> {
  const [now, before] = ['agent-skills', 'skills'].map((folder) => `${site}/.well-known/${folder}/index.json`)
  const read = async (url = '') => readIndex(parseJson(await fetchBytes(url), url), url)
  return read(now).catch((thrown: unknown) => {
    if (thrown instanceof SkillError && thrown.code === 'DATA_NOT_FOUND') return read(before)
    throw thrown
  })
}

function parseJson(bytes: Uint8Array, url: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new SkillError('EXTERNAL_SERVICE_ERROR', `Expected JSON at ${url}`, { cause })
  }
}

function readIndex(index: unknown, url: string): WellKnownIndex {
  const { $schema: schema, skills } = isObject(index) ? index : {}
  if (!Array.isArray(skills)) throw new SkillError('EXTERNAL_SERVICE_ERROR', `Expected a list of skills at ${url}`)
  if (schema !== undefined && schema !== SCHEMA)
    throw new SkillError('EXTERNAL_SERVICE_ERROR', `The index at ${url} is of a kind that is not known here`, {
      hint: `Known is ${SCHEMA}, and one without $schema`,
    })
  const named = skills.filter(
    (entry): entry is Record<string, unknown> => isObject(entry) && typeof entry.name === 'string',
  )
  return { url, entries: new Map(named.map((entry) => [String(entry.name), entry])) }
}

/** What an index says an entry has now; undefined when one has to fetch it to know. */
export function statedDigest({ digest, package: bundle }: Readonly<Record<string, unknown>>): string | undefined {
  const stated = digest ?? (isObject(bundle) ? bundle.digest : undefined)
  return typeof stated === 'string' && /^sha256:[0-9a-f]{64}$/.test(stated) ? stated : undefined
}

/** Fetches what an entry offers: an archive, or its files. Throws INTEGRITY_FAILED when it is not what the index says. */
export async function fetchOffered(
  entry: Readonly<Record<string, unknown>>,
  indexUrl: string,
  fetchBytes: FetchBytes,
): Promise<SkillFiles | Uint8Array> {
  const { type, files, name, package: bundle } = entry
  const address = entry.url ?? (isObject(bundle) ? bundle.url : undefined)
  if (typeof address === 'string') {
    const digest = statedDigest(entry)
    if (digest === undefined) throw new SkillError('INVALID_INPUT', 'Expected a digest beside the url')
    const bytes = await fetchBytes(resolve(address, indexUrl))
    requireDigest(bytes, digest)
    return type === 'skill-md' ? new Map([['SKILL.md', bytes]]) : bytes
  }
  if (!Array.isArray(files) || files.length > MOST_FILES)
    throw new SkillError('INVALID_INPUT', `Expected an url, or a list of at most ${MOST_FILES} files`)
  const fetched = new Map<string, Uint8Array>()
  let total = 0
  for (const file of files) {
    const { path, digest } = isObject(file) ? file : { path: file, digest: undefined }
    if (typeof path !== 'string' || !/^(?!\/)(?!.*\.\.)[^\\?#]+$/.test(path))
      throw new SkillError('INVALID_INPUT', `Expected the path of a file, got ${JSON.stringify(path)?.slice(0, 80)}`)
    const bytes = await fetchBytes(resolve(`${name}/${path.split('/').map(encodeURIComponent).join('/')}`, indexUrl))
    requireDigest(bytes, typeof digest === 'string' ? digest : undefined)
    total += bytes.length
    if (total > PACKAGE_LIMITS.maxTotalBytes) throw new SkillError('INPUT_TOO_LARGE', 'The files are too large in all')
    fetched.set(path, bytes)
  }
  return fetched
}

function resolve(address: string, base: string): string {
  if (URL.canParse(address, base)) return new URL(address, base).href
  throw new SkillError('INVALID_INPUT', `Expected an address, got ${JSON.stringify(address.slice(0, 80))}`)
}

function requireDigest(bytes: Uint8Array, stated: string | undefined): void {
  const found = `sha256:${sha256(bytes)}`
  if (stated !== undefined && stated !== found)
    throw new SkillError('INTEGRITY_FAILED', `The index says ${stated.slice(0, 80)}, what is there has ${found}`)
}
