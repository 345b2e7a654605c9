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
  const { chars, starts } = layOut(strings)
  const table = { chars, starts, slots: emptySlots(strings.length) }
  for (let number = 0; number < strings.length; number++)
    table.slots[slotOf(table, chars, starts[number] ?? 0, starts[number + 1] ?? 0)] = number + 1
  return table
}

/** Number of the string that stands in `text` from `from` to `to`; -1 when the table does not have it. */
export function findString({ chars, starts, slots }: StringTable, text: string, from = 0, to = text.length): number {
  const mask = slots.length - 1
  let hash = FIRST
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  for (let slot = mixed(hash) & mask, tries = 0; tries <= mask; slot = (slot + 1) & mask, tries++) {
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

/** Number that joinTables gives to a string that was not kept. */
const NONE = 0xffff_ffff

/** Many tables as one, with each string that is to be kept once. `numbers` says for each table which number a string has now. */
export function joinTables(
  tables: readonly StringTable[],
  isKept: (table: number, number: number) => boolean,
): { table: StringTable; numbers: Uint32Array[] } {
  const most = tables.reduce((sum, { starts }) => sum + starts.length - 1, 0)
  const chars = new Uint16Array(tables.reduce((sum, table) => sum + table.chars.length, 0))
  const starts = new Uint32Array(most + 1)
  const slots = emptySlots(most)
  let count = 0
  let used = 0
  const numbers = tables.map((table, index) => {
    const mapping = new Uint32Array(table.starts.length - 1).fill(NONE)
    for (let number = 0; number < mapping.length; number++) {
      if (!isKept(index, number)) continue
      const from = table.starts[number] ?? 0
      const to = table.starts[number + 1] ?? 0
      const slot = slotOf({ chars, starts, slots }, table.chars, from, to)
      if (slots[slot] === 0) {
        chars.set(table.chars.subarray(from, to), used)
        used += to - from
        slots[slot] = ++count
        starts[count] = used
      }
      mapping[number] = (slots[slot] ?? 0) - 1
    }
    return mapping
  })
  return { table: { chars: chars.slice(0, used), starts: starts.slice(0, count + 1), slots }, numbers }
}

/** The slot of the string that stands in `chars`, or the empty one where it belongs. */
function slotOf(table: StringTable, chars: Uint16Array, from: number, to: number): number {
  const mask = table.slots.length - 1
  let hash = FIRST
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (chars[at] ?? 0), PRIME)
  for (let slot = mixed(hash) & mask; ; slot = (slot + 1) & mask) {
    const number = (table.slots[slot] ?? 0) - 1
    if (number < 0) return slot
    const start = table.starts[number] ?? 0
    if ((table.starts[number + 1] ?? 0) - start !== to - from) continue
    let at = from
    while (at < to && table.chars[start + at - from] === chars[at]) at++
    if (at === to) return slot
  }
}

function emptySlots(count: number): Uint32Array {
  return new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(4, count * 1.5))))
}

const FIRST = 0x811c9dc5
const PRIME = 0x01000193

function mixed(hash: number): number {
  const folded = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return folded ^ (folded >>> 15)
}
