import type { Fact } from '../../code/trace.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { at, type Evidence } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { hostRelation } from '../../text/host-relation.ts'
import { lineAt } from '../../text/line-at.ts'
import { secretClass } from '../../text/path-class.ts'
import { findUrls } from '../../text/urls.ts'
import { withoutPlainComments } from '../../text/without-comments.ts'

const CODE: ReadonlySet<TextFile['kind']> = new Set([
  'shell',
  'python',
  'javascript',
  'lexical',
  'recipe',
  'config',
  'notebook',
])

/**
 * A service that records requests, in code: it is for trying things out, and for taking things away. Where the package also reads
 * credentials, the way from one to the other need not be known.
 */
export function judgeCaptureHosts(files: readonly TextFile[], facts: readonly Fact[], purpose: Purpose): Evidence[] {
  if (/web ?hook|tunnel|ngrok|cloudflared|request ?(?:bin|catcher)|beeceptor|mock|oast|interactsh/.test(purpose.said))
    return []
  const places = files.flatMap(({ path, text, kind, isTest }) => {
    if (isTest || !CODE.has(kind)) return []
    const found = findUrls(withoutPlainComments(text)).find(({ url }) => hostRelation(url, purpose) === 'capture')
    return found === undefined ? [] : [{ file: path, line: lineAt(text, text.indexOf(found.url)), url: found.url }]
  })
  const read = facts.find(
    ({ kind, place, targets }) =>
      place.origin !== 'test' &&
      place.origin !== 'document' &&
      ((kind === 'read' && targets.some(isCredential)) || (kind === 'env' && targets.includes('*'))),
  )
  return places.map(({ file, line, url }) =>
    read === undefined
      ? at('scan/capture-host', { file, line, layers: [] }, `talks to ${url}`, url)
      : at(
          'scan/secret-to-capture',
          { file, line, layers: [] },
          `reads ${read.targets[0]} and talks to ${url}, which records requests`,
          url,
        ),
  )
}

function isCredential(path: string): boolean {
  const kind = secretClass(path)
  return kind !== undefined && kind !== 'environment file' && kind !== 'messages'
}
