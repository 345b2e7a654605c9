// A posting is one number of 16 bits: the field in which a term weighs most in a document, what it weighs in the head of the
// document (name, description and the like) in quarters, and in its body in eighths.
const BODY_BITS = 6
const HEAD_BITS = 7
const MOST_IN_BODY = 2 ** BODY_BITS - 1
const MOST_IN_HEAD = 2 ** HEAD_BITS - 1

/** One step of what a term weighs in the head. */
export const HEAD_STEP = 1 / 4
/** One step of what a term weighs in the body. */
export const BODY_STEP = 1 / 8

/** Joins what a term weighs in the head and in the body, and the code of a field. */
export function posting(head: number, body: number, fieldCode: number): number {
  const steps = (weight: number, step: number, most: number) =>
    weight > 0 ? Math.min(most, Math.max(1, Math.round(weight / step))) : 0
  return (
    (fieldCode << (HEAD_BITS + BODY_BITS)) |
    (steps(head, HEAD_STEP, MOST_IN_HEAD) << BODY_BITS) |
    steps(body, BODY_STEP, MOST_IN_BODY)
  )
}

/** What a term weighs in the head, in steps. */
export function headSteps(value: number): number {
  return (value >> BODY_BITS) & MOST_IN_HEAD
}

/** What a term weighs in the body, in steps. */
export function bodySteps(value: number): number {
  return value & MOST_IN_BODY
}

/** The code of the field in a posting. */
export function fieldCodeOf(value: number): number {
  return value >> (HEAD_BITS + BODY_BITS)
}
