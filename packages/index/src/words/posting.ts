// A posting is one number of 16 bits: the weight of a term in a document, and the field in which it weighs most.
const WEIGHT_BITS = 13

/** The largest weight. */
export const FULL_WEIGHT = 2 ** WEIGHT_BITS - 1

/** Joins a weight between 0 and 1 and the code of a field. */
export function posting(weight: number, fieldCode: number): number {
  return Math.max(1, Math.round(weight * FULL_WEIGHT)) | (fieldCode << WEIGHT_BITS)
}

/** The weight in a posting, from 0 to FULL_WEIGHT. */
export function weightOf(value: number): number {
  return value & FULL_WEIGHT
}

/** The code of the field in a posting. */
export function fieldCodeOf(value: number): number {
  return value >> WEIGHT_BITS
}
