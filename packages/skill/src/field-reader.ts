import type { Finding } from '@skillwright/contract'
import type { FieldPlace } from './field-place.ts'

/** Reads fields of an untrusted document: a value of the wrong type is converted where its meaning is unambiguous, and always reported. */
export interface FieldReader {
  text(name: string): string | undefined
  list(name: string): readonly string[]
  number(name: string): number | undefined
}

/** Makes a reader of an object's fields that adds a finding for each wrong type, once a field. */
export function fieldReader(
  fields: Readonly<Record<string, unknown>>,
  file: string,
  findings: Finding[],
  placeOf: (name: string) => FieldPlace | undefined = () => undefined,
): FieldReader {
  const reported = new Set<string>()
  const wrong = (name: string, expected: string, got: unknown) => {
    if (reported.has(name)) return
    reported.add(name)
    const line = placeOf(name)?.line
    findings.push({
      rule: 'skill/field-type',
      severity: 'warning',
      file,
      ...(line === undefined ? {} : { line }),
      message: `${name} should be ${expected}, got ${kindOf(got)}`,
      fix: `Write ${name} as ${expected}.`,
    })
  }
  const own = (name: string) => (Object.hasOwn(fields, name) ? (fields[name] ?? undefined) : undefined)
  return {
    text(name) {
      const value = own(name)
      if (value === undefined) return undefined
      if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim()
      wrong(name, 'text', value)
      // A version of 1.0 is the number 1 to YAML: what was written is what was meant.
      if (typeof value === 'number') return placeOf(name)?.source || String(value)
      if (typeof value === 'boolean') return String(value)
      if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
        return value.join(' ').trim() || undefined
      return undefined
    },
    list(name) {
      const value = own(name)
      if (value === undefined) return []
      if (Array.isArray(value)) {
        const items = value.filter((item) => typeof item === 'string' || typeof item === 'number').map(String)
        if (items.length < value.length) wrong(name, 'a list of words', value)
        return items
      }
      if (typeof value === 'string')
        return value
          .split(/[,，、]/)
          .map((item) => item.trim())
          .filter((item) => item !== '')
      wrong(name, 'a list of words', value)
      return []
    },
    number(name) {
      const value = own(name)
      if (value === undefined) return undefined
      if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value
      wrong(name, 'a number above 0', value)
      return undefined
    },
  }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (value !== null && typeof value === 'object') return 'a map'
  return `the ${typeof value} ${String(value).slice(0, 40)}`
}
