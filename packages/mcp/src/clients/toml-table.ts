/**
 * TOML text in which a table has these values and no others: the lines of the table are replaced where it stands, else it is added at the end.
 * No library changes TOML and keeps its comments; the caller checks that all else means the same.
 */
export function tomlTable(text: string, place: readonly string[], values: Readonly<Record<string, unknown>>): string {
  const header = `[${place.map(tomlKey).join('.')}]`
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const table = [header, ...Object.entries(values).map(([name, value]) => `${tomlKey(name)} = ${tomlValue(value)}`)]
  const lines = text.split(/\r?\n/)
  const start = lines.findIndex((line) => line.replace(/\s*(?:#.*)?$/, '').trim() === header)
  if (start < 0) return `${text.trimEnd()}${text.trim() === '' ? '' : eol + eol}${table.join(eol)}${eol}`
  const length = lines.slice(start + 1).findIndex((line) => /^\s*\[/.test(line))
  const end = length < 0 ? lines.length : start + 1 + length
  // Comments above the next table belong to it.
  let last = end
  while (last > start + 1 && /^\s*(?:#.*)?$/.test(lines[last - 1] ?? '')) last--
  return [...lines.slice(0, start), ...table, ...lines.slice(last)].join(eol)
}

function tomlKey(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name)
}

/** Texts, numbers, truth values and lists of these: JSON writes them as TOML reads them. */
function tomlValue(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(tomlValue).join(', ')}]` : JSON.stringify(value)
}
