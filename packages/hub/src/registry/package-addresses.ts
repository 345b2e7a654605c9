import { type Finding, isObject, SkillError } from '@skillwright/contract'
import type { SkillFiles } from '@skillwright/skill'

const MAX_VALUES = 20_000
const MAX_DEPTH = 50
const MAX_FINDINGS = 20

/**
 * Addresses in skill.json, descriptor.json and the front matter that a publisher must not make a caller connect to:
 * private ones in any notation, other schemes, credentials. Nothing is resolved or fetched.
 */
export async function forbiddenAddresses(
  files: SkillFiles,
  frontMatter: Readonly<Record<string, unknown>>,
  { allow = [] }: { readonly allow?: readonly string[] } = {},
): Promise<Finding[]> {
  const documents = [
    ['SKILL.md', frontMatter],
    ['skill.json', readJson(files.get('skill.json'))],
    ['descriptor.json', readJson(files.get('descriptor.json'))],
  ] as const
  const stated = documents.map(([file, document]) => ({ file, addresses: addressesIn(document) }))
  if (stated.every(({ addresses }) => addresses?.length === 0)) return []
  // Only here: most packages state no address, and a thread that looks at packages needs nothing else of that room.
  const { guardUrl } = await import('@skillwright/runtime')
  return stated
    .flatMap(({ file, addresses }) => {
      if (addresses === undefined) return [unread(file)]
      return addresses.flatMap(({ pointer, text }) => {
        // In a front matter an empty field is a form that was not filled in.
        if (file === 'SKILL.md' && text.trim() === '') return []
        const reason = whyForbidden(text, (url) => guardUrl(url, { allow }))
        return reason === undefined ? [] : [finding(file, pointer, text, reason)]
      })
    })
    .slice(0, MAX_FINDINGS)
}

interface Address {
  readonly pointer: string
  readonly text: string
}

// What a skill takes and gives is data for its caller: an address that is an example there is not called.
const DATA = new Set(['inputs', 'output', 'x-contract', 'examples', 'default'])

/** Every string that stands where an address is expected; undefined when the document is too large or deep to be looked through. */
function addressesIn(document: unknown): Address[] | undefined {
  const found: Address[] = []
  const waiting = [{ pointer: '', key: '', value: document, depth: 0 }]
  for (let place = waiting.pop(), seen = 1; place !== undefined; place = waiting.pop(), seen++) {
    const { pointer, key, value, depth } = place
    if (depth > MAX_DEPTH || seen + waiting.length > MAX_VALUES) return undefined
    if (typeof value === 'string' && isAddress(key, value)) found.push({ pointer, text: value })
    else if (Array.isArray(value))
      for (const [index, item] of value.entries())
        waiting.push({ pointer: `${pointer}/${index}`, key, value: item, depth: depth + 1 })
    else if (isObject(value))
      for (const [name, item] of Object.entries(value))
        if (!DATA.has(name))
          waiting.push({ pointer: `${pointer}/${escapePointer(name)}`, key: name, value: item, depth: depth + 1 })
  }
  return found.reverse()
}

function isAddress(key: string, value: string): boolean {
  if (/(?:^|[_-]|[a-z](?=U))[uU]r[il]s?$|webhooks?$/.test(key)) return true
  return /^(?:homepage|website|endpoint)$/.test(key) && /^\s*[a-z][a-z0-9+.-]*:/i.test(value)
}

function whyForbidden(text: string, guard: (url: string) => URL): string | undefined {
  // A template may only fill in the path: {execution_id} is chosen by the server that answers.
  if (/^https?:\/\/[^/?#]*[{}]/i.test(text)) return 'its host is not fixed'
  try {
    guard(text)
    return undefined
  } catch (thrown) {
    if (!(thrown instanceof SkillError)) throw thrown
    return String(thrown.details?.reason ?? thrown.message)
  }
}

function readJson(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined // Lint says so.
  }
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function finding(file: string, pointer: string, text: string, reason: string): Finding {
  return {
    rule: 'hub/address',
    severity: 'error',
    file,
    pointer,
    message: `${pointer} is ${JSON.stringify(text.slice(0, 200))}: ${reason}`,
    why: 'A user of the skill would be made to call an address inside their own network.',
    fix: 'Name a public http or https address.',
  }
}

function unread(file: string): Finding {
  return {
    rule: 'hub/address',
    severity: 'error',
    file,
    message: `${file} holds more than ${MAX_VALUES} values, or nests deeper than ${MAX_DEPTH}: too much to be looked through`,
    fix: 'Make it smaller.',
  }
}
