import type { Fact } from '../../code/trace.ts'
import { textsOf } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { at, type Evidence, fromFact } from '../../evidence.ts'
import type { PackageView } from '../../package-view.ts'
import { judgeSourceHost, packageSource } from '../../text/package-source.ts'
import { isStranger } from '../strange-host.ts'
import { KNOWN_NEIGHBOURS, lookalikeOf, WELL_KNOWN_PACKAGES } from './well-known-names.ts'

/** Packages that files of the package name as its dependencies. */
export function judgeRequirements(view: PackageView, purpose: Purpose): Evidence[] {
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

/** Files in which a package manager is told where packages come from. */
const SOURCE_LIST = /sources\.list(?:\.d\/|$)|yum\.repos\.d\/|\.repo$|pip\.conf$|(?:^|\/)\.npmrc$|apk\/repositories$/

/** Places for packages that a script writes down for the package manager. */
export function judgeSources(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  return facts.flatMap((fact) => {
    if (fact.kind !== 'write' || !fact.targets.some((path) => SOURCE_LIST.test(path))) return []
    const text = textsOf(fact.data).join('\n')
    const url = /https?:\/\/[^\s"']+/.exec(text)?.[0]
    if (url === undefined || !isStranger(url, purpose)) return []
    const isUnchecked = /trusted\s*=\s*yes|gpgcheck\s*=\s*0/.test(text)
    return [
      fromFact(isUnchecked ? 'scan/poisoned-index' : 'scan/dependency-source', fact, `takes packages from ${url}`, url),
    ]
  })
}
