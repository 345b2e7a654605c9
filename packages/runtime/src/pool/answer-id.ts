const SPACE = 0x20
const COLON = 0x3a
const COMMA = 0x2c
const FIELD = Buffer.from('"id"')

/**
 * Blanks out, in an answer, the field that repeats the id of its request, so that it is as the skill would have given it to any
 * caller; false when it has none. Looks for the bytes: the id is a secret of the call, so only an answer to it can hold them, and the answer is
 * parsed later anyway.
 */
export function blankId(answer: Buffer, id: string): boolean {
  const value = `"${id}"`
  let done = 0
  for (let at = answer.indexOf(value, 0, 'latin1'); at >= 0; at = answer.indexOf(value, at + value.length, 'latin1')) {
    const field = fieldAround(answer, done, at, at + value.length)
    if (field === undefined) continue
    answer.fill(SPACE, field.start, field.end)
    done = field.end
  }
  return done > 0
}

/** Where the field `"id": …` is that a value belongs to, with the comma on one of its sides; nothing before `from` is looked at again. */
function fieldAround(
  answer: Buffer,
  from: number,
  valueStart: number,
  valueEnd: number,
): { readonly start: number; readonly end: number } | undefined {
  const colon = beforeSpace(answer, from, valueStart)
  if (answer[colon - 1] !== COLON) return undefined
  const nameEnd = beforeSpace(answer, from, colon - 1)
  const start = nameEnd - FIELD.length
  if (start < 0 || answer.compare(FIELD, 0, FIELD.length, start, nameEnd) !== 0) return undefined
  const next = afterSpace(answer, valueEnd)
  if (answer[next] === COMMA) return { start, end: afterSpace(answer, next + 1) }
  const previous = beforeSpace(answer, from, start)
  return answer[previous - 1] === COMMA ? { start: previous - 1, end: valueEnd } : { start, end: valueEnd }
}

/** The place after the last byte before a place that is no space. */
function beforeSpace(bytes: Buffer, from: number, place: number): number {
  let at = place
  while (at > from && (bytes[at - 1] ?? 0) <= 0x20) at--
  return at
}

function afterSpace(bytes: Buffer, place: number): number {
  let at = place
  while (at < bytes.length && (bytes[at] ?? 0) <= 0x20) at++
  return at
}
