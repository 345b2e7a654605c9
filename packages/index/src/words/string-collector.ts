import { enlarged } from './enlarged.ts'
import { FIRST_HASH, hashWith, layOutSlots, mixed, SECRET_HASH, textOf } from './string-table.ts'
import type { CollectedStrings } from './term-table.ts'

/** Strings that come one after the other, each known by the number it was given when it came first. */
export interface StringCollector {
  /** Number of the string that stands in `text` from `from` to `to`; what is known is found without being made a string. */
  numberAt(text: Uint16Array, from: number, to: number): number
  /** Number of a string. */
  numberOf(string: string): number
  /** The string with that number. */
  string(number: number): string
  /** The hash of the string with that number. */
  hash(number: number): number
  /** All that came so far. */
  strings(): CollectedStrings
}

/** Begins with no string. */
export function stringCollector(): StringCollector {
  let chars = new Uint16Array(1 << 12)
  let starts = new Uint32Array(1 << 9)
  let hashes = new Int32Array(1 << 9)
  // The slots are found by these; the others are kept with the terms.
  let secrets = new Int32Array(1 << 9)
  let slots = new Uint32Array(1 << 10)
  let length = 0
  let single = new Uint16Array(1 << 6)

  const isAt = (number: number, text: Uint16Array, from: number, to: number) => {
    let place = starts[number] ?? 0
    if ((starts[number + 1] ?? 0) - place !== to - from) return false
    for (let at = from; at < to; at++) if (chars[place++] !== text[at]) return false
    return true
  }
  const add = (text: Uint16Array, from: number, to: number, secret: number) => {
    let hash = FIRST_HASH
    let end = starts[length] ?? 0
    if (end + to - from > chars.length) chars = enlarged(chars, new Uint16Array(2 * (end + to - from)))
    for (let at = from; at < to; at++) {
      const char = text[at] ?? 0
      hash = hashWith(hash, char)
      chars[end++] = char
    }
    secrets[length] = secret
    hashes[length++] = hash
    if (length === hashes.length) {
      hashes = enlarged(hashes, new Int32Array(2 * length))
      secrets = enlarged(secrets, new Int32Array(2 * length))
      starts = enlarged(starts, new Uint32Array(2 * length))
    }
    starts[length] = end
  }
  const numberAt = (text: Uint16Array, from: number, to: number) => {
    let secret = SECRET_HASH
    for (let at = from; at < to; at++) secret = hashWith(secret, text[at] ?? 0)
    const mask = slots.length - 1
    let slot = mixed(secret) & mask
    for (let number = slots[slot] ?? 0; number !== 0; number = slots[slot] ?? 0) {
      if (secrets[number - 1] === secret && isAt(number - 1, text, from, to)) return number - 1
      slot = (slot + 1) & mask
    }
    add(text, from, to, secret)
    slots[slot] = length
    if (2 * length > slots.length) slots = layOutSlots(secrets.subarray(0, length), 2 * slots.length)
    return length - 1
  }
  return {
    numberAt,
    numberOf(string) {
      if (string.length > single.length) single = new Uint16Array(2 * string.length)
      for (let at = 0; at < string.length; at++) single[at] = string.charCodeAt(at)
      return numberAt(single, 0, string.length)
    },
    string: (number) => textOf(chars, starts[number] ?? 0, starts[number + 1] ?? 0),
    hash: (number) => hashes[number] ?? 0,
    strings: () => ({ chars, starts: starts.subarray(0, length + 1), hashes: hashes.subarray(0, length) }),
  }
}
