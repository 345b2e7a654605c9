import { MAX_YAML_CHARACTERS, readYaml } from './read-yaml.ts'

/** A field at the left edge: its name, and its value behind a colon or the full-width one of Chinese keyboards. */
export const FIELD = /^["']?([\p{L}_][\p{L}\p{N}_.-]*)["']?[ \t]*(?::(?:[ \t]+(.*)|[ \t]*)|：(.*))$/u

/** What can be had from broken YAML: each field at the left edge is read by itself, and as plain text where even that fails. */
export function salvageYaml(yaml: string): Record<string, unknown> {
  const fields = new Map<string, { source: string[]; text: string[] }>()
  let current: { source: string[]; text: string[] } | undefined
  for (const line of yaml.split('\n')) {
    const field = FIELD.exec(line)
    if (field) {
      current = { source: [line], text: [field[2] ?? field[3] ?? ''] }
      // The first of two is kept: a second one is more likely text that happens to look like a field.
      if (!fields.has(field[1] ?? '')) fields.set(field[1] ?? '', current)
    } else if (current) {
      current.source.push(line)
      if (line.trim() !== '' && !line.startsWith('#')) current.text.push(line.trim())
    }
  }
  // Text beyond what a parser is given stays text.
  const isSmall = yaml.length <= MAX_YAML_CHARACTERS
  return Object.fromEntries(
    [...fields].map(([name, { source, text }]) => [
      name,
      (isSmall ? fieldValue(name, source.join('\n')) : undefined) ?? plainValue(text),
    ]),
  )
}

function fieldValue(name: string, source: string): unknown {
  const { value } = readYaml(source, { uniqueKeys: false })
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

function plainValue(lines: readonly string[]): unknown {
  const [first = '', ...rest] = lines
  if (first === '' && rest.length > 0 && rest.every((line) => line.startsWith('- ')))
    return rest.map((line) => unquote(line.slice(2).trim()))
  const isBlock = /^[>|][+-]?\d*$/.test(first.trim())
  return unquote((isBlock ? rest : lines).join(' ').trim())
}

function unquote(text: string): string {
  const quoted = /^(["'])(.*)\1$/s.exec(text)
  return quoted ? (quoted[2] ?? '') : text
}
