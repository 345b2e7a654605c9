import { at, type Evidence } from '../evidence.ts'
import type { TextFile } from '../package-view.ts'
import { decodeBlob } from '../text/decode-layers.ts'

// The look behind keeps it from starting anew at every letter of every word.
const BLOB = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40,40000}={0,2}|(?:\\x[0-9a-fA-F]{2}){12,2000}/g
/** A text as the numbers of its letters. */
const CODES = /(?<!\d)(?:\d{2,3}[\s,;]{1,3}){19,4000}\d{2,3}(?!\d)/g
/** `child_process` in escapes of its letters, as a whole: nobody writes it so who wants to be read. */
const HIDDEN_STARTER = new RegExp(
  [...'child_process']
    .map((letter) => {
      const code = letter.charCodeAt(0).toString(16)
      return `\\\\(?:x${code}|u00${code})`
    })
    .join(''),
  'i',
)
const RUNS_TEXT =
  /\b(?:load(?:string)?|eval|exec|iex|Invoke-Expression|Function|instance_eval|system|scriptblock\]::Create|assert|create_function)\b/i
const COMMAND =
  /\b(?:curl|wget|powershell|bash|sh -c|\/bin\/sh|iex|Invoke-|eval|exec|os\.system|subprocess|child_process|nc -)\b[^\n]{0,400}(?:https?:\/\/|\/dev\/tcp|\||\()|https?:\/\/\d+\.\d+\.\d+\.\d+/i

/** Encoded texts that read as commands once decoded, wherever they stand, and bundles that decode and run. */
export function judgeOpaque(file: TextFile): Evidence[] {
  const found: Evidence[] = []
  let tried = 0
  for (const match of file.text.matchAll(BLOB)) {
    if (tried++ >= 40 || found.length >= 3) break
    const said = decodeBlob(match[0], 3)
    if (said === undefined || !COMMAND.test(said.text)) continue
    found.push(
      at(
        file.kind === 'lexical' && RUNS_TEXT.test(file.text) ? 'scan/decoded-command' : 'scan/encoded-text',
        { file: file.path, line: lineAt(file.text, match.index), layers: said.layers },
        `holds a text hidden by ${said.layers.join(', ')} that reads "${said.text.replace(/\s+/g, ' ').slice(0, 60)}"`,
        match[0],
      ),
    )
  }
  for (const match of [...file.text.matchAll(CODES)].slice(0, 10)) {
    const said = String.fromCharCode(...(match[0].match(/\d+/g) ?? []).slice(0, 4_000).map(Number))
    if (!COMMAND.test(said)) continue
    const rule = RUNS_TEXT.test(file.text) ? 'scan/decoded-command' : 'scan/encoded-text'
    const place = { file: file.path, line: lineAt(file.text, match.index), layers: ['character codes'] }
    found.push(at(rule, place, `holds numbers that read "${said.replace(/\s+/g, ' ').slice(0, 60)}"`, match[0]))
  }
  const starter = file.kind === 'javascript' ? HIDDEN_STARTER.exec(file.text) : null
  if (starter !== null)
    found.push(
      at(
        'scan/decoded-command',
        { file: file.path, line: lineAt(file.text, starter.index), layers: ['escapes'] },
        'spells the library that starts programs in escapes',
        starter[0],
      ),
    )
  if (file.kind === 'javascript' || file.kind === 'text') {
    const runs =
      /\b(?:eval|Function)\s*\(\s*(?:atob|unescape|decodeURIComponent|Buffer\.from|String\.fromCharCode)\s*\(|_0x[0-9a-f]{4,6}\b[\s\S]{0,400}\b(?:child_process|process\.env|eval)\b/.exec(
        file.text,
      )
    if (runs !== null)
      found.push(
        at(
          'scan/obfuscated-code',
          { file: file.path, line: lineAt(file.text, runs.index), layers: [] },
          'decodes text and runs it',
          runs[0],
        ),
      )
  }
  return found
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
