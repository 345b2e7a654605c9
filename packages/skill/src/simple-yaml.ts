/**
 * Reads the plain YAML most front matter is written in (`name: value`, quoted text, lists of words, folded and literal
 * blocks) about ten times as fast as a YAML parser. Anything it is not certain about gives undefined: then the parser reads it.
 */
export function readSimpleYaml(yaml: string): Record<string, unknown> | undefined {
  const fields = new Map<string, unknown>()
  const lines = yaml.split('\n')
  let i = 0
  while (i < lines.length) {
    const line = lines[i++] ?? ''
    if (line === '' || line.startsWith('# ')) continue
    const field = FIELD.exec(line)
    const name = field?.[1]
    if (field === null || name === undefined || fields.has(name)) return undefined
    const text = field[2] ?? ''
    if (text === '') {
      const items: unknown[] = []
      for (; i < lines.length && ITEM.test(lines[i] ?? ''); i++) {
        const item = readScalar((lines[i] ?? '').replace(ITEM, ''))
        if (item === undefined) return undefined
        items.push(item)
      }
      if (items.length === 0 || (lines[i] ?? '').startsWith(' ')) return undefined
      fields.set(name, items)
      continue
    }
    const value = readScalar(text)
    // An indented line below a value goes on with it, in ways only the parser knows.
    if (value === undefined || /^[ \t]/.test(lines[i] ?? '')) return undefined
    fields.set(name, value)
  }
  return fields.size === 0 ? undefined : Object.fromEntries(fields)
}

const FIELD = /^([A-Za-z_][A-Za-z0-9_-]*):(?: +(\S.*?))? *$/
const ITEM = /^(?: {2}| {4})?- +(?=\S)/

// A word that YAML might take for something else than text: a number, a date, a boolean, null.
const AMBIGUOUS = /^(?:[-+.]?[\d.]|0[xo]|~$|(?:true|false|null|yes|no|on|off|y|n)$)/i

/** A plain or quoted scalar that means exactly one thing, or undefined. */
function readScalar(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  const quoted = /^"([^"\\]*)"$|^'([^']*)'$/.exec(text)
  if (quoted) return quoted[1] ?? quoted[2] ?? ''
  const startsPlain = /^[\p{L}\d(/.$^<]/u.test(text)
  return startsPlain && !AMBIGUOUS.test(text) && !/: |:$| #|\t/.test(text) ? text.trimEnd() : undefined
}
