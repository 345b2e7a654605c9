import { randomInt } from 'node:crypto'

/** Many strings by number, found again by hashing; it lies in three lists of numbers and takes no work to open. */
export interface StringTable {
  /** The characters of all strings, one after the other. */
  readonly chars: Uint16Array
  /** Where each begins, and where the last ends. */
  readonly starts: Uint32Array
  /** Number plus one of the string that hashes there; 0 where there is none. Its length is a power of two. */
  readonly slots: Uint32Array
}

/** Lays strings out as a table; each is known by its place in the list. No string may be in it twice. */
export function stringTable(strings: readonly string[]): StringTable {
  return { ...layOut(strings), slots: layOutSlots(Int32Array.from(strings, (string) => hashOf(string))) }
}

/** Number of the string that stands in `text` from `from` to `to`; -1 when the table does not have it. */
export function findString({ chars, starts, slots }: StringTable, text: string, from = 0, to = text.length): number {
  const mask = slots.length - 1
  for (let slot = mixed(hashOf(text, from, to)) & mask, tries = 0; tries <= mask; slot = (slot + 1) & mask, tries++) {
    const number = (slots[slot] ?? 0) - 1
    if (number < 0) return -1
    const start = starts[number] ?? 0
    if ((starts[number + 1] ?? 0) - start !== to - from) continue
    let at = from
    while (at < to && chars[start + at - from] === text.charCodeAt(at)) at++
    if (at === to) return number
  }
  return -1
}

/** The string with that number. */
export function stringAt({ chars, starts }: StringTable, number: number): string {
  return textOf(chars, starts[number] ?? 0, starts[number + 1] ?? 0)
}

/** The text that stands in a list of characters. */
export function textOf(chars: Uint16Array, from: number, to: number): string {
  let text = ''
  if (to - from <= SHORT) {
    for (let at = from; at < to; at++) text += String.fromCharCode(chars[at] ?? 0)
    return text
  }
  // In pieces: the arguments of a call must fit the stack.
  for (let at = from; at < to; at += PIECE) text += String.fromCharCode(...chars.subarray(at, Math.min(to, at + PIECE)))
  return text
}

/** Texts one after the other, and where each of them begins. */
export function layOut(texts: readonly string[]): { chars: Uint16Array; starts: Uint32Array } {
  const starts = new Uint32Array(texts.length + 1)
  for (const [index, text] of texts.entries()) starts[index + 1] = (starts[index] ?? 0) + text.length
  const chars = new Uint16Array(starts[texts.length] ?? 0)
  let at = 0
  for (const text of texts) for (let index = 0; index < text.length; index++) chars[at++] = text.charCodeAt(index)
  return { chars, starts }
}

const PIECE = 4_096
const SHORT = 16

/** The slots of strings by their hashes, no two of them the same string. */
export function layOutSlots(hashes: Int32Array, size = slotsFor(hashes.length)): Uint32Array<ArrayBuffer> {
  const slots = new Uint32Array(size)
  for (let number = 0; number < hashes.length; number++) {
    let slot = mixed(hashes[number] ?? 0) & (size - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1)
    slots[slot] = number + 1
  }
  return slots
}

function slotsFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(4, count * 1.5)))
}

/** The hash of the string that stands in `text` from `from` to `to`; its bits are to be mixed before some of them are used. */
export function hashOf(text: string, from = 0, to = text.length): number {
  let hash = FIRST_HASH
  for (let at = from; at < to; at++) hash = hashWith(hash, text.charCodeAt(at))
  return hash
}

/** The hash of a string, given that of all but its last character; that of the empty string is FIRST_HASH. */
export function hashWith(hash: number, character: number): number {
  return Math.imul(hash ^ character, PRIME)
}

/** The hash of the empty string. */
export const FIRST_HASH = 0x811c9dc5 | 0
const PRIME = 0x01000193

/** What to begin hashes with that are not kept: whoever does not know it cannot make many words of one hash. */
export const SECRET_HASH = randomInt(2 ** 32) | 0

/** Mixes the bits of a hash. */
export function mixed(hash: number): number {
  const folded = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return folded ^ (folded >>> 15)
}
