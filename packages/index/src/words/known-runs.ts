import { enlarged } from './enlarged.ts'
import { hashWith, mixed, SECRET_HASH } from './string-table.ts'

/** Runs of characters, each with a number that was found out when it came first. */
export interface KnownRuns {
  /** The number of the run that stands in `text` from `from` to `to`. */
  numberAt(text: Uint16Array, from: number, to: number): number
}

// What is known of a run lies together, since most of the time goes into fetching it: its hash, where its characters
// begin, how many they are, or 0 where there is no run, and its number.
const RECORD = 4

/** Begins with no run; `learn` gives the number of a new one. */
export function knownRuns(learn: (text: Uint16Array, from: number, to: number) => number): KnownRuns {
  let records = new Int32Array(RECORD << 9)
  let chars = new Uint16Array(1 << 12)
  let end = 0
  let count = 0

  const isAt = (start: number, text: Uint16Array, from: number, to: number) => {
    let place = start
    for (let at = from; at < to; at++) if (chars[place++] !== text[at]) return false
    return true
  }
  const enlarge = () => {
    const before = records
    records = new Int32Array(2 * before.length)
    const mask = records.length - 1
    for (let from = 0; from < before.length; from += RECORD) {
      if (before[from + 2] === 0) continue
      let to = (mixed(before[from] ?? 0) * RECORD) & mask
      while (records[to + 2] !== 0) to = (to + RECORD) & mask
      records.set(before.subarray(from, from + RECORD), to)
    }
  }
  return {
    numberAt(text, from, to) {
      let hash = SECRET_HASH
      for (let at = from; at < to; at++) hash = hashWith(hash, text[at] ?? 0)
      const mask = records.length - 1
      let at = (mixed(hash) * RECORD) & mask
      for (; records[at + 2] !== 0; at = (at + RECORD) & mask)
        if (records[at] === hash && records[at + 2] === to - from && isAt(records[at + 1] ?? 0, text, from, to))
          return records[at + 3] ?? 0
      const number = learn(text, from, to)
      records[at] = hash
      records[at + 1] = end
      records[at + 2] = to - from
      records[at + 3] = number
      if (end + to - from > chars.length) chars = enlarged(chars, new Uint16Array(2 * (end + to - from)))
      chars.set(text.subarray(from, to), end)
      end += to - from
      if (4 * RECORD * ++count > 3 * records.length) enlarge()
      return number
    },
  }
}
