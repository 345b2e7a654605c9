import { preview } from '../json.ts'
import type { SchemaObject } from '../schema.ts'
import { defaultText, readDefault } from './default-cell.ts'
import { rangeText, readRange } from './described-range.ts'
import { readList, readValues, valuesText } from './described-values.ts'
import type { Parameter } from './object-schema.ts'
import { readType, typeText } from './parameter-type.ts'
import type { Column } from './table-columns.ts'

/** Something in a row that could not be read as it stands. */
interface RowProblem {
  readonly rule: 'type' | 'enum' | 'default' | 'required'
  readonly message: string
}

/** A row that was read. */
export interface ReadRow {
  readonly parameter: Parameter
  readonly problems: readonly RowProblem[]
}

const YES = new Set('yes|y|true|required|mandatory|✓|✔|✅|☑|🟢|是|必填|必需|必须|必选|●|√'.split('|'))
const NO = new Set('no|n|false|optional|✗|✘|❌|✖|⬜|否|可选|选填|非必填|不|-|–|—|--|○|×|'.split('|'))

/** Reads one row of a parameter table; `cell` gives the text of a column, undefined when the table has none such. */
export function readRow(name: string, cell: (column: Column) => string | undefined): ReadRow {
  const problems: RowProblem[] = []
  const stop = (rule: RowProblem['rule'], message: string) => problems.push({ rule, message })
  const { type, isRequired } = splitTypeCell(cell('type') ?? 'any')
  const described = (cell('description') ?? '').replace(/<br\s{0,5}\/?>/gi, '\n')
  const { schema, text } = readSchema(type, described, stop)
  const stated = readRequired(cell, stop)
  const fallback = readDefault(cell('default') ?? '', schema)
  if (fallback.kind === 'wrong') {
    stop('default', `Expected a default of type ${typeText(schema)}, got ${preview(cell('default'))}`)
  }
  return {
    parameter: {
      name,
      schema: {
        ...schema,
        ...(fallback.kind === 'value' ? { default: fallback.value } : {}),
        ...(text === '' ? {} : { description: text }),
      },
      required: stated ?? isRequired,
    },
    problems,
  }
}

/** The cells of a parameter's row: name, type, required, default, description. */
export function writeRow({ name, schema, required }: Parameter): readonly string[] {
  const enumerated = enumOf(schema)
  const described = typeof schema.description === 'string' ? schema.description : ''
  const values = enumerated === undefined ? '' : valuesText(enumerated.values)
  const colon = described !== '' && values !== '' ? ': ' : ''
  return [
    `\`${name}\``,
    enumerated?.type ?? typeText(schema),
    required ? 'Yes' : 'No',
    defaultText(schema),
    `${described}${colon}${values}${rangeText(schema)}`.trim(),
  ]
}

type Stop = (rule: RowProblem['rule'], message: string) => void

/** The schema that a type and a description give together, and what is left of the description. */
function readSchema(type: string, described: string, stop: Stop): { schema: SchemaObject; text: string } {
  const listed = readEnumType(type)
  if (listed !== undefined) {
    const range = listed.isArray ? readRange(described, { type: 'array' }) : undefined
    const rest = range?.text ?? described
    const found = listed.values === undefined ? readValues(rest) : { values: listed.values, text: rest }
    if (found === undefined) {
      stop('enum', `Expected the alternatives in the description, such as "quick" / "deep", got ${preview(described)}`)
    }
    const item = found === undefined ? { type: 'string' as const } : enumSchema(found.values)
    const schema: SchemaObject = listed.isArray ? { type: 'array', items: item, ...range?.limits } : item
    return { schema, text: found?.text ?? rest }
  }
  const read = readType(type)
  if (read === undefined) stop('type', `Expected a type such as string, integer or string[], got ${preview(type)}`)
  const range = readRange(described, read ?? {})
  return { schema: { ...read, ...range?.limits }, text: range?.text ?? described }
}

/** `enum`, `enum[]`, `enum(a, b)` and `"a" | "b"`. */
function readEnumType(type: string): { values: readonly unknown[] | undefined; isArray: boolean } | undefined {
  if (/^(?:enum|枚举)$/i.test(type)) return { values: undefined, isArray: false }
  if (/^(?:enum|枚举)\[\]$/i.test(type)) return { values: undefined, isArray: true }
  const inside = /^(?:enum|枚举|string)\s*[:：(<[（](.*?)[)>\]）]?$/is.exec(type)?.[1]
  const values = inside === undefined ? undefined : readList(inside)
  if (values !== undefined) return { values, isArray: false }
  const literals = /^["'“`]/.test(type) ? readList(type) : undefined
  return literals === undefined ? undefined : { values: literals, isArray: false }
}

function enumSchema(values: readonly unknown[]): SchemaObject {
  const names = ['string', 'integer', 'number', 'boolean'] as const
  const type = names.find((name) => values.every((value) => isOf(value, name)))
  return { ...(type === undefined ? {} : { type }), enum: [...new Set(values)] }
}

function isOf(value: unknown, type: 'string' | 'integer' | 'number' | 'boolean'): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

/** The alternatives of a schema, or of the items of an array. */
function enumOf({ enum: values, type, items }: SchemaObject): { values: readonly unknown[]; type: string } | undefined {
  if (Array.isArray(values)) return { values, type: 'enum' }
  const inner = type === 'array' && typeof items === 'object' ? items.enum : undefined
  return Array.isArray(inner) ? { values: inner, type: 'enum[]' } : undefined
}

/** A type cell may also say `string, required` or `string (optional)`. */
function splitTypeCell(cell: string): { type: string; isRequired: boolean } {
  const plain = cell.replaceAll('`', '').trim()
  const word = /^(.*?)\s*[,(（]\s*(required|optional|必填|可选)\s*[)）]?$/is.exec(plain.slice(0, 300))
  if (word === null) return { type: plain, isRequired: false }
  return { type: word[1] ?? '', isRequired: YES.has((word[2] ?? '').toLowerCase()) }
}

function readRequired(cell: (column: Column) => string | undefined, stop: Stop): boolean | undefined {
  const required = cell('required')
  const text = required ?? cell('optional')
  if (text === undefined) return undefined
  const isYes = readYesNo(text)
  if (isYes === undefined) {
    stop('required', `Expected Yes or No, got ${preview(text)}: taken as No`)
    return false
  }
  return isYes === (required !== undefined)
}

/** "Yes", "✅ 是", "Yes (or name)"; undefined for anything else, and for "Yes, if …", which is neither. */
function readYesNo(cell: string): boolean | undefined {
  const text = cell
    .replace(/\uFE0F|[*_`†‡]/g, '')
    .trim()
    .toLowerCase()
  if (YES.has(text)) return true
  if (NO.has(text)) return false
  const [, word = '', remark = ''] = /^([^(（[,，;；:：.]*)(.*)$/s.exec(text.slice(0, 300)) ?? []
  const words = word.split(/\s+/).filter((each) => each !== '')
  if (words.length === 0 || /\b(?:if|when|unless|for|with|only|depends)\b|如果|当|若|时|视/.test(remark))
    return undefined
  if (words.every((each) => YES.has(each))) return true
  return words.every((each) => NO.has(each)) ? false : undefined
}
