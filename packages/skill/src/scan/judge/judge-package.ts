import type { Fact } from '../code/trace.ts'
import { firstText, textsOf } from '../code/value.ts'
import type { Purpose } from '../declared-purpose.ts'
import { at, type Evidence, fromFact } from '../evidence.ts'
import type { PackageView } from '../package-view.ts'
import { hostRelation, nameWords, registrableDomain } from '../text/host-relation.ts'
import { isMirror, judgeSourceHost, npmSource, packageSource } from '../text/package-source.ts'
import type { Link } from '../text/split-markdown.ts'
import { parseUrl } from '../text/urls.ts'
import { lookalikeOf, WELL_KNOWN_HOST_WORDS, WELL_KNOWN_PACKAGES, WELL_KNOWN_SKILLS } from './well-known-names.ts'

/** Names, dependencies, binaries, pictures and references: what the package is made of. */
export function judgePackage(
  view: PackageView,
  facts: readonly Fact[],
  links: readonly (Link & { file: string })[],
  purpose: Purpose,
): Evidence[] {
  return [
    ...judgeName(purpose),
    ...judgeInstalls(facts, purpose),
    ...judgeRequirements(view, purpose),
    ...judgeSources(facts, purpose),
    ...judgeBinaries(view),
    ...judgeLinks(links, purpose),
    ...judgeReferences(view, purpose),
    ...judgeUnused(view, purpose),
  ]
}

function judgeName(purpose: Purpose): Evidence[] {
  const place = { file: 'SKILL.md', line: 1, layers: [] }
  const { name } = purpose
  if (
    /[a-z]/i.test(name) &&
    /[\u0370-\u03ff\u0400-\u04ff]/.test(name) &&
    !/[\u0400-\u04ff]{3}|[\u0370-\u03ff]{3}/.test(name)
  )
    return [at('scan/lookalike-name', place, `is called "${name}", with letters of another alphabet`, name)]
  const known = lookalikeOf(name.trim(), WELL_KNOWN_SKILLS)
  return known === undefined
    ? []
    : [at('scan/lookalike-name', place, `is called "${name}", one slip from "${known}"`, name)]
}

function judgeInstalls(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  const seen = new Set<string>()
  return facts.flatMap((fact) => {
    if (fact.kind !== 'install') return []
    const found: Evidence[] = []
    const index = firstText(fact.data.fields?.get('index'))
    if (index !== undefined) found.push(...judgeIndex(index, fact, purpose))
    for (const target of fact.targets) {
      const name = target.replace(/(?<=.)@[^/]*$|[=<>~!^[].*$/g, '').toLowerCase()
      if (!/^[@a-z0-9]/.test(name)) continue
      if (seen.has(name)) continue
      seen.add(name)
      found.push(...judgeAddress(target, fact, facts, purpose))
      const known = /^(?:pypi|npm)/.test(fact.what) ? lookalikeOf(name, WELL_KNOWN_PACKAGES) : undefined
      if (known !== undefined && !KNOWN_NEIGHBOURS.has(name))
        found.push(fromFact('scan/lookalike-package', fact, `installs "${name}", one slip from "${known}"`, target))
      else if (
        /(?:^|[-_/@])(?:internal|private|corp|intranet)(?:$|[-_/])/.test(name) &&
        /^(?:pypi|npm)/.test(fact.what) &&
        index === undefined
      )
        found.push(
          fromFact(
            'scan/dependency-source',
            fact,
            `takes "${name}", by its name an internal package, from the public registry`,
            target,
          ),
        )
      else if (/without asking/.test(fact.what) && !/@\d|==/.test(target))
        found.push(
          fromFact(
            isExpected(name, purpose) ? 'scan/unpinned-run' : 'scan/unpinned-package',
            fact,
            `runs ${target} in whatever version there is`,
            target,
          ),
        )
    }
    return found
  })
}

// A tool that the text mentions, or one of the common ones.
function isExpected(name: string, purpose: Purpose): boolean {
  if (
    /^(?:@(?:modelcontextprotocol|anthropic-ai|openai|google|microsoft|vercel|supabase|playwright|sentry|cloudflare|upstash|smithery|tailwindcss|biomejs|angular|vue|nestjs|expo|prisma|stripe|shopify|notionhq|figma)\/|create-|skills?$|clawhub|clawdhub|playwright|prettier|eslint|typescript|tsx|ts-node|vite|next|expo|shadcn|degit|serve|http-server|mcp-remote|wrangler|vercel|netlify-cli|firebase-tools)/.test(
      name,
    )
  )
    return true
  return nameWords(name).some((word) => purpose.words.has(word) || purpose.timesUsed(word) > 1)
}

/** Real packages that happen to lie beside a better-known one. */
const KNOWN_NEIGHBOURS = new Set(
  'preact scapy spacy numba panda-css nestjs request requests react-doc nuxt nest text vitess esbuilds types colored colorama color rich ritch glob2 globe async-lock asyncs click-8 flask2 boto boto2 moments jests viteplus cord corts uuid4 uuids torchx numpy2 typer2 chalk2 nuxt3 next-auth redis-py radis reacts expresso axios2 docker-py rollups web4 zodd zx zed zora lodash-es'.split(
    ' ',
  ),
)

function judgeIndex(index: string, fact: Fact, purpose: Purpose): Evidence[] {
  const relation = hostRelation(index, purpose)
  if (relation === 'local' || relation === 'vendor' || relation === 'own') return []
  if (isMirror(index)) return []
  return [
    fromFact(
      relation === 'ip' || /^http:/.test(index) ? 'scan/poisoned-index' : 'scan/dependency-source',
      fact,
      `takes packages from ${index}`,
      index,
    ),
  ]
}

function judgeAddress(target: string, fact: Fact, facts: readonly Fact[], purpose: Purpose): Evidence[] {
  const url = fact.what.startsWith('npm') ? npmSource(target) : packageSource(target)
  if (url === undefined) return []
  const relation = hostRelation(url, purpose)
  // A script that installs a file of a stranger runs it: nobody is asked, and no registry stands between.
  const isFile = /\.(?:whl|tgz|tar\.gz|zip|gem)(?:[?#]|$)/.test(url)
  if (relation === 'unrelated' && isFile && fact.place.origin === 'script')
    return [fromFact('scan/remote-code', fact, `installs ${url}`, url)]
  if (/^(?:pypi|npm)/.test(fact.what) && judgeSourceHost(url, purpose) === 'strange')
    return [fromFact('scan/dependency-source', fact, `installs from ${url}`, url)]
  if (relation === 'ip' || relation === 'capture' || relation === 'paste')
    return [fromFact('scan/poisoned-index', fact, `installs from ${url}`, url)]
  const isCode = /github\.com|gitlab\.com|codeberg|bitbucket/.test(url)
  return relation === 'unrelated' && !isCode && (!/clone/.test(fact.what) || isRunHere(fact, facts))
    ? [fromFact('scan/dependency-source', fact, `installs from ${url}`, url)]
    : []
}

// A program is started by its path in the same file.
function isRunHere({ place }: Fact, facts: readonly Fact[]): boolean {
  return facts.some(
    ({ kind, value, place: other }) =>
      kind === 'program' && other.file === place.file && value.texts.some((path) => /^\.{0,2}\/(?!usr|bin)/.test(path)),
  )
}

/** Files in which a package manager is told where packages come from. */
const SOURCE_LIST = /sources\.list(?:\.d\/|$)|yum\.repos\.d\/|\.repo$|pip\.conf$|(?:^|\/)\.npmrc$|apk\/repositories$/

function judgeSources(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  return facts.flatMap((fact) => {
    if (fact.kind !== 'write' || !fact.targets.some((path) => SOURCE_LIST.test(path))) return []
    const text = textsOf(fact.data).join('\n')
    const url = /https?:\/\/[^\s"']+/.exec(text)?.[0]
    if (url === undefined || !/^(?:unrelated|hosting|ip|paste|capture)$/.test(hostRelation(url, purpose))) return []
    const isUnchecked = /trusted\s*=\s*yes|gpgcheck\s*=\s*0/.test(text)
    return [
      fromFact(isUnchecked ? 'scan/poisoned-index' : 'scan/dependency-source', fact, `takes packages from ${url}`, url),
    ]
  })
}

function judgeRequirements(view: PackageView, purpose: Purpose): Evidence[] {
  const found: Evidence[] = []
  for (const [file, text] of view.texts) {
    if (MANIFEST.test(file)) found.push(...judgeManifest(file, text, purpose))
    if (!/(?:^|\/)requirements[\w.-]*\.txt$/.test(file)) continue
    for (const [index, line] of text.split('\n').entries()) {
      const place = { file, line: index + 1, layers: [] }
      const source =
        /^\s*(?:--(?:extra-)?index-url|-i|--find-links|-f)[ =]+(\S+)/.exec(line)?.[1] ??
        packageSource(line.replace(/^\s*(?:-e|--editable)[ =]+/, '').trim())
      if (source !== undefined) {
        found.push(...judgeStated(source, place, purpose))
        continue
      }
      const name = /^\s*([A-Za-z0-9][\w.-]*)/.exec(line)?.[1]?.toLowerCase()
      const known = name === undefined ? undefined : lookalikeOf(name, WELL_KNOWN_PACKAGES)
      if (known !== undefined && name !== undefined && !KNOWN_NEIGHBOURS.has(name))
        found.push(at('scan/lookalike-package', place, `requires "${name}", one slip from "${known}"`, line))
    }
  }
  return found
}

/** Files in which other tools than pip and npm are told where packages come from. */
const MANIFEST = /(?:^|\/)(?:pyproject\.toml|Pipfile|setup\.(?:cfg|py)|Cargo\.toml|environment\.ya?ml|Gemfile)$/

// A package by its address stands behind `@` or `git`, whatever the format.
function judgeManifest(file: string, text: string, purpose: Purpose): Evidence[] {
  return text.split('\n').flatMap((line, index) => {
    const source =
      /(?:@\s*|\bgit\b["']?\s*(?:=>|[=:])?\s*["']?|\burl\s*=\s*["'])((?:git\+)?(?:https?|ssh|git):\/\/[^\s"',}]+)/.exec(
        line,
      )?.[1]
    const url = source === undefined ? undefined : packageSource(source)
    const isPage = /^\s*["']?(?:home-?page|repository|documentation|issues|source|changelog|url)\b/i.test(line)
    return url === undefined || isPage ? [] : judgeStated(url, { file, line: index + 1, layers: [] }, purpose)
  })
}

/** Judges an address that a manifest takes packages from. */
export function judgeStated(
  url: string,
  place: Pick<Evidence, 'file' | 'line' | 'layers'>,
  purpose: Purpose,
): Evidence[] {
  const found = judgeSourceHost(url, purpose)
  if (found === undefined) return []
  return [
    at(
      found === 'poisoned' ? 'scan/poisoned-index' : 'scan/dependency-source',
      place,
      `takes packages from ${url}`,
      url,
    ),
  ]
}

function judgeBinaries(view: PackageView): Evidence[] {
  return view.binaries.flatMap(({ path, bytes }) => {
    const place = { file: path, line: 1, layers: [] }
    const head = Buffer.from(bytes.subarray(0, 8)).toString('hex')
    if (
      /^7f454c46|^4d5a|^feedfac[ef]|^cf?[ce]faedfe|^cafebabe|^0061736d/.test(head) &&
      !(head.startsWith('cafebabe') && path.endsWith('.class'))
    )
      return head.startsWith('0061736d') ? [] : [at('scan/bundled-binary', place, 'is a compiled program')]
    return /\.py[co]$/.test(path) ? [at('scan/bundled-binary', place, 'is compiled Python')] : []
  })
}

function judgeLinks(links: readonly (Link & { file: string })[], purpose: Purpose): Evidence[] {
  const found: Evidence[] = []
  for (const { file, label, target, line } of links) {
    const parsed = parseUrl(target)
    if (parsed === undefined) continue
    const place = { file, line, layers: [] }
    const shown = parseUrl(/^[\w.-]+\.[a-z]{2,}(?:\/\S*)?$|^https?:\/\/\S+$/i.exec(label.trim())?.[0] ?? '')
    const real = registrableDomain(parsed.host)
    const relation = hostRelation(target, purpose)
    if (
      shown !== undefined &&
      registrableDomain(shown.host) !== real &&
      (relation === 'unrelated' || relation === 'ip' || relation === 'paste' || relation === 'capture') &&
      /\.[a-z]{2,6}$/.test(shown.host) &&
      !/\.(?:md|py|js|ts|sh|json|ya?ml|txt)$/.test(shown.host)
    )
      found.push(at('scan/lookalike-link', place, `shows ${shown.host} and leads to ${parsed.host}`, target))
    else if (relation === 'unrelated' && imitates(real))
      found.push(at('scan/lookalike-link', place, `leads to ${parsed.host}, which imitates a well-known name`, target))
  }
  return found.slice(0, 5)
}

function imitates(domain: string): boolean {
  const name = domain.split('.')[0] ?? ''
  return WELL_KNOWN_HOST_WORDS.some(
    (word) =>
      (name !== word &&
        name.startsWith(`${word}-`) &&
        /(?:login|auth|install|download|update|cli|setup|core|driver|verify|secure|app|official)/.test(name)) ||
      lookalikeOf(name, new Set([word])) !== undefined,
  )
}

// A secret that is asked for and never used: the asking is the point.
function judgeUnused(view: PackageView, purpose: Purpose): Evidence[] {
  return [...purpose.env].flatMap((name) => {
    if (!/KEY|TOKEN|SECRET|PASS|MNEMONIC|SEED/.test(name) || purpose.body.includes(name)) return []
    for (const [path, text] of view.texts) if (!/^skill\.md$/i.test(path) && text.includes(name)) return []
    const rule = /PRIVATE_?KEY|MNEMONIC|SEED/.test(name) ? 'scan/asks-for-key' : 'scan/unused-secret'
    return [at(rule, { file: 'SKILL.md', line: 1, layers: [] }, `requires ${name}, which nothing uses`, name)]
  })
}

// A copied text without its scripts.
function judgeReferences(view: PackageView, purpose: Purpose): Evidence[] {
  const guide = view.texts.get('SKILL.md')
  if (guide === undefined) return []
  for (const match of purpose.body.matchAll(
    /(?:python3?|bash|sh|node|npx tsx|bun|uv run|deno run)\s+(?:\{baseDir\}\/|\$\{?[A-Z_]+\}?\/|\.\/)?((?:scripts|tools|bin|src)\/[\w./-]+\.(?:py|sh|js|ts|mjs))\b/g,
  )) {
    const path = match[1] ?? ''
    if (
      view.texts.has(path) ||
      [...view.texts.keys()].some(
        (file) => file.endsWith(`/${path}`) || file.endsWith(path.slice(path.lastIndexOf('/'))),
      )
    )
      continue
    const line = purpose.bodyLine + purpose.body.slice(0, match.index).split('\n').length - 1
    return [
      at('scan/dangling-script', { file: 'SKILL.md', line, layers: [] }, `runs ${path}, which is not there`, match[0]),
    ]
  }
  return []
}
