import { isObject } from '@skillwright/contract'
import { readFrontMatter } from '../front-matter.ts'
import { type Permissions, readPermissions } from '../permissions.ts'
import { metadataOf } from '../skill-fields.ts'
import { type Affinity, nameWords, registrableDomain } from './text/host-relation.ts'
import { maskUrls, parseUrl } from './text/urls.ts'

/** What a skill says about itself: everything it does is held against this. */
export interface Purpose extends Affinity {
  readonly name: string
  readonly description: string
  /** Name, description and first heading in one lower-case text, for questions such as "is it about ssh". */
  readonly said: string
  /** How often a word stands in the documents, outside of addresses. */
  readonly timesUsed: (word: string) => number
  readonly programs: ReadonlySet<string>
  readonly env: ReadonlySet<string>
  /** Declared in skill.json; undefined when the skill declares nothing. */
  readonly permissions: Permissions | undefined
  /** The front matter and skill.json as they were read. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly manifest: Readonly<Record<string, unknown>>
  readonly bodyLine: number
  readonly body: string
}

/** Reads what a skill declares from its SKILL.md and skill.json. */
export function declaredPurpose(texts: ReadonlyMap<string, string>): Purpose {
  const skillFile = texts.get('SKILL.md') ?? texts.get('skill.md') ?? texts.get('README.md') ?? ''
  const { fields, body, bodyLine } = readFrontMatter(skillFile)
  const manifest = readJson(texts.get('skill.json'))
  const metadata = metadataOf(fields)
  const name = text(fields.name) || text(manifest.name) || text(manifest.id) || ''
  const description = text(fields.description) || text(manifest.description)
  const requirements = [fields, manifest, metadata, ...Object.values(metadata).filter(isObject)]
  const programs = new Set<string>()
  const env = new Set<string>()
  for (const each of requirements) collectRequirements(each, programs, env)
  const homepages = requirements
    .flatMap((each) => ['homepage', 'repository', 'url', 'website', 'docs'].map((key) => text(each[key])))
    .filter((url) => url.includes('.'))
  const title = /^\s{0,3}#\s+(.+)$/m.exec(body)?.[1] ?? ''
  const hosts = new Set<string>()
  for (const url of homepages) addHost(url, hosts)
  const permissions = manifest.permissions === undefined ? undefined : statedPermissions(manifest.permissions)
  for (const host of permissions?.network ?? []) hosts.add(host.replace(/^\*\./, '').replace(/:\d+$/, ''))
  const words = new Set([
    ...nameWords(name),
    ...joinedNames(name, title, description),
    ...nameWords(title),
    ...nameWords(maskUrls(description)),
    ...[...programs].flatMap(nameWords),
    ...[...env].flatMap(nameWords),
    ...homepages.flatMap((url) => nameWords(parseUrl(url)?.host ?? '')),
  ])
  // Rarely needed, and expensive to compute.
  let used: Map<string, number> | undefined
  const timesUsed = (word: string): number => {
    used ??= wordsOf(texts)
    return used.get(word) ?? 0
  }
  return {
    name,
    description,
    said: `${name} ${title} ${description}`.toLowerCase(),
    timesUsed,
    programs,
    env,
    permissions,
    fields,
    manifest,
    bodyLine,
    body,
    hosts,
    words,
    ...(SHORT_NAME.test(name) ? { label: name.replace(/-.*$/, '') } : {}),
  }
}

/** `rem-cli`, `yt`: the tool's own name has three letters or fewer. */
const SHORT_NAME = /^[a-z][a-z0-9]{1,2}(?:-|$)/

// Some authors write `hosts` for `network`: it grants nothing, but shows the intent.
function statedPermissions(stated: unknown): Permissions {
  const permissions = readPermissions(stated, [])
  const { network } = readPermissions({ network: isObject(stated) ? (stated.hosts ?? []) : [] }, [])
  return { ...permissions, network: [...permissions.network, ...network] }
}

// A brand written in two words or with a capital inside is one word in an address: MemCloud, mem-cloud, memcloud.io.
function joinedNames(name: string, ...texts: readonly string[]): string[] {
  const brands = texts.flatMap((each) => maskUrls(each).match(/\b[A-Z][a-z]+[A-Z][A-Za-z]{1,20}\b/g) ?? [])
  return [name.replace(/[^A-Za-z0-9]/g, ''), ...brands]
    .map((each) => each.toLowerCase())
    .filter((each) => each.length >= 6 && each.length <= 24 && nameWords(each).length > 0)
}

function wordsOf(texts: ReadonlyMap<string, string>): Map<string, number> {
  const words = new Map<string, number>()
  let left = 400_000
  for (const [path, text] of texts) {
    if (!/\.md$/i.test(path) || left <= 0) continue
    left -= text.length
    for (const word of text
      .replace(/:\/\/\S+/g, ' ')
      .toLowerCase()
      .match(/[a-z][a-z0-9]{3,}/g) ?? [])
      words.set(word, (words.get(word) ?? 0) + 1)
  }
  return words
}

function collectRequirements(each: Readonly<Record<string, unknown>>, programs: Set<string>, env: Set<string>): void {
  const requires = isObject(each.requires) ? each.requires : {}
  for (const list of [requires.bins, requires.anyBins, each.bins, each.tools])
    for (const item of strings(list)) programs.add(item)
  for (const list of [requires.env, each.primaryEnv, each.env, each.envVars, each.required_environment_variables])
    for (const item of strings(list)) env.add(item)
  for (const entry of Array.isArray(each.install) ? each.install : [])
    if (isObject(entry))
      for (const item of [...strings(entry.bins), text(entry.formula), text(entry.package)])
        if (item !== '') programs.add(item)
}

function addHost(url: string, hosts: Set<string>): void {
  const parsed = parseUrl(url)
  if (parsed === undefined) return
  const owner = parsed.path.split('/').filter((part) => part !== '')[0]
  // On a code host the owner is the author, the host is not.
  if (
    /^(?:raw\.githubusercontent|github|gitlab|bitbucket|codeberg|gitee)\.com?$/.test(parsed.host) ||
    /^(?:github|gitlab)\.com$/.test(parsed.host)
  ) {
    if (owner !== undefined)
      for (const host of [parsed.host, 'raw.githubusercontent.com', 'github.com'])
        hosts.add(`${host}/${owner.toLowerCase()}`)
    return
  }
  hosts.add(parsed.host)
  hosts.add(registrableDomain(parsed.host))
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return []
  return value.flatMap((item) =>
    typeof item === 'string' ? [item] : isObject(item) && typeof item.name === 'string' ? [item.name] : [],
  )
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function readJson(source: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(source ?? '{}')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
