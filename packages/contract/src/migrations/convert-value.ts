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
  if (typeof value !== 'string' || value.length > 40) return undefined
  const text = value.trim()
  const match = /^-?(\d+)(?:\.(\d+))?(?:[eE][-+]?\d+)?$/.exec(text)
  if (match === null) return undefined
  const number = Number(text)
  // 15 significant digits survive the way through a double whatever they are; of longer ones only safe integers do.
  const digits = `${match[1]}${match[2] ?? ''}`.replace(/^0+/, '').replace(/0+$/, '')
  const isExact = Number.isFinite(number) && (digits.length <= 15 || Number.isSafeInteger(number))
  return isExact && (number !== 0 || digits === '') ? number : undefined
}

function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 0) return value === 1
  if (typeof value !== 'string' || value.length > 40) return undefined
  const word = value.trim().toLowerCase()
  if (word === 'true' || word === 'yes' || word === '1') return true
  if (word === 'false' || word === 'no' || word === '0') return false
  return undefined
}
