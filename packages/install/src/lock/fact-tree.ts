import { SkillError } from '@skillwright/contract'

/** Facts by key, in sorted order: a text, or facts of their own. */
export type FactTree = ReadonlyMap<string, string | FactTree>

const MAX_LINES = 500_000
const MAX_DEPTH = 6
const LINE = /^( *)(?:([A-Za-z_][\w.-]*)|("(?:[^"\\]|\\.)*")):(?: ("(?:[^"\\]|\\.)*"))?$/

/**
 * Writes facts as text: one line each, keys sorted by their bytes, two spaces for each level. It is YAML too, but for one form of each fact
 * there is one text, so that two machines write the same bytes and a merge meets whole lines.
 */
export function writeFacts(tree: FactTree, depth = 0): string {
  const keys = [...tree.keys()].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return keys
    .map((key) => {
      const value = tree.get(key)
      const start = `${'  '.repeat(depth)}${/^[A-Za-z_][\w.-]*$/.test(key) ? key : JSON.stringify(key)}:`
      return typeof value === 'string'
        ? `${start} ${JSON.stringify(value)}\n`
        : `${start}\n${value === undefined ? '' : writeFacts(value, depth + 1)}`
    })
    .join('')
}

/** Reads what writeFacts wrote. Throws INVALID_INPUT with the line of anything else: a merge conflict, a key twice, another indentation. */
export function readFacts(text: string, file: string): FactTree {
  const lines = text.replaceAll('\r\n', '\n').split('\n', MAX_LINES + 1)
  if (lines.length > MAX_LINES) throw wrong(file, MAX_LINES, 'it is too long')
  const root = new Map<string, string | FactTree>()
  const open = [root]
  for (const [i, line] of lines.entries()) {
    if (line === '' || line.startsWith('#')) continue
    const [, spaces = '', plain, quoted, value] = LINE.exec(line) ?? []
    const key = plain ?? (quoted === undefined ? undefined : unquote(quoted))
    const depth = spaces.length / 2
    const parent = open[depth]
    if (key === undefined || !Number.isInteger(depth) || parent === undefined)
      throw wrong(file, i + 1, /^[<=>|]{7}/.test(line) ? 'it is a merge conflict' : `cannot read ${preview(line)}`)
    if (parent.has(key)) throw wrong(file, i + 1, `${preview(key)} is there twice`)
    open.length = depth + 1
    if (value !== undefined) {
      const read = unquote(value)
      if (read === undefined) throw wrong(file, i + 1, `cannot read ${preview(line)}`)
      parent.set(key, read)
      continue
    }
    if (depth >= MAX_DEPTH) throw wrong(file, i + 1, 'it is nested too deep')
    const child = new Map<string, string | FactTree>()
    parent.set(key, child)
    open.push(child)
  }
  return root
}

function unquote(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

function preview(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}

function wrong(file: string, line: number, why: string): SkillError {
  return new SkillError('INVALID_INPUT', `Line ${line} of ${file} is not of a lock: ${why}`, {
    hint: 'Restore the file from version control, or delete it and run: skillwright install',
    details: { file, line },
  })
}
