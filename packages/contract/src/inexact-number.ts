/** The first number of a JSON text that a double cannot hold: a whole one that would lose digits, or one too large. */
export function inexactNumber(text: string): string | undefined {
  const token = /"|-?\d[\d.eE+-]*/g
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [source] = found
    if (source === '"') token.lastIndex = endOfString(text, token.lastIndex)
    else if (!isExact(source)) return source
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  const sign = /["\\]/g
  sign.lastIndex = start
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    if (found[0] === '"') return sign.lastIndex
    sign.lastIndex += 1
  }
  return text.length
}

function isExact(source: string): boolean {
  const value = Number(source)
  if (!Number.isFinite(value)) return false
  return !/^-?\d{16,}$/.test(source) || BigInt(source) === BigInt(value)
}
