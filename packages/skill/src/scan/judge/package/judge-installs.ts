import type { Fact } from '../../code/trace.ts'
import { firstText } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromFact } from '../../evidence.ts'
import { hostRelation, nameWords } from '../../text/host-relation.ts'
import { isMirror, judgeSourceHost, npmSource, packageSource } from '../../text/package-source.ts'
import { KNOWN_NEIGHBOURS, lookalikeOf, WELL_KNOWN_PACKAGES } from './well-known-names.ts'

/** Packages that commands install: what they are called, and where they come from. */
export function judgeInstalls(facts: readonly Fact[], purpose: Purpose): Evidence[] {
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

/** Tools that people run in whatever version there is. */
const COMMON_TOOL =
  /^(?:@(?:modelcontextprotocol|anthropic-ai|openai|google|microsoft|vercel|supabase|playwright|sentry|cloudflare|upstash|smithery|tailwindcss|biomejs|angular|vue|nestjs|expo|prisma|stripe|shopify|notionhq|figma)\/|create-|skills?$|clawhub|clawdhub|playwright|prettier|eslint|typescript|tsx|ts-node|vite|next|expo|shadcn|degit|serve|http-server|mcp-remote|wrangler|vercel|netlify-cli|firebase-tools)/

// A tool that the text mentions, or one of the common ones.
function isExpected(name: string, purpose: Purpose): boolean {
  return (
    COMMON_TOOL.test(name) || nameWords(name).some((word) => purpose.words.has(word) || purpose.timesUsed(word) > 1)
  )
}

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
