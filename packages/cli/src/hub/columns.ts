import { visibleText } from '../visible-text.ts'

/** Rows of untrusted text as lines with aligned columns, safe to print on a terminal. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const shown = rows.map((row) => row.map(visibleText))
  const widths = shown.reduce<number[]>(
    (widest, row) => row.map((cell, i) => Math.max(cell.length, widest[i] ?? 0)),
    [],
  )
  return shown.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}
