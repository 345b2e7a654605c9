import type { SchemaObject } from '../schema.ts'
import { typesOf } from '../schema-types.ts'

/** What a description says in brackets about size, and the description without it. */
export interface DescribedRange {
  readonly text: string
  readonly limits: SchemaObject
}

type Kind = 'number' | 'string' | 'array'
interface Bounds {
  readonly min?: number
  readonly max?: number
  readonly above?: number
  readonly below?: number
}

const KEYWORDS: Readonly<Record<Kind, Readonly<Record<keyof Bounds, string | undefined>>>> = {
  number: { min: 'minimum', max: 'maximum', above: 'exclusiveMinimum', below: 'exclusiveMaximum' },
  string: { min: 'minLength', max: 'maxLength', above: undefined, below: undefined },
  array: { min: 'minItems', max: 'maxItems', above: undefined, below: undefined },
}
const UNITS: Readonly<Record<Kind, RegExp>> = {
  number: /^(?:\p{L}+|%)?$/u,
  string: /^(?:characters?|chars?|letters|个?字符|个?字)$/i,
  array: /^(?:items?|elements?|entries|values|项|个|个元素)$/i,
}
const WRITTEN_UNIT: Readonly<Record<Kind, string>> = { number: '', string: ' characters', array: ' items' }
const OPERATORS: Readonly<Record<string, keyof Bounds>> = {
  '≥': 'min',
  '>=': 'min',
  min: 'min',
  'at least': 'min',
  至少: 'min',
  '≤': 'max',
  '<=': 'max',
  max: 'max',
  'at most': 'max',
  'up to': 'max',
  最多: 'max',
  '>': 'above',
  '<': 'below',
}

const NUMBER = '[-−]?(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?(?:e[-+]?\\d+)?'
const FROM_TO = new RegExp(`^(${NUMBER})\\s*(?:–|—|-|~|～|to|至|到|\\.\\.\\.?)\\s*(${NUMBER})\\s*(.*)$`, 'i')
const COMPARED = new RegExp(`^(${Object.keys(OPERATORS).join('|')})\\s*(${NUMBER})\\s*(.*)$`, 'i')
const MAX_GROUP = 80
const GROUP = new RegExp(`[(（]([^()（）]{1,${MAX_GROUP}})[)）]`, 'g')

/**
 * Reads a range such as `(1–10)`, `(≥ 1)` or `(1–100 characters)` from a description. At its end the range is taken out
 * of the text, since the schema says it; in the middle of a sentence it stays.
 */
export function readRange(description: string, schema: SchemaObject): DescribedRange | undefined {
  const kind = kindOf(schema)
  if (kind === undefined) return undefined
  const text = description.trimEnd()
  const open = Math.max(text.lastIndexOf('('), text.lastIndexOf('（'))
  if (/[)）]$/.test(text) && open >= 0 && text.length - open <= MAX_GROUP + 2) {
    const group = text.slice(open + 1, -1)
    const limits = readGroup(group, kind)
    // "(5–120 seconds)" says more than the limits do, so that it stays.
    const isPlain = kind !== 'number' || !/\p{L}{2,}\s*$|%/u.test(group)
    if (limits !== undefined) return { text: isPlain ? text.slice(0, open).trimEnd() : description, limits }
  }
  for (const [, group = ''] of text.matchAll(GROUP)) {
    const limits = readGroup(group, kind)
    if (limits !== undefined) return { text: description, limits }
  }
  return undefined
}

/** A schema's limits as readRange reads them, with a space before; empty when it has none. */
export function rangeText(schema: SchemaObject): string {
  const kind = kindOf(schema)
  if (kind === undefined) return ''
  const bound = (name: keyof Bounds): number | undefined => {
    const value = schema[KEYWORDS[kind][name] ?? '']
    return typeof value === 'number' ? value : undefined
  }
  const [min, max, above, below] = [bound('min'), bound('max'), bound('above'), bound('below')]
  const said =
    min !== undefined && max !== undefined && above === undefined && below === undefined
      ? [`${min}–${max}`]
      : [sign('≥', min), sign('>', above), sign('≤', max), sign('<', below)].filter((part) => part !== undefined)
  return said.length === 0 ? '' : ` (${said.join(', ')}${WRITTEN_UNIT[kind]})`
}

function sign(operator: string, bound: number | undefined): string | undefined {
  return bound === undefined ? undefined : `${operator} ${bound}`
}

function kindOf(schema: SchemaObject): Kind | undefined {
  const types = typesOf(schema) ?? []
  if (types.includes('integer') || types.includes('number')) return 'number'
  if (types.includes('string')) return 'string'
  return types.includes('array') ? 'array' : undefined
}

function readGroup(group: string, kind: Kind): SchemaObject | undefined {
  const bounds: Record<string, number> = {}
  const between = FROM_TO.exec(group.trim())
  if (between !== null) {
    const [, min = '', max = '', unit = ''] = between
    if (!UNITS[kind].test(unit.trim()) || toNumber(min) > toNumber(max)) return undefined
    return limitsOf({ min: toNumber(min), max: toNumber(max) }, kind)
  }
  // "> 0, ≤ 1": only the last part may name the unit, and no bound is named twice.
  const parts = group.split(/,(?!\d)/)
  for (const [i, part] of parts.entries()) {
    const [, operator = '', number = '', unit = ''] = COMPARED.exec(part.trim()) ?? []
    const bound = OPERATORS[operator.toLowerCase()]
    const isLast = i === parts.length - 1
    if (bound === undefined || bounds[bound] !== undefined || !(isLast ? UNITS[kind] : /^$/).test(unit.trim()))
      return undefined
    bounds[bound] = toNumber(number)
  }
  return limitsOf(bounds, kind)
}

function limitsOf(bounds: Bounds, kind: Kind): SchemaObject | undefined {
  const limits: Record<string, number> = {}
  for (const [name, value] of Object.entries(bounds)) {
    const keyword = KEYWORDS[kind][name as keyof Bounds]
    const isCount = kind !== 'number'
    if (keyword === undefined || (isCount && (!Number.isSafeInteger(value) || value < 0))) return undefined
    limits[keyword] = value
  }
  return limits
}

function toNumber(text: string): number {
  return Number(text.replace('−', '-').replaceAll(',', ''))
}
