import type { Version } from '../version.ts'

/** The line a version belongs to: versions of one line take the same calls. Its major, or `0.minor` before 1.0.0. */
export function lineOf({ major, minor }: Version): string {
  return major > 0 ? String(major) : `0.${minor}`
}

/** Pattern of a line as text, without anchors. A bare `0` (every 0.x) is not one, and is allowed only in `from`. */
export const LINE_PATTERN = '[1-9][0-9]{0,8}|0\\.(0|[1-9][0-9]{0,8})'

/** True for text that `from` may hold. */
export function isLine(text: string): boolean {
  return text.length < 20 && new RegExp(`^(0|${LINE_PATTERN})$`).test(text)
}

/** Negative when the first line is older, positive when it is newer. `0` means the end of 0.x. */
export function compareLines(left: string, right: string): number {
  const [a, b] = [numbersOf(left), numbersOf(right)]
  return a.major - b.major || (a.minor === b.minor ? 0 : a.minor - b.minor)
}

/** The names a line goes by in `from`, the most exact first. */
export function namesOf(line: string): readonly string[] {
  return line.startsWith('0.') ? [line, '0'] : [line]
}

function numbersOf(line: string): { major: number; minor: number } {
  const [major, minor] = line.split('.')
  return { major: Number(major), minor: minor === undefined ? Number.POSITIVE_INFINITY : Number(minor) }
}
