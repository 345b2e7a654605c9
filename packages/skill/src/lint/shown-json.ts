import { isObject } from '@skillwright/contract'

/** A JSON object in a code block of a document. */
export interface ShownJson {
  /** Line of the file on which the JSON begins. */
  readonly line: number
  /** The line of text above the block, such as `**Expected output:**`. */
  readonly label: string
  readonly value: Readonly<Record<string, unknown>>
}

// More findings of one kind add nothing, and a hostile file may hold a hundred thousand.
const MOST = 50

/** The JSON objects that a Markdown text shows in code blocks. What is shortened with "…" or has comments is not JSON, and not meant as it stands. */
export function shownJson(body: string, firstLine: number): readonly ShownJson[] {
  const found: ShownJson[] = []
  const lines = body.split('\n')
  let label = ''
  let open: { readonly mark: string; readonly from: number; readonly isJson: boolean } | undefined
  for (const [at, line] of lines.entries()) {
    const [, mark, info = ''] = /^[ \t]{0,12}(`{3,}|~{3,})[ \t]*([\w-]*)/.exec(line) ?? []
    if (open !== undefined) {
      if (mark === undefined || !mark.startsWith(open.mark) || info !== '') continue
      const value = open.isJson ? parsed(lines.slice(open.from, at).join('\n')) : undefined
      if (isObject(value) && found.push({ line: firstLine + open.from, label, value }) === MOST) break
      open = undefined
      label = ''
    } else if (mark !== undefined) open = { mark, from: at + 1, isJson: /^(?:json)?$/i.test(info) }
    else if (line.trim() !== '') label = line
  }
  return found
}

function parsed(text: string): unknown {
  if (!/^\s*\{/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
