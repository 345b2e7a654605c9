import { parse } from 'smol-toml'

type Values = Readonly<Record<string, unknown>>

/**
 * TOML text in which a table has these values: line by line where it stands, else it is added at the end. Tables inside of it stay as they
 * are. No library changes TOML and keeps its comments; the caller checks that all else means the same.
 */
export function tomlTable(text: string, place: readonly string[], values: Values): string {
  const header = `[${place.map(tomlKey).join('.')}]`
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const plain = Object.entries(values).filter(([, value]) => !isTable(value))
  const lines = text.split(/\r?\n/)
  const start = lines.findIndex((line) => line.replace(/\s*(?:#.*)?$/, '').trim() === header)
  if (start < 0) {
    const table = [header, ...plain.map(([name, value]) => `${tomlKey(name)} = ${tomlValue(value)}`)]
    return `${text.trimEnd()}${text.trim() === '' ? '' : eol + eol}${table.join(eol)}${eol}`
  }
  const table = plain.reduce((changed, [name, value]) => withKey(changed, name, value), linesOfTable(lines, start))
  return [...lines.slice(0, start + 1), ...table, ...lines.slice(start + 1 + linesOfTable(lines, start).length)].join(
    eol,
  )
}

/** The lines behind a header that belong to its table. */
function linesOfTable(lines: readonly string[], start: number): readonly string[] {
  const length = lines.slice(start + 1).findIndex((line) => /^\s*\[/.test(line))
  return lines.slice(start + 1, length < 0 ? lines.length : start + 1 + length)
}

/** The lines of a table with a value: in the place of the one it has, else as its first line. A value may go over several lines. */
function withKey(lines: readonly string[], name: string, value: unknown): readonly string[] {
  const at = lines.findIndex((line) => /^\s*["']?(?<key>[^"'=\s]+)["']?\s*=/.exec(line)?.groups?.key === name)
  const line = `${tomlKey(name)} = ${tomlValue(value)}`
  if (at < 0) return [line, ...lines]
  let end = at + 1
  while (end < lines.length && !isToml(lines.slice(at, end).join('\n'))) end++
  const before = lines.slice(at, end).join('\n')
  // The same value stays as it is written, with what is said behind it.
  if (isToml(before) && JSON.stringify(parse(before)[name]) === JSON.stringify(value)) return lines
  if (end > at + 1 && before.includes('#')) throw new Error('a comment would be lost')
  const comment = end === at + 1 ? /\s+#[^"']*$/.exec(before)?.[0] : undefined
  return [...lines.slice(0, at), `${line}${comment ?? ''}`, ...lines.slice(end)]
}

function isToml(text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}

function isTable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function tomlKey(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name)
}

/** Texts, numbers, truth values and lists of these: JSON writes them as TOML reads them. */
function tomlValue(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(tomlValue).join(', ')}]` : JSON.stringify(value)
}
