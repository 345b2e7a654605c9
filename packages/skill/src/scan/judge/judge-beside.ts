import type { Fact } from '../code/trace.ts'
import type { Purpose } from '../declared-purpose.ts'
import { type Evidence, fromFact } from '../evidence.ts'
import type { TextFile } from '../package-view.ts'
import { secretClass } from '../text/path-class.ts'
import { isExplained, isForeignKey } from './judge-exfiltration.ts'
import { strangerIn, withoutComments } from './judge-wording.ts'

/**
 * Where the way between them is not known: a script reads a key of another program and names the host of a stranger. Libraries that
 * send are without number, and new ones come; no honest script has both.
 */
export function judgeBeside(files: readonly TextFile[], facts: readonly Fact[], purpose: Purpose): Evidence[] {
  const reads = facts.filter(
    ({ kind, place, targets }) =>
      kind === 'read' && place.origin === 'script' && place.role === 'asked' && targets.some(isForeignKey),
  )
  return files.flatMap(({ path, text, isTest }) => {
    const read = isTest ? undefined : reads.find(({ place }) => place.file === path)
    const key = read?.targets.find(isForeignKey)
    const kind = key === undefined ? undefined : secretClass(key)
    if (read === undefined || kind === undefined || isExplained(kind, purpose)) return []
    const host = strangerIn(withoutComments(text), purpose)
    return host === undefined
      ? []
      : [fromFact('scan/secret-exfiltration', read, `reads ${key} and names ${host}`, host)]
  })
}
