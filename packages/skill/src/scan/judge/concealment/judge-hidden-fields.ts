import { at, type Evidence } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { stripHidden } from '../../text/hidden-characters.ts'
import { lineAt } from '../../text/line-at.ts'
import { judgeHiddenCharacters } from './judge-hidden-characters.ts'

const MAX_TEXTS = 20_000
const MAX_FINDINGS = 10

/** Controls that move the cursor or wipe what stands there; line ends and tabs do not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F]/

/** Files that say what a skill is, to people and in terminals; elsewhere an escape sequence may be what the file is about. */
const SAYS_WHAT_IT_IS =
  /^(?:skill\.md|(?:.*\/)?(?:skill|descriptor|contract|plugin|marketplace|package)\.json|(?:.*\/)?(?:agent|hermes|openai)\.ya?ml)$/i

/**
 * Invisible characters in the values of a structured file, after its escapes are read: `"\u202e"` is six plain letters to
 * a reader of the file, and reverses the text for a reader of the field.
 */
export function judgeHiddenFields(file: Pick<TextFile, 'path' | 'text'>, value: unknown): Evidence[] {
  const found: Evidence[] = []
  const waiting: { name: string; value: unknown }[] = [{ name: '', value }]
  for (let each = waiting.pop(), seen = 0; each !== undefined && seen < MAX_TEXTS; each = waiting.pop(), seen++) {
    const { name, value: inner } = each
    if (typeof inner === 'string') found.push(...judgeText(file, name, inner))
    else if (typeof inner === 'object' && inner !== null)
      for (const [key, item] of Object.entries(inner)) {
        const inside = Array.isArray(inner) ? name : key
        waiting.push({ name: inside, value: item })
        if (!Array.isArray(inner)) found.push(...judgeText(file, inside, key))
      }
    if (found.length >= MAX_FINDINGS) break
  }
  return found
}

function judgeText(file: Pick<TextFile, 'path' | 'text'>, name: string, text: string): Evidence[] {
  const found = judgeHiddenCharacters({ path: file.path, hidden: stripHidden(text).hidden })
  const isControlled = found.length === 0 && CONTROLS.test(text) && SAYS_WHAT_IT_IS.test(file.path)
  if (found.length === 0 && !isControlled) return []
  // Only now, since it searches the whole file.
  const line = lineOfField(file.text, name)
  if (!isControlled) return found.map((each) => ({ ...each, line, detail: `${each.detail}, in ${visible(name)}` }))
  const place = { file: file.path, line, layers: ['control characters'] }
  return [
    at('scan/hidden-text', place, `holds control characters in ${visible(name)}, which change what a terminal shows`),
  ]
}

function visible(name: string): string {
  return JSON.stringify(name.slice(0, 60).replace(/[^\x20-\x7e\u4e00-\u9fff]/g, '?'))
}

function lineOfField(text: string, name: string): number {
  const at = name === '' ? -1 : text.search(new RegExp(`["']?${name.replace(/[^\w-]/g, '.')}["']?\\s*:`))
  return lineAt(text, at)
}
