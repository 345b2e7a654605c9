import { canonicalKey } from '../canonical-key.ts'

const KEYS = new WeakMap<readonly unknown[], ReadonlySet<string>>()

/** The values of the first list that are also in the second. */
export function intersectValues(left: readonly unknown[], right: readonly unknown[]): unknown[] {
  return left.filter((value) => includesValue(right, value))
}

/** True when the list has the value. A list is read once, however often it is asked. */
export function includesValue(list: readonly unknown[], value: unknown): boolean {
  let keys = KEYS.get(list)
  if (!keys) {
    keys = new Set(list.map(canonicalKey))
    KEYS.set(list, keys)
  }
  return keys.has(canonicalKey(value))
}
