/** Where a field stands, and its value as it is written. */
export interface FieldPlace {
  /** Line in the file, from 1. */
  readonly line: number
  readonly source: string
}

/** Finds a field of a YAML block by its name: at the left edge, else indented. `firstLine` is the line of the file the block begins on. */
export function fieldPlace(yaml: string, name: string, firstLine = 1): FieldPlace | undefined {
  let nested: FieldPlace | undefined
  for (const [i, line] of yaml.split('\n').entries()) {
    const trimmed = line.trimStart()
    const key = trimmed.startsWith('"') || trimmed.startsWith("'") ? trimmed.slice(1) : trimmed
    if (!key.startsWith(name)) continue
    const rest = /^["']?[ \t]*[:：][ \t]*(.*)$/.exec(key.slice(name.length))
    if (rest === null) continue
    const place = { line: firstLine + i, source: (rest[1] ?? '').replace(/(?:^|[ \t]+)#.*$/, '').trim() }
    if (trimmed === line) return place
    nested ??= place
  }
  return nested
}
