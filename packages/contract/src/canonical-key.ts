import { isObject } from './json.ts'

/** A text that two JSON values share exactly when they are equal. Throws RangeError for a value too deep to walk. */
export function canonicalKey(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalKey).join()}]`
  if (!isObject(value)) return String(value)
  let key = '{'
  for (const name of Object.keys(value).sort()) key += `${JSON.stringify(name)}:${canonicalKey(value[name])},`
  return `${key}}`
}
