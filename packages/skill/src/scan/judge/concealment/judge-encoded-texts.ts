import { at, type Evidence, fromMatch, placeAt } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { decodeBlob } from '../../text/decode-layers.ts'

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
/** Words that commands have once they are read. */
const COMMAND =
  /\b(?:curl|wget|powershell|bash|sh -c|\/bin\/sh|iex|Invoke-|eval|exec|os\.system|subprocess|child_process|nc -)\b[^\n]{0,400}(?:https?:\/\/|\/dev\/tcp|\||\()|https?:\/\/\d+\.\d+\.\d+\.\d+/i

/** A bundle that decodes text and runs it, or the names that obfuscators give. */
const DECODES_AND_RUNS =
  /\b(?:eval|Function)\s*\(\s*(?:atob|unescape|decodeURIComponent|Buffer\.from|String\.fromCharCode)\s*\(|_0x[0-9a-f]{4,6}\b[\s\S]{0,400}\b(?:child_process|process\.env|eval)\b/

/** Encoded texts that read as commands once decoded, wherever they stand, and bundles that decode and run. */
export function judgeEncodedTexts(file: TextFile): Evidence[] {
  return [...judgeBlobs(file), ...judgeCharacterCodes(file), ...judgeEscapedNames(file), ...judgeObfuscated(file)]
}

function judgeBlobs(file: TextFile): Evidence[] {
  const found: Evidence[] = []
  let tried = 0
  for (const match of file.text.matchAll(BLOB)) {
    if (tried++ >= 40 || found.length >= 3) break
    const said = decodeBlob(match[0], 3)
    if (said === undefined || !COMMAND.test(said.text)) continue
    const rule = file.kind === 'lexical' && RUNS_TEXT.test(file.text) ? 'scan/decoded-command' : 'scan/encoded-text'
    const detail = `holds a text hidden by ${said.layers.join(', ')} that reads "${firstWords(said.text)}"`
    found.push(at(rule, { ...placeAt(file, match.index), layers: said.layers }, detail, match[0]))
  }
  return found
}

function judgeCharacterCodes(file: TextFile): Evidence[] {
  return [...file.text.matchAll(CODES)].slice(0, 10).flatMap((match) => {
    const said = String.fromCharCode(...(match[0].match(/\d+/g) ?? []).slice(0, 4_000).map(Number))
    if (!COMMAND.test(said)) return []
    const rule = RUNS_TEXT.test(file.text) ? 'scan/decoded-command' : 'scan/encoded-text'
    const place = { ...placeAt(file, match.index), layers: ['character codes'] }
    return [at(rule, place, `holds numbers that read "${firstWords(said)}"`, match[0])]
  })
}

function firstWords(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 60)
}

function judgeEscapedNames(file: TextFile): Evidence[] {
  const starter = file.kind === 'javascript' ? HIDDEN_STARTER.exec(file.text) : null
  if (starter === null) return []
  const place = { ...placeAt(file, starter.index), layers: ['escapes'] }
  return [at('scan/decoded-command', place, 'spells the library that starts programs in escapes', starter[0])]
}

function judgeObfuscated(file: TextFile): Evidence[] {
  const runs = file.kind === 'javascript' || file.kind === 'text' ? DECODES_AND_RUNS.exec(file.text) : null
  return runs === null ? [] : [fromMatch('scan/obfuscated-code', file, runs, 'decodes text and runs it')]
}
