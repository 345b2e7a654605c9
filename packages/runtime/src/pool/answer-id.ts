const COLON = 0x3a
const COMMA = 0x2c
const FIELD = Buffer.from('"id"')

/**
 * The answer as the skill would have given it to any caller, without the field that repeats the id of its request; undefined
 * when it has none. Looks for the bytes: the id is a secret of the call, so only an answer to it can hold them, and the answer is
 * parsed later anyway.
 */
export function withoutId(answer: Buffer, id: string): Buffer | undefined {
  const value = Buffer.from(`"${id}"`)
  const kept: Buffer[] = []
  let from = 0
  for (let at = answer.indexOf(value); at >= 0; at = answer.indexOf(value, at + value.length)) {
    const field = fieldAround(answer, at, at + value.length)
    if (field === undefined) continue
    kept.push(answer.subarray(from, field.start))
    from = field.end
  }
  if (kept.length === 0) return undefined
  kept.push(answer.subarray(from))
  return Buffer.concat(kept)
}

/** Where the field `"id": …` is that a value belongs to, with the comma on one of its sides. */
function fieldAround(
  answer: Buffer,
  valueStart: number,
  valueEnd: number,
): { readonly start: number; readonly end: number } | undefined {
  const colon = beforeSpace(answer, valueStart)
  if (answer[colon - 1] !== COLON) return undefined
  const nameEnd = beforeSpace(answer, colon - 1)
  const start = nameEnd - FIELD.length
  if (start < 0 || answer.compare(FIELD, 0, FIELD.length, start, nameEnd) !== 0) return undefined
  const next = afterSpace(answer, valueEnd)
  if (answer[next] === COMMA) return { start, end: afterSpace(answer, next + 1) }
  const previous = beforeSpace(answer, start)
  return answer[previous - 1] === COMMA ? { start: previous - 1, end: valueEnd } : { start, end: valueEnd }
}

/** The place after the last byte before a place that is no space. */
function beforeSpace(bytes: Buffer, place: number): number {
  let at = place
  while (at > 0 && (bytes[at - 1] ?? 0) <= 0x20) at--
  return at
}

function afterSpace(bytes: Buffer, place: number): number {
  let at = place
  while (at < bytes.length && (bytes[at] ?? 0) <= 0x20) at++
  return at
}
