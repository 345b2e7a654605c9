import { isObject } from '../json.ts'

/** Deeper values than this are only told apart down to here. */
const MAX_DEPTH = 500

/** A text that is the same for two values exactly when JSON Schema calls them equal. */
export function valueKey(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (depth > MAX_DEPTH) return '…'
  if (Array.isArray(value)) return `[${value.map((item) => valueKey(item, depth + 1)).join()}]`
  if (!isObject(value)) return '{}'
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${valueKey(value[key], depth + 1)}`).join()}}`
}

/** The values of the first list that are also in the second. */
export function intersectValues(left: readonly unknown[], right: readonly unknown[]): unknown[] {
  const keys = keysOf(right)
  return left.filter((value) => keys.has(valueKey(value)))
}

/** True when the list has the value. The list is read once, however often it is asked. */
export function includesValue(list: readonly unknown[], value: unknown): boolean {
  return keysOf(list).has(valueKey(value))
}

const KEYS = new WeakMap<readonly unknown[], ReadonlySet<string>>()

function keysOf(list: readonly unknown[]): ReadonlySet<string> {
  let keys = KEYS.get(list)
  if (!keys) {
    keys = new Set(list.map((value) => valueKey(value)))
    KEYS.set(list, keys)
  }
  return keys
}
