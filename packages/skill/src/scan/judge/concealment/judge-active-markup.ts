import { at, type Evidence, placeAt } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { anyOf } from '../../text/join-patterns.ts'

const SENDS = /\bfetch\s*\(|XMLHttpRequest|sendBeacon|new Image\(|\.src\s*=|WebSocket\s*\(|\.submit\s*\(/
const ACTS = /<script\b|\son\w{3,20}\s*=\s*["']|javascript:|<foreignObject\b[\s\S]{0,2000}<(?:iframe|script|body)/i
/** Where it acts. */
const ACTION = /<script\b|\son\w{3,20}\s*=|javascript:|<foreignObject/i
/** Cookies or storage of the browser, beside a call that sends. */
const SENDS_STORAGE = anyOf(
  '',
  /document\.cookie/,
  /(?:localStorage|sessionStorage)\b[^\n]{0,200}(?:fetch|sendBeacon|src\s*=)/,
  /(?:fetch|sendBeacon)[^\n]{0,300}(?:localStorage|document\.cookie)/,
)

/** Pictures and pages that act. */
export function judgeActiveMarkup(file: TextFile): Evidence[] {
  const { path, text } = file
  const isPicture = /\.svg$/i.test(path) || /^\s*(?:<\?xml[^>]*>\s*)?<svg\b/i.test(text)
  const acts = ACTS.test(text)
  const sends = SENDS.test(text)
  if (isPicture && acts) {
    const rule = sends ? 'scan/active-asset' : 'scan/active-content'
    const detail = sends ? 'is a picture that runs a script and sends data' : 'is a picture with a script in it'
    return [at(rule, placeAt(file, text.search(ACTION)), detail)]
  }
  if (isPicture || !acts || !sends || !SENDS_STORAGE.test(text)) return []
  const place = { file: path, line: 1, layers: [] }
  return [at('scan/active-content', place, 'is a page that sends cookies or browser storage')]
}
