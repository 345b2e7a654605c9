import { hashOf, mixed } from './string-table.ts'

/** Terms by number, in buckets by their hashes: numbers take the place of a table of slots, which would be larger than the terms. */
export interface TermTable {
  /** The characters of all terms, one after the other. */
  readonly chars: Uint16Array
  /** How many of them each term has: no more than 81, of a word of 40 characters that become two in lower case each, and its mark. */
  readonly lengths: Uint8Array
  /** The first term of each bucket, and how many terms there are. How many buckets there are is a power of two. */
  readonly buckets: Uint32Array
  /** Where the characters of each bucket begin, and where the last end. */
  readonly bucketStarts: Uint32Array
}

/** Strings in the order in which they came, with their hashes. */
export interface CollectedStrings {
  readonly chars: Uint16Array
  /** Where each begins, and where the last ends. */
  readonly starts: Uint32Array
  readonly hashes: Int32Array
}

/** Number of a string that is not kept. */
export const NO_TERM = 0xffff_ffff

// Of a few short terms the right one is found as soon as by a slot of its own.
const BUCKET_TERMS = 8

/** Lays strings out as terms, those that are kept. `numbers` says which number each of the strings has as a term. */
export function layOutTerms(
  { chars: from, starts, hashes }: CollectedStrings,
  isKept: (number: number) => boolean,
): { table: TermTable; numbers: Uint32Array } {
  const numbers = new Uint32Array(hashes.length).fill(NO_TERM)
  let length = 0
  for (let number = 0; number < numbers.length; number++) if (isKept(number)) numbers[number] = length++
  const count = 2 ** Math.max(0, Math.ceil(Math.log2(length / BUCKET_TERMS)))
  const buckets = new Uint32Array(count + 1)
  const bucketStarts = new Uint32Array(count + 1)
  const lengthOf = (number: number) => (starts[number + 1] ?? 0) - (starts[number] ?? 0)
  const bucketOf = (number: number) => mixed(hashes[number] ?? 0) & (count - 1)
  for (let number = 0; number < numbers.length; number++) {
    if (numbers[number] === NO_TERM) continue
    const after = bucketOf(number) + 1
    buckets[after] = (buckets[after] ?? 0) + 1
    bucketStarts[after] = (bucketStarts[after] ?? 0) + lengthOf(number)
  }
  for (let bucket = 0; bucket < count; bucket++) {
    buckets[bucket + 1] = (buckets[bucket + 1] ?? 0) + (buckets[bucket] ?? 0)
    bucketStarts[bucket + 1] = (bucketStarts[bucket + 1] ?? 0) + (bucketStarts[bucket] ?? 0)
  }
  const chars = new Uint16Array(bucketStarts[count] ?? 0)
  const lengths = new Uint8Array(length)
  const next = buckets.slice()
  const nextStarts = bucketStarts.slice()
  for (let number = 0; number < numbers.length; number++) {
    if (numbers[number] === NO_TERM) continue
    const bucket = bucketOf(number)
    const term = next[bucket] ?? 0
    let at = nextStarts[bucket] ?? 0
    for (let char = starts[number] ?? 0; char < (starts[number + 1] ?? 0); char++) chars[at++] = from[char] ?? 0
    lengths[term] = lengthOf(number)
    numbers[number] = term
    next[bucket] = term + 1
    nextStarts[bucket] = at
  }
  return { table: { chars, lengths, buckets, bucketStarts }, numbers }
}

/** Number of a term; -1 when the table does not have it. */
export function findTerm({ chars, lengths, buckets, bucketStarts }: TermTable, term: string): number {
  const bucket = mixed(hashOf(term)) & (buckets.length - 2)
  const end = buckets[bucket + 1] ?? 0
  let start = bucketStarts[bucket] ?? 0
  for (let number = buckets[bucket] ?? 0; number < end; number++) {
    const length = lengths[number] ?? 0
    if (length === term.length && isAt(chars, start, term)) return number
    start += length
  }
  return -1
}

function isAt(chars: Uint16Array, start: number, term: string): boolean {
  for (let at = 0; at < term.length; at++) if (chars[start + at] !== term.charCodeAt(at)) return false
  return true
}
