import { at, type Evidence } from '../evidence.ts'
import type { TextFile } from '../package-view.ts'

/** Invisible characters: what they spell decides. */
export function judgeHidden(file: Pick<TextFile, 'path' | 'hidden'>): Evidence[] {
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

/** Pictures and pages that act. */
export function judgeMarkup(file: TextFile): Evidence[] {
  const place = { file: file.path, line: 1, layers: [] }
  const isPicture = /\.svg$/i.test(file.path) || /^\s*(?:<\?xml[^>]*>\s*)?<svg\b/i.test(file.text)
  const sends = /\bfetch\s*\(|XMLHttpRequest|sendBeacon|new Image\(|\.src\s*=|WebSocket\s*\(|\.submit\s*\(/.test(
    file.text,
  )
  const takes =
    /document\.cookie|localStorage|sessionStorage|innerText|indexedDB|document\.body|navigator\.clipboard/.test(
      file.text,
    )
  const acts =
    /<script\b|\son\w{3,20}\s*=\s*["']|javascript:|<foreignObject\b[\s\S]{0,2000}<(?:iframe|script|body)/i.test(
      file.text,
    )
  if (isPicture && acts) {
    const line = file.text
      .slice(0, file.text.search(/<script\b|\son\w{3,20}\s*=|javascript:|<foreignObject/i))
      .split('\n').length
    return [
      at(
        sends ? 'scan/active-asset' : 'scan/active-content',
        { ...place, line },
        sends ? 'is a picture that runs a script and sends data' : 'is a picture with a script in it',
      ),
    ]
  }
  if (
    !isPicture &&
    acts &&
    sends &&
    /document\.cookie|(?:localStorage|sessionStorage)\b[^\n]{0,200}(?:fetch|sendBeacon|src\s*=)|(?:fetch|sendBeacon)[^\n]{0,300}(?:localStorage|document\.cookie)/.test(
      file.text,
    ) &&
    takes
  )
    return [at('scan/active-content', place, 'is a page that sends cookies or browser storage')]
  return []
}
