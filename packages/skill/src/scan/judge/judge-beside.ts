import type { Fact } from '../code/trace.ts'
import type { Purpose } from '../declared-purpose.ts'
import { type Evidence, fromFact } from '../evidence.ts'
import type { TextFile } from '../package-view.ts'
import { secretClass } from '../text/path-class.ts'
import { strangerIn, withoutComments } from './judge-wording.ts'
import { isExplained, isForeignKey } from './secrets.ts'

/** Puts the folder or a file where everybody reads it. */
const PUBLISHES =
  /\bgh\s+repo\s+create\b[^\n]{0,120}--public\b[^\n]{0,80}--push\b|\bgh\s+gist\s+create\b[^\n]{0,80}(?:--public|\s-p)\b/

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
    const code = withoutComments(text)
    const host = strangerIn(code, purpose) ?? PUBLISHES.exec(code)?.[0]
    return host === undefined
      ? []
      : [fromFact('scan/secret-exfiltration', read, `reads ${key} and names ${host}`, host)]
  })
}
