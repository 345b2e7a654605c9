import { at, type Evidence } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'

/** Invisible characters: what they spell decides. */
export function judgeHiddenCharacters(file: Pick<TextFile, 'path' | 'hidden'>): Evidence[] {
  const found: Evidence[] = []
  let zeroWidth = 0
  for (const run of file.hidden) {
    const place = { file: file.path, line: run.line, layers: ['invisible characters'] }
    if (run.says.length >= 8) {
      const isOrder =
        /https?:|\b(?:ignore|send|run|execute|do not|must|you|curl|instruction|system|user|token|key|password|upload|fetch|always|never|tell)\b/i.test(
          run.says,
        )
      found.push(
        at(
          isOrder ? 'scan/hidden-instructions' : 'scan/hidden-text',
          place,
          `spells "${run.says.slice(0, 80)}" in invisible characters`,
          run.says,
        ),
      )
    } else if (run.kind === 'bidi')
      found.push(
        at('scan/hidden-text', place, 'changes the direction of text, so that it reads differently than it runs'),
      )
    else if (run.kind === 'tag' || run.kind === 'selector' || run.count >= 16)
      found.push(at('scan/hidden-text', place, `holds ${run.count} invisible characters in a row`))
    else zeroWidth++
  }
  const [first] = file.hidden
  // One stray character comes from copy and paste; several inside words are there to break up words for scanners.
  if (zeroWidth >= 3 && first !== undefined)
    found.push(
      at(
        'scan/hidden-text',
        { file: file.path, line: first.line, layers: ['zero-width characters'] },
        `has ${zeroWidth} words with invisible characters inside`,
      ),
    )
  return found.slice(0, 10)
}
