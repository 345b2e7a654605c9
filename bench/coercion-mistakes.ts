import { existsSync, readFileSync } from 'node:fs'
import type { SchemaObject } from '@skillwright/contract'

/** One mistake in the arguments of a real tool, with what was meant. */
export interface Mistake {
  readonly kind: string
  /** Tools are split by a hash of their name before anything is looked at. */
  readonly half: 'tuned' | 'judged'
  readonly schema: SchemaObject
  /** The name of the tool, where the one who checks is told. */
  readonly name?: string
  readonly sent: unknown
  /** The only right value. */
  readonly meant: unknown
  /** True when there is a second reading, so that it must be refused and what was meant be suggested. */
  readonly isAmbiguous: boolean
  /** What right suggestions say, all of it. */
  readonly told: string | readonly string[]
}

interface Tool {
  readonly tool: string
  readonly schema: SchemaObject
  readonly args: Readonly<Record<string, unknown>>
}

type Draft = Pick<Mistake, 'sent' | 'meant'> & Partial<Pick<Mistake, 'schema' | 'name' | 'isAmbiguous' | 'told'>>

const CASES = new URL('../../shared/cases/coercion/valid.jsonl', import.meta.url)

/** Mistakes of every kind that the tools allow; none where there are no tools to take. */
export function coercionMistakes(): readonly Mistake[] {
  if (!existsSync(CASES)) return []
  const tools = readFileSync(CASES, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Tool)
  return tools.flatMap((tool, index) =>
    Object.entries(KINDS).flatMap(([kind, make]) =>
      make(tool, index).map((draft) => ({
        schema: tool.schema,
        isAmbiguous: false,
        told: JSON.stringify(draft.meant),
        ...draft,
        kind,
        half: hash(tool.tool) % 2 === 0 ? ('tuned' as const) : ('judged' as const),
      })),
    ),
  )
}

const WRAPPINGS: readonly ((args: unknown) => unknown)[] = [
  (args) => ({ arguments: args }),
  (args) => ({ parameters: args }),
  (args) => ({ input: args }),
  (args) => ({ args }),
  (args) => ({ params: args }),
  (args) => ({ name: 'the_tool', arguments: args }),
  (args) => ({ name: 'the_tool', parameters: args }),
  (args) => ({ tool: 'the_tool', input: args }),
  (args) => ({ name: 'the_tool', arguments: JSON.stringify(args) }),
  (args) => ({ type: 'function', function: { name: 'the_tool', arguments: args } }),
  (args) => ({ id: 'call_1', type: 'tool_use', name: 'the_tool', input: args }),
  (args) => ({ kwargs: args }),
]

const words = (name: string) => name.split(/[_\s-]+|(?<=[a-z])(?=[A-Z])/)
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const NOTATIONS: readonly ((name: string) => string)[] = [
  (name) =>
    words(name)
      .map((word, i) => (i === 0 ? word.toLowerCase() : capital(word.toLowerCase())))
      .join(''),
  (name) => words(name).join('-').toLowerCase(),
  (name) =>
    words(name)
      .map((word) => capital(word.toLowerCase()))
      .join(''),
  (name) => words(name).join('_').toUpperCase(),
  (name) =>
    words(name)
      .map((word) => capital(word.toLowerCase()))
      .join(' '),
  (name) => `"${name}"`,
  (name) => ` ${name} `,
  (name) => words(name).join(' '),
]

const NUMBERS: readonly ((number: number) => string | undefined)[] = [
  (n) => (n > 0 ? `+${n}` : undefined),
  (n) => `"${n}"`,
  (n) => `'${n}'`,
  (n) => digits(n, 0xff10),
  (n) => digits(n, 0x660),
  (n) => (Math.abs(n) < 1 && n !== 0 ? String(n).replace('0.', '.') : undefined),
  (n) => (Number.isInteger(n) ? `${n}.` : undefined),
  (n) => (Math.abs(n) >= 1000 && Number.isInteger(n) ? n.toLocaleString('en-US').replaceAll(',', '_') : undefined),
  (n) => (Math.abs(n) >= 1_000_000 ? n.toLocaleString('en-US') : undefined),
  (n) => (Math.abs(n) >= 1000 && Number.isInteger(n) ? n.toLocaleString('en-US').replaceAll(',', ' ') : undefined),
]

const FORMATS: readonly (readonly [format: string, meant: string, sent: string])[] = [
  ['date', '2025-03-14', '2025/03/14'],
  ['date', '2025-03-14', '14/03/2025'],
  ['date', '2025-03-04', '2025.3.4'],
  ['date', '2025-11-04', 'November 4, 2025'],
  ['date', '2025-11-04', '4 Nov 2025'],
  ['date', '2025-11-04', '20251104'],
  ['date', '2025-11-04', ' 2025-11-04 '],
  ['date', '2025-11-04', '2025年11月4日'],
  ['date-time', '2025-11-04T09:30:00Z', '2025-11-04 09:30:00Z'],
  ['date-time', '2025-11-04T09:30:00Z', '2025-11-04T09:30Z'],
  ['date-time', '2025-11-04T09:30:00+01:00', '2025-11-04T09:30:00+0100'],
  ['date-time', '2025-11-04T09:30:00Z', '2025/11/04 09:30:00 UTC'],
  ['date-time', '2025-11-04T09:30:00Z', 'Tue, 04 Nov 2025 09:30:00 GMT'],
  ['time', '09:30:00Z', '9:30Z'],
  ['time', '21:30:00Z', '9:30 PM UTC'],
  ['uuid', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', '{6ba7b810-9dad-11d1-80b4-00c04fd430c8}'],
  ['uuid', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', '6ba7b8109dad11d180b400c04fd430c8'],
  ['uuid', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', '"6ba7b810-9dad-11d1-80b4-00c04fd430c8"'],
  ['email', 'ann@example.com', ' ann@example.com\n'],
  ['email', 'ann@example.com', '<ann@example.com>'],
  ['email', 'ann@example.com', 'mailto:ann@example.com'],
]

const ITEMS = { integer: [3, 17, 250], word: ['low', 'high', 'medium'], code: ['DE-12', 'FR-7', 'IT-301'] }
const dashed = (items: readonly unknown[]): string => items.map((item) => `- ${item}`).join('\n')
const DELIMITED: readonly ((items: readonly unknown[]) => string)[] = [
  (items) => items.join(', '),
  (items) => items.join('; '),
  (items) => items.join('\n'),
  dashed,
  (items) => items.map((item, i) => `${i + 1}. ${item}`).join('\n'),
  (items) => items.join(' | '),
  (items) => `[${items.join(', ')}]`,
]
/** A dash before a number may be its sign, and a list in brackets is JSON. */
const UNSIGNED = DELIMITED.filter((write) => write !== dashed).slice(0, 5)
const COMMAS = ['0,25', '10,5', '-3,75', '0,125', '99,95', '１２，５', '-0,5']
const LAKHS = ['12,34,567', '1,00,000', '5,43,21,987', '-2,50,000']
const BOTH: readonly ((first: string, second: string) => string)[] = [
  (first, second) => `${first}, ${second}`,
  (first, second) => `${first} or ${second}`,
  (first, second) => `${first.toUpperCase()} and ${second}`,
  (first, second) => `${first}/${second}`,
  (first, second) => `${first} | ${second}`,
]
const NOTHING = ['None', 'null', 'undefined', 'NULL', '"null"']

const CLOSED: SchemaObject = { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: false }
const AROUND = ['not', 'dry_run', 'except', 'previous', 'without', 'old_values', 'example', 'unless', 'if_missing']

/** How each kind of mistake is made of a tool and arguments that fit it. */
const KINDS: Readonly<Record<string, (tool: Tool, index: number) => readonly Draft[]>> = {
  'input wrapped': ({ schema, args }, index) =>
    // An open or empty input may hold such a key itself, and one that has it too is no mistake.
    isClosed(schema) &&
    Object.keys(args).length > 0 &&
    !declares(schema, /^(?:arg|param|input|name|type|id|tool|func|kwargs)/i)
      ? [{ sent: pick(WRAPPINGS, index)(args), meant: args }]
      : [],
  'value wrapped': ({ schema, args }, index) =>
    oneOf(args, index, (name, value) => isScalar(value) && typeOf(schema, name) !== undefined).map(([name, value]) => {
      const wrapped = pick([{ value }, { [name]: value }, { type: typeOf(schema, name), value }], index)
      return { sent: { ...args, [name]: wrapped }, meant: args }
    }),
  'key in another notation': ({ schema, args }, index) =>
    oneOf(args, index, (name) => isClosed(schema) && pick(NOTATIONS, index)(name) !== name).map(([name]) => ({
      sent: Object.fromEntries(
        Object.entries(args).map(([key, value]) => [key === name ? pick(NOTATIONS, index)(name) : key, value]),
      ),
      meant: args,
    })),
  'number in another notation': ({ schema, args }, index) =>
    oneOf(args, index, (name, value) => typeof value === 'number' && isNumeric(schema, name)).flatMap(([name, value]) =>
      NUMBERS.flatMap((spell) => spell(value as number) ?? []).map((text) => ({
        sent: { ...args, [name]: text },
        meant: args,
      })),
    ),
  'boolean in another word': ({ schema, args }, index) =>
    oneOf(args, index, (name, value) => typeof value === 'boolean' && typeOf(schema, name) === 'boolean').map(
      ([name, value]) => ({
        sent: {
          ...args,
          [name]: pick(value ? ['on', 'y', 'Y', 'On', '"true"'] : ['off', 'n', 'N', 'OFF', '"false"'], index),
        },
        meant: args,
      }),
    ),
  'format in another notation': (tool, index) => {
    const [format, meant, sent] = pick(FORMATS, index)
    return [withField(tool, { type: 'string', format }, sent, meant)]
  },
  'nothing in a word': ({ schema, args }, index) =>
    Object.entries(schema.properties ?? {})
      .filter(
        ([name, sub]) =>
          !schema.required?.includes(name) &&
          typeof sub === 'object' &&
          /^(?:integer|number|boolean|object)$/.test(String(sub.type)),
      )
      .slice(0, 1)
      .map(([name]) => {
        const { [name]: _left, ...meant } = args
        return { sent: { ...args, [name]: pick(NOTHING, index) }, meant }
      }),
  'nothing in a word for a nullable': (tool, index) => [
    withField(tool, { anyOf: [{ type: 'integer' }, { type: 'null' }] }, pick(NOTHING, index), null),
  ],
  'enum in another notation': ({ schema, args }, index) =>
    oneOf(args, index, (name, value) => typeof value === 'string' && listed(schema, name)?.includes(value) === true)
      .map(([name, value]) => [name, pick(NOTATIONS, index)(String(value))] as const)
      .filter(([name, sent]) => listed(schema, name)?.includes(sent) === false)
      .map(([name, sent]) => ({ sent: { ...args, [name]: sent }, meant: args })),
  'list of enum values in one text': (tool, index) => [
    withField(tool, { type: 'array', items: { enum: ITEMS.word } }, pick(DELIMITED, index)(ITEMS.word), ITEMS.word),
  ],
  'list of numbers in one text': (tool, index) => [
    withField(tool, { type: 'array', items: { type: 'integer' } }, pick(UNSIGNED, index)(ITEMS.integer), ITEMS.integer),
  ],
  'list of codes in one text': (tool, index) => [
    withField(
      tool,
      { type: 'array', items: { type: 'string', pattern: '^[A-Z]{2}-\\d+$' } },
      pick(DELIMITED, index)(ITEMS.code),
      ITEMS.code,
    ),
  ],
  'number with a decimal comma': (tool, index) => {
    const sent = pick(COMMAS, index)
    return [withField(tool, { type: 'number' }, sent, Number(sent.normalize('NFKC').replace(',', '.')))]
  },
  'number in lakhs': (tool, index) => {
    const sent = pick(LAKHS, index)
    return [withField(tool, { type: 'integer' }, sent, Number(sent.replaceAll(',', '')))]
  },
  'list under keys that count': (tool, index) => {
    const items = pick([ITEMS.integer, ITEMS.word, [{ a: 1 }, { a: 2 }]], index)
    const one = typeof items[0] === 'object' ? CLOSED : { type: typeof items[0] as 'number' | 'string' }
    return [withField(tool, { type: 'array', items: one }, { ...items }, items)]
  },
  'input wrapped in the name of its tool, which is known': ({ tool, schema, args }) =>
    isClosed(schema) && Object.keys(args).length > 0 ? [{ name: tool, sent: { [tool]: args }, meant: args }] : [],
  'input wrapped in the name of its tool, which is not known': ({ tool, schema, args }) =>
    isClosed(schema) && Object.keys(args).length > 0 ? [{ sent: { [tool]: args }, meant: args }] : [],
  'two readings: several listed values for one': (tool, index) => [
    {
      ...withField(tool, { enum: ITEMS.word }, pick(BOTH, index)('low', 'high'), 'low'),
      isAmbiguous: true,
      told: ['"low"', '"high"'],
    },
  ],
  'two readings: keys that count, or one open object': (tool) => [
    {
      ...withField(tool, { type: 'array', items: { type: 'object' } }, { 0: { a: 1 } }, [{ a: 1 }]),
      isAmbiguous: true,
      told: ['[{"a":1}]', '[{"0":{"a":1}}]'],
    },
  ],
  'two readings: percent': (tool) => [
    { ...withField(tool, { type: 'number' }, '45%', 45), isAmbiguous: true, told: ['45', '0.45'] },
  ],
  'no reading: a key that says something around the input': ({ schema, args }, index) =>
    isClosed(schema) && Object.keys(args).length > 0
      ? [
          {
            sent: { [pick(AROUND, index)]: args },
            meant: args,
            isAmbiguous: true,
            told: JSON.stringify(args).slice(0, 60),
          },
        ]
      : [],
  'two readings: list of texts in one text': (tool, index) => [
    {
      ...withField(tool, { type: 'array', items: { type: 'string' } }, pick(DELIMITED, index)(ITEMS.word), ITEMS.word),
      isAmbiguous: true,
      told: JSON.stringify(ITEMS.word),
    },
  ],
  'two readings: bullets or signs': (tool) => [
    {
      ...withField(tool, { type: 'array', items: { type: 'integer' } }, dashed(ITEMS.integer), ITEMS.integer),
      isAmbiguous: true,
      told: JSON.stringify(ITEMS.integer),
    },
  ],
  'two readings: day or month': (tool, index) => {
    const sent = pick(['03/04/2025', '3/4/2025', '03-04-2025', '03.04.2025'], index)
    return [
      {
        ...withField(tool, { type: 'string', format: 'date' }, sent, '2025-04-03'),
        isAmbiguous: true,
        told: '"2025-04-03"',
      },
    ]
  },
  'two readings: thousand or fraction': (tool) => [
    { ...withField(tool, { type: 'number' }, '1,250', 1250), isAmbiguous: true, told: '1250' },
  ],
  'two readings: a key twice in JSON text': ({ args }) => {
    const [name] = Object.keys(args)
    if (name === undefined) return []
    const text = `${JSON.stringify(args).slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(args[name])}}`
    return [{ sent: text, meant: args, isAmbiguous: true, told: JSON.stringify(name) }]
  },
  'two readings: number or boolean in a branch': (tool) => [
    {
      ...withField(
        tool,
        { anyOf: [{ type: ['integer', 'boolean'] }, { type: 'array', items: { const: '1' } }] },
        '1',
        1,
      ),
      isAmbiguous: true,
      told: '1 or true',
    },
  ],
  'no reading: a list of one': ({ schema, args }, index) =>
    oneOf(args, index, (name, value) => isScalar(value) && typeOf(schema, name) !== undefined).map(([name, value]) => ({
      sent: { ...args, [name]: [value] },
      meant: args,
      isAmbiguous: true,
      told: JSON.stringify(value).slice(0, 60),
    })),
  'no reading: an enum value misspelt': ({ schema, args }, index) =>
    oneOf(
      args,
      index,
      (name, value) => typeof value === 'string' && value.length > 4 && listed(schema, name)?.includes(value) === true,
    ).map(([name, value]) => ({
      sent: { ...args, [name]: withoutLetter(String(value)) },
      meant: args,
      isAmbiguous: true,
      told: String(value),
    })),
  'no reading: a key misspelt': ({ schema, args }, index) =>
    oneOf(args, index, (name) => isClosed(schema) && name.length > 4).map(([name]) => ({
      sent: Object.fromEntries(
        Object.entries(args).map(([key, value]) => [key === name ? withoutLetter(name) : key, value]),
      ),
      meant: args,
      isAmbiguous: true,
      told: name,
    })),
}

/** The tool with one more optional property, which holds what was sent. */
function withField(
  { schema, args }: Tool,
  field: SchemaObject,
  sent: unknown,
  meant: unknown,
): Draft & { schema: SchemaObject } {
  return {
    schema: { ...schema, properties: { ...schema.properties, extra_field: field } },
    sent: { ...args, extra_field: sent },
    meant: { ...args, extra_field: meant },
  }
}

function oneOf(
  args: Readonly<Record<string, unknown>>,
  index: number,
  fits: (name: string, value: unknown) => boolean,
): readonly (readonly [string, unknown])[] {
  const fitting = Object.entries(args).filter(([name, value]) => fits(name, value))
  return fitting.length === 0 ? [] : [pick(fitting, index)]
}

function propertyOf(schema: SchemaObject, name: string): SchemaObject | undefined {
  const sub = schema.properties?.[name]
  return typeof sub === 'object' ? sub : undefined
}

function typeOf(schema: SchemaObject, name: string): string | undefined {
  const type = propertyOf(schema, name)?.type
  return typeof type === 'string' ? type : undefined
}

function isNumeric(schema: SchemaObject, name: string): boolean {
  return typeOf(schema, name) === 'integer' || typeOf(schema, name) === 'number'
}

function listed(schema: SchemaObject, name: string): readonly unknown[] | undefined {
  return propertyOf(schema, name)?.enum
}

function isClosed(schema: SchemaObject): boolean {
  return schema.additionalProperties === false
}

function declares(schema: SchemaObject, name: RegExp): boolean {
  return Object.keys(schema.properties ?? {}).some((key) => name.test(key))
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** A text without its third letter or digit; what only separates words does not count. */
function withoutLetter(text: string): string {
  let seen = 0
  return text.replaceAll(/[\p{L}\p{N}]/gu, (letter) => (++seen === 3 ? '' : letter))
}

function digits(number: number, zero: number): string {
  return String(number).replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
}

function pick<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length] as Item
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return value >>> 8
}
