import { jsonrepair } from 'jsonrepair'
import type { ErrorCode } from './error-codes.ts'
import { preview } from './json.ts'
import { textIsDeeperThan } from './text-depth.ts'

/** What was done to a text before it could be read. */
type JsonRepair = 'fence' | 'syntax'

/** A JSON value, or why the text is none. */
export type ReadJsonResult =
  | { readonly ok: true; readonly value: unknown; readonly repaired: boolean; readonly repairs: readonly JsonRepair[] }
  | { readonly ok: false; readonly code: ErrorCode & ('INVALID_JSON' | 'INPUT_TOO_LARGE'); readonly message: string }

/** Deeper text is refused: nearly everything that would have to work on the value could not. */
const MAX_JSON_DEPTH = 5000

/**
 * Reads the whole answer of a model or a skill as JSON: as it is, else from the one fenced block in it, else with its
 * syntax mended (cut off, single quotes, trailing commas). Only for text that was meant to be nothing but JSON.
 */
export function readJson(text: string): ReadJsonResult {
  if (textIsDeeperThan(text, MAX_JSON_DEPTH)) {
    const message = `expected JSON nested at most ${MAX_JSON_DEPTH} levels deep, got ${preview(text)}`
    return { ok: false, code: 'INPUT_TOO_LARGE', message }
  }
  const strict = parse(text)
  if (strict) return { ok: true, value: strict.value, repaired: false, repairs: [] }
  const blocks = fencedBlocks(text)
  if (blocks.length > 1) return notJson(`expected one JSON value, got ${blocks.length} fenced blocks`)
  const [block] = blocks
  const fence: readonly JsonRepair[] = block === undefined ? [] : ['fence']
  const fenced = block === undefined ? undefined : parse(block)
  if (fenced) return { ok: true, value: fenced.value, repaired: true, repairs: fence }
  const mended = mend(block ?? text)
  if (mended) return { ok: true, value: mended.value, repaired: true, repairs: [...fence, 'syntax'] }
  return notJson(`expected one JSON value, got ${preview(text)}`)
}

function notJson(message: string): ReadJsonResult {
  return { ok: false, code: 'INVALID_JSON', message }
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.trim()) }
  } catch {
    return undefined
  }
}

function mend(text: string): { readonly value: unknown } | undefined {
  // Of any other text the repair would make a string: that is not reading, that is quoting.
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return { value: JSON.parse(jsonrepair(text)) }
  } catch {
    return undefined
  }
}

/** The contents of fenced blocks, those marked as JSON if any is. The last one may lack its end. */
function fencedBlocks(text: string): string[] {
  const blocks: { readonly isJson: boolean; readonly lines: string[] }[] = []
  let open: string[] | undefined
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    if (open) {
      if (trimmed.endsWith('```')) {
        open.push(trimmed.slice(0, -3))
        open = undefined
      } else open.push(line)
    } else if (trimmed.startsWith('```')) {
      const [, word = '', rest = ''] = /^```([a-z0-9]*)(.*)$/i.exec(trimmed) ?? []
      const isClosed = rest.endsWith('```')
      const lines = [isClosed ? rest.slice(0, -3) : rest]
      blocks.push({ isJson: word.toLowerCase().startsWith('json'), lines })
      if (!isClosed) open = lines
    }
  }
  const marked = blocks.filter(({ isJson }) => isJson)
  return (marked.length > 0 ? marked : blocks).map(({ lines }) => lines.join('\n'))
}
