/** Begins with no pair of characters; gives the number of the one that stands at a place of a text, which `numberOf` is asked for once. */
export function pairNumbers(numberOf: (text: Uint16Array, from: number, to: number) => number) {
  // Both characters of a pair, which are never zero, and behind them its number: Chinese is most of the work of a build.
  let slots = new Uint32Array(1 << 11)
  let count = 0

  const enlarge = () => {
    const before = slots
    slots = new Uint32Array(2 * before.length)
    for (let from = 0; from < before.length; from += 2) {
      const pair = before[from] ?? 0
      if (pair === 0) continue
      const slot = slotOf(pair)
      slots[slot] = pair
      slots[slot + 1] = before[from + 1] ?? 0
    }
  }
  /** Where a pair stands, or the empty place where it belongs. */
  const slotOf = (pair: number) => {
    const mask = slots.length - 1
    let slot = (Math.imul(pair, 0x9e3779b1) >>> 8) << 1
    for (slot &= mask; slots[slot] !== pair && slots[slot] !== 0; slot = (slot + 2) & mask);
    return slot
  }
  return (text: Uint16Array, at: number): number => {
    const pair = (((text[at] ?? 0) << 16) | (text[at + 1] ?? 0)) >>> 0
    const slot = slotOf(pair)
    if (slots[slot] === pair) return slots[slot + 1] ?? 0
    const number = numberOf(text, at, at + 2)
    slots[slot] = pair
    slots[slot + 1] = number
    count++
    if (8 * count > 3 * slots.length) enlarge()
    return number
  }
}
