import type { Fact } from '../../code/trace.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { at, type Evidence } from '../../evidence.ts'
import type { PackageView } from '../../package-view.ts'
import { lineAt } from '../../text/line-at.ts'
import type { Link } from '../../text/split-markdown.ts'
import { judgeInstalls } from './judge-installs.ts'
import { judgeLinks } from './judge-links.ts'
import { judgeRequirements, judgeSources } from './judge-requirements.ts'
import { lookalikeOf, WELL_KNOWN_SKILLS } from './well-known-names.ts'

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
    const line = purpose.bodyLine + lineAt(purpose.body, match.index) - 1
    return [
      at('scan/dangling-script', { file: 'SKILL.md', line, layers: [] }, `runs ${path}, which is not there`, match[0]),
    ]
  }
  return []
}
