import { readNumber } from '../coerce/read-number.ts'
import { readBoolean } from '../coerce/read-text.ts'
import type { ConvertTarget } from './migrations-schema.ts'

/** The value as another type when nothing is lost by it; undefined when something would be. */
export function convertValue(value: unknown, to: ConvertTarget): string | number | boolean | undefined {
  switch (to) {
    case 'string':
      return toText(value)
    case 'boolean':
      return toBoolean(value)
    case 'number':
      return toNumber(value)
    case 'integer': {
      const number = toNumber(value)
      return Number.isSafeInteger(number) ? number : undefined
    }
  }
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : undefined
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.length <= MAX_TEXT ? readNumber(value) : undefined
}

function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 0) return value === 1
  return typeof value === 'string' && value.length <= MAX_TEXT ? readBoolean(value) : undefined
}

const MAX_TEXT = 40
