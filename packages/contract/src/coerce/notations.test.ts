import { describe, expect, test } from 'vitest'
import { openSchema } from '../open-schema.ts'
import type { Schema, SchemaObject } from '../schema.ts'

const int = { type: 'integer' } as const
const number = { type: 'number' } as const
const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const format = (name: string): SchemaObject => ({ type: 'string', format: name })
const listOf = (items: Schema, more: SchemaObject = {}): SchemaObject => ({ type: 'array', items, ...more })
const object = (properties: Record<string, Schema>, more: SchemaObject = {}): SchemaObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
})
const search = object(
  { max_results: int, query: text, tags: listOf({ enum: ['new', 'old'] }) },
  { required: ['query'] },
)
const maybe = (schema: Schema): SchemaObject => ({ anyOf: [schema, { type: 'null' }] })

describe('a value in another notation has one reading', () => {
  test.each<[string, Schema, unknown, unknown, string]>([
    ['a plus', int, '+5', 5, 'string-to-number'],
    ['underscores between thousands', int, '1_000', 1000, 'string-to-number'],
    ['commas between thousands', int, '1,234,567', 1234567, 'string-to-number'],
    ['one comma where only a whole number fits', int, '1,234', 1234, 'string-to-number'],
    ['points between thousands', int, '1.234.567', 1234567, 'string-to-number'],
    ['thousands and a fraction', number, '1,234.5', 1234.5, 'string-to-number'],
    ['thousands and a fraction the other way', number, '1.234,5', 1234.5, 'string-to-number'],
    ['spaces between thousands', int, '1 234 567', 1234567, 'string-to-number'],
    ['full-width digits', int, '１２', 12, 'string-to-number'],
    ['Arabic digits', number, '٣٫٥', 3.5, 'string-to-number'],
    ['a fraction without its zero', number, '.5', 0.5, 'string-to-number'],
    ['a point without a fraction', int, '5.', 5, 'string-to-number'],
    ['a typographic minus', int, '−3', -3, 'string-to-number'],
    ['a number in quotes', int, '"5"', 5, 'string-to-number'],
    ['a decimal comma', number, '0,25', 0.25, 'string-to-number'],
    ['a decimal comma after more digits', number, '-10,5', -10.5, 'string-to-number'],
    ['three digits after a comma and a zero', number, '0,125', 0.125, 'string-to-number'],
    ['a full-width decimal comma', number, '０，２５', 0.25, 'string-to-number'],
    ['a whole number with a decimal comma', int, '5,0', 5, 'string-to-number'],
    ['lakhs', int, '12,34,567', 1234567, 'string-to-number'],
    ['lakhs and a fraction', number, '1,23,456.78', 123456.78, 'string-to-number'],
    ['apostrophes between thousands', int, "1'234'567", 1234567, 'string-to-number'],
    ['keys that count for a list', listOf(text), { 0: 'a', 1: 'b' }, ['a', 'b'], 'keys-to-list'],
    ['one key that counts', listOf(int), { 0: 7 }, [7], 'keys-to-list'],
    ['on', flag, 'on', true, 'string-to-boolean'],
    ['Off', flag, 'Off', false, 'string-to-boolean'],
    ['y', flag, 'y', true, 'string-to-boolean'],
    ['N', flag, 'N', false, 'string-to-boolean'],
    ['a boolean in quotes', flag, "'True'", true, 'string-to-boolean'],
    [
      'an enum value with another separator',
      { enum: ['this_week', 'today'] },
      'this-week',
      'this_week',
      'enum-spelling',
    ],
    ['an enum value in camel case', { enum: ['this_week', 'today'] }, 'thisWeek', 'this_week', 'enum-spelling'],
    ['an enum value in quotes', { enum: ['this_week', 'today'] }, '"today"', 'today', 'enum-spelling'],
    ['an enum value in words', { enum: ['IN_PROGRESS', 'DONE'] }, 'In progress', 'IN_PROGRESS', 'enum-spelling'],
    ['a date with slashes', format('date'), '2025/03/04', '2025-03-04', 'text-notation'],
    ['a date without separators', format('date'), '20250304', '2025-03-04', 'text-notation'],
    ['a date without zeros', format('date'), '2025-3-4', '2025-03-04', 'text-notation'],
    ['a date in words', format('date'), 'March 4, 2025', '2025-03-04', 'text-notation'],
    ['a date in words, day first', format('date'), 'Tue, 4th Mar 2025', '2025-03-04', 'text-notation'],
    ['a date in Chinese', format('date'), '2025年3月4日', '2025-03-04', 'text-notation'],
    ['a date whose day can be no month', format('date'), '13/04/2025', '2025-04-13', 'text-notation'],
    ['a date that reads the same both ways', format('date'), '04/04/2025', '2025-04-04', 'text-notation'],
    ['a date with space around it', format('date'), ' 2025-03-04\n', '2025-03-04', 'text-notation'],
    ['a date for a pattern', { ...text, pattern: '^\\d{4}-\\d{2}-\\d{2}$' }, '2025/3/4', '2025-03-04', 'text-notation'],
    ['a moment with a space', format('date-time'), '2025-03-04 10:00:00Z', '2025-03-04T10:00:00Z', 'text-notation'],
    ['a moment without seconds', format('date-time'), '2025-03-04T10:00Z', '2025-03-04T10:00:00Z', 'text-notation'],
    [
      'a zone without its colon',
      format('date-time'),
      '2025-03-04T10:00:00+0200',
      '2025-03-04T10:00:00+02:00',
      'text-notation',
    ],
    [
      'a moment as mail writes it',
      format('date-time'),
      'Tue, 04 Mar 2025 10:00:00 GMT',
      '2025-03-04T10:00:00Z',
      'text-notation',
    ],
    ['a basic moment', format('date-time'), '20250304T100000Z', '2025-03-04T10:00:00Z', 'text-notation'],
    ['a time of twelve hours', { ...text, pattern: '^\\d\\d:\\d\\d$' }, '3:30 PM', '15:30', 'text-notation'],
    [
      'a UUID in braces',
      format('uuid'),
      '{2EB8AA08-AA98-11EA-B4AA-73B441D16380}',
      '2EB8AA08-AA98-11EA-B4AA-73B441D16380',
      'text-notation',
    ],
    [
      'a UUID without hyphens',
      format('uuid'),
      '2eb8aa08aa9811eab4aa73b441d16380',
      '2eb8aa08-aa98-11ea-b4aa-73b441d16380',
      'text-notation',
    ],
    [
      'a UUID as a URN',
      format('uuid'),
      'urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380',
      '2eb8aa08-aa98-11ea-b4aa-73b441d16380',
      'text-notation',
    ],
    ['an address in brackets', format('email'), '<ann@example.com>', 'ann@example.com', 'text-notation'],
    ['an address with its scheme', format('email'), 'mailto:ann@example.com', 'ann@example.com', 'text-notation'],
    [
      'an address as a link',
      format('email'),
      '[ann@example.com](mailto:ann@example.com)',
      'ann@example.com',
      'text-notation',
    ],
    ['an address with space around it', format('email'), ' ann@example.com ', 'ann@example.com', 'text-notation'],
    ['None where null may stand', maybe(int), 'None', null, 'text-to-null'],
    ['undefined where null may stand', { type: ['integer', 'null'] }, 'undefined', null, 'text-to-null'],
    ['an empty text where null may stand', maybe(format('date')), '', null, 'text-to-null'],
    ['listed enum values', listOf({ enum: ['red', 'green'] }), 'red, green', ['red', 'green'], 'split-list'],
    ['listed texts of a pattern', listOf({ ...text, pattern: '^[A-Z]{2}$' }), 'DE;FR', ['DE', 'FR'], 'split-list'],
    ['listed dates', listOf(format('date')), '2025-03-04\n2025-03-05', ['2025-03-04', '2025-03-05'], 'split-list'],
    ['a fenced object', object({ x: int }), '```json\n{"x":1}\n```', { x: 1 }, 'parse-json'],
    ['a wrapped value', int, { value: 5 }, 5, 'unwrap'],
    ['a value under the name of its kind', format('date'), { date: '2025-03-04' }, '2025-03-04', 'unwrap'],
    ['a number in quotes that were escaped', int, '\\"5\\"', 5, 'string-to-number'],
    ['a number in emphasis', int, '**5**', 5, 'string-to-number'],
    ['a boolean with a full stop', flag, 'True.', true, 'string-to-boolean'],
    ['a boolean as a state', flag, 'Disabled', false, 'string-to-boolean'],
    ['a boolean in Chinese', flag, '是', true, 'string-to-boolean'],
    ['an enum value with another hyphen', { enum: ['en-US', 'de'] }, 'en–us', 'en-US', 'enum-spelling'],
    ['an enum value with a full stop', { enum: ['this_week', 'today'] }, 'Today.', 'today', 'enum-spelling'],
    ['a date with other hyphens', format('date'), '2025‑03‑04', '2025-03-04', 'text-notation'],
    ['a date in full-width digits', format('date'), '２０２５/３/４', '2025-03-04', 'text-notation'],
    ['a date in Arabic digits', format('date'), '٢٠٢٥-٠٣-٠٤', '2025-03-04', 'text-notation'],
    ['a date in Korean', format('date'), '2025년 3월 4일', '2025-03-04', 'text-notation'],
    ['a date with points and spaces', format('date'), '2025. 3. 4.', '2025-03-04', 'text-notation'],
    ['a date in brackets', format('date'), '(2025-03-04)', '2025-03-04', 'text-notation'],
    ['a date as a log writes it', format('date'), '04/Mar/2025', '2025-03-04', 'text-notation'],
    [
      'a date without its zeros, in its own order',
      { ...text, pattern: '^\\d\\d/\\d\\d/\\d{4}$' },
      '3/4/2025',
      '03/04/2025',
      'text-notation',
    ],
    [
      'a date for a pattern with slashes',
      { ...text, pattern: '^\\d{4}/\\d\\d/\\d\\d$' },
      '4 March 2025',
      '2025/03/04',
      'text-notation',
    ],
    [
      'a moment as JavaScript writes it',
      format('date-time'),
      'Tue Mar 04 2025 10:00:00 GMT+0200',
      '2025-03-04T10:00:00+02:00',
      'text-notation',
    ],
    [
      'a moment with its offset from UTC',
      format('date-time'),
      '2025-03-04 10:00 UTC-5',
      '2025-03-04T10:00:00-05:00',
      'text-notation',
    ],
    [
      'a UUID with other separators',
      format('uuid'),
      'uuid:2eb8aa08_aa98_11ea_b4aa_73b441d16380',
      '2eb8aa08-aa98-11ea-b4aa-73b441d16380',
      'text-notation',
    ],
    [
      'an address named by itself',
      format('email'),
      '"ann@example.com" <ann@example.com>',
      'ann@example.com',
      'text-notation',
    ],
    ['an address with a comma after it', format('email'), 'ann@example.com,', 'ann@example.com', 'text-notation'],
    [
      'an address with an invisible space',
      format('email'),
      'ann\u200b@example.com',
      'ann@example.com',
      'text-notation',
    ],
    ['not available where null may stand', maybe(int), 'N/A', null, 'text-to-null'],
    ['nothing, in Chinese', maybe(int), '无', null, 'text-to-null'],
    [
      'an object between the tags of a call',
      object({ x: int }),
      '<tool_call>{"x":1}</tool_call>',
      { x: 1 },
      'parse-json',
    ],
    ['a list as one speaks Chinese', listOf({ enum: ['红', '绿'] }), '红和绿', ['红', '绿'], 'split-list'],
    [
      'enum values with "and"',
      listOf({ enum: ['red', 'green', 'blue'] }),
      'red, green, and blue',
      ['red', 'green', 'blue'],
      'split-list',
    ],
    [
      'a list as Python writes it',
      listOf(text),
      "['it\\'s', \"a\", None]".replace(', None', ''),
      ["it's", 'a'],
      'parse-json',
    ],
    [
      'an object as Python writes it',
      object({ a: flag, b: maybe(int) }),
      "{'a': True, 'b': None,}",
      { a: true, b: null },
      'parse-json',
    ],
    [
      'an object with bare keys',
      object({ a: int, b: text }),
      '{a: 1, b: \'say "x"\'}',
      { a: 1, b: 'say "x"' },
      'parse-json',
    ],
    ['JSON as text once more', object({ x: int }), '"{\\"x\\":1}"', { x: 1 }, 'parse-json'],
  ])('%s', (_name, schema, sent, value, rule) => {
    expect(openSchema(schema).check(sent)).toEqual({
      ok: true,
      value,
      coercions: [{ path: '', from: sent, to: value, rule }],
      issues: [],
    })
  })
})

describe('keys and wrappings that the schema does not know', () => {
  const right = { query: 'cats', max_results: 5 }
  test.each<[string, unknown, unknown, string[]]>([
    ['camel case', { query: 'cats', maxResults: 5 }, right, ['key-spelling /maxResults']],
    ['kebab case', { query: 'cats', 'max-results': 5 }, right, ['key-spelling /max-results']],
    [
      'spaces and capitals',
      { Query: 'cats', 'Max Results': 5 },
      right,
      ['key-spelling /Query', 'key-spelling /Max Results'],
    ],
    ['quotes', { '"query"': 'cats', max_results: 5 }, right, ['key-spelling /"query"']],
    ['the sign of a variable', { $query: 'cats', max_results: 5 }, right, ['key-spelling /$query']],
    ['an escape of Markdown', { query: 'cats', 'max\\_results': 5 }, right, ['key-spelling /max\\_results']],
    ['the mark of an option', { query: 'cats', 'max_results?': 5 }, right, ['key-spelling /max_results?']],
    ['points', { query: 'cats', 'max.results': 5 }, right, ['key-spelling /max.results']],
    ['a step of an agent', { action: 'search', action_input: right }, right, ['unwrap ']],
    ['a list of the one input', [right], right, ['unwrap ']],
    ['a list of the one call', [{ name: 'search', arguments: right }], right, ['unwrap ', 'unwrap /0']],
    ['text in curly quotes', '{“query”: “cats”, “max_results”: 5}', right, ['parse-json ']],
    ['a call by JSON-RPC', { jsonrpc: '2.0', id: 1, method: 'search', params: right }, right, ['unwrap ']],
    [
      'another notation and a wrong type',
      { query: 'cats', MAX_RESULTS: '5' },
      right,
      ['key-spelling /MAX_RESULTS', 'string-to-number /MAX_RESULTS'],
    ],
    ['arguments', { arguments: right }, right, ['unwrap ']],
    ['arguments, in Chinese', { 参数: right }, right, ['unwrap ']],
    ['the name of the tool', { search_web: right }, right, ['unwrap ']],
    [
      'its name in camel case and a mistake inside',
      { findPages: { query: 'cats', maxResults: 5 } },
      right,
      ['unwrap ', 'key-spelling /findPages/maxResults'],
    ],
    ['its name among the functions', { 'functions.web': right }, right, ['unwrap ']],
    [
      'keys that count, with a mistake inside',
      { query: 'cats', tags: { 0: 'New' } },
      { query: 'cats', tags: ['new'] },
      ['keys-to-list /tags', 'enum-spelling /tags/0'],
    ],
    [
      'a list under the name of its item',
      { query: 'cats', tags: { tag: ['new'] } },
      { query: 'cats', tags: ['new'] },
      ['unwrap /tags'],
    ],
    ['a call by name', { name: 'search', arguments: right }, right, ['unwrap ']],
    [
      'a call with its arguments as text',
      { name: 'search', arguments: JSON.stringify(right) },
      right,
      ['unwrap ', 'parse-json /arguments'],
    ],
    [
      'a call inside a call',
      { type: 'function', function: { name: 'search', arguments: right } },
      right,
      ['unwrap ', 'unwrap /function'],
    ],
    [
      'a wrapping with a mistake inside',
      { input: { query: 'cats', max_results: '5' } },
      right,
      ['unwrap ', 'string-to-number /input/max_results'],
    ],
    ['a property inside itself', { query: { query: 'cats' }, max_results: 5 }, right, ['unwrap /query']],
    [
      'None for an optional property',
      { query: 'cats', max_results: 'None' },
      { query: 'cats' },
      ['drop-null /max_results'],
    ],
    [
      'null in quotes for an optional property',
      { query: 'cats', tags: '"null"' },
      { query: 'cats' },
      ['drop-null /tags'],
    ],
    [
      'a list in one text',
      { query: 'cats', tags: 'New | old' },
      { query: 'cats', tags: ['new', 'old'] },
      ['split-list /tags', 'enum-spelling /tags/0'],
    ],
  ])('%s', (_name, sent, value, repairs) => {
    const result = openSchema(search).check(sent)
    expect(result).toMatchObject({ ok: true, value })
    expect(result.coercions.map(({ rule, path }) => `${rule} ${path}`)).toEqual(repairs)
  })

  test.each<[string, SchemaObject, string | undefined]>([
    ['its title', { ...search, title: 'web' }, undefined],
    ['the name it was opened with', search, 'web'],
  ])('a schema knows its tool by %s', (_by, schema, name) => {
    expect(openSchema(schema, { name }).check({ Web: right })).toMatchObject({ ok: true, value: right })
    expect(openSchema(schema, { name }).check({ other: right }).ok).toBe(false)
  })

  test.each<[unknown, boolean]>([
    [{ name: 'find_pages', arguments: right }, true],
    [{ name: 'functions.web__find_pages', arguments: right }, true],
    [{ name: 'find', arguments: right }, true],
    [{ name: 'pages', arguments: right }, true],
    [{ name: 'find_flights', arguments: right }, false],
    [{ tool: 'delete_pages', parameters: right }, false],
    [{ type: 'function', function: { name: 'sendMail', arguments: JSON.stringify(right) } }, false],
    [[{ name: 'find_flights', arguments: right }], false],
    [{ find_flights: right }, false],
    [{ 'functions.find_flights': right }, false],
  ])('a call of another tool is refused, with the input it holds suggested: %j', (sent, isTaken) => {
    const { ok, issues } = openSchema(search, { name: 'find_pages' }).check(sent)
    expect(ok).toBe(isTaken)
    if (!isTaken) expect(issues[0]?.suggestion).toMatch(/"query": ?"cats"/)
    expect(openSchema(search, { name: 'run' }).check(sent).ok).toBe(true)
  })

  test('a wrapping is taken off where a default completes what is inside', () => {
    const schema = object({ a: int, b: { ...int, default: 2 } }, { required: ['a', 'b'] })
    expect(openSchema(schema).check({ params: { a: 1 } })).toMatchObject({ ok: true, value: { a: 1, b: 2 } })
  })

  test('the branch of a union is found through its keys in another notation', () => {
    const schema = {
      oneOf: [object({ file_path: text }, { required: ['file_path'] }), object({ url: text }, { required: ['url'] })],
    }
    expect(openSchema(schema).check({ filePath: 'a' })).toMatchObject({ ok: true, value: { file_path: 'a' } })
  })
})

describe('two readings are refused, and both are named', () => {
  test.each<[string, Schema, unknown, string[]]>([
    ['a date by day or by month', format('date'), '03/04/2025', ['"2025-03-04"', '"2025-04-03"']],
    ['the same in a union', maybe(format('date')), '03/04/2025', ['"2025-03-04"', '"2025-04-03"']],
    ['the same in a list', listOf(format('date')), '03/04/2025', ['["2025-03-04"]', '["2025-04-03"]']],
    ['a thousand or a fraction', number, '1,234', ['1234', '1.234']],
    [
      'a text of several or several texts',
      listOf(text),
      'red, green, blue',
      ['["red, green, blue"]', '["red","green","blue"]'],
    ],
    ['bullets', listOf(text), '- red\n- green', ['["red","green"]']],
    ['brackets without quotes', listOf(text), '[red, green]', ['["[red, green]"]', '["red","green"]']],
    ['one number or several', listOf(int), '1,234', ['[1234]', '[1,234]']],
    ['one number or several, with a space', listOf(int), '1 234', ['[1234]', '[1,234]']],
    ['two numbers or a decimal comma', listOf(number), '10,50', ['[10,50]', '[10.5]']],
    [
      'a spelling of two values in one branch',
      { anyOf: [{ enum: ['a-b', 'a_b'] }, listOf({ enum: ['ab'] })] },
      'aB',
      ['"a-b"', '"a_b"'],
    ],
  ])('%s', (_name, schema, sent, meanings) => {
    const { ok, coercions, issues } = openSchema(schema).check(sent)
    expect({ ok, coercions }).toEqual({ ok: false, coercions: [] })
    for (const meaning of meanings) expect(issues[0]?.suggestion).toContain(meaning)
  })

  test.each<[string, Schema, unknown]>([
    ['a key of JSON text that stands twice', object({ a: int }), '{"a":1,"a":2}'],
    ['two keys for one property', object({ max_size: int }), { maxSize: 1, 'max-size': 2 }],
    ['a key beside the declared one', object({ max_size: int }), { max_size: 1, maxSize: 2 }],
    ['None for a list of texts', object({ a: listOf(text) }), { a: 'None' }],
    [
      'a label that is a property',
      object({ name: text, a: int }, { required: ['a'] }),
      { name: 'x', arguments: { a: 1 } },
    ],
    ['a wrapping beside other things', object({ a: int }), { arguments: { a: 1 }, b: 2 }],
    ['a year of two digits', format('date'), '03/04/25'],
    ['a weekday that is not that day', format('date'), 'Mon, 4 Mar 2025'],
    ['a moment without its zone', format('date-time'), '2025-03-04 10:00'],
    ['a name beside an address', format('email'), 'Ann <ann@example.com>'],
    ['a square', { enum: ['x2', 'x'] }, 'x²'],
    ['another dash than those listed', { enum: ['-', '_'] }, '—'],
    ['metres per second', { enum: ['ms', 's'] }, 'm/s'],
    ['an interval of dates', listOf(format('date')), '2025-03-04/2025-03-05'],
    ['a sum', listOf(int), '1 + 2'],
    ['a key that says more', object({ price: number }), { '-price': 5 }],
    ['a bound in a value', int, { min: 5 }],
    ['a kind beside a name', int, { name: 'Main Street', number: 5 }],
    ['words without quotes', listOf(object({ a: text })), '{a: b}'],
    ['a list cut off, in single quotes', listOf(int), "['1', '2'"],
    ['a key that stands twice in single quotes', object({ a: int }), "{'a': 1, 'a': 2}"],
    ['a comma too many', listOf(int), '[1,,]'],
    ['eight digits that may be any order of a date', { ...text, pattern: '^\\d{8}$' }, '2025-03-04'],
    ['digits of two scripts', int, '1２'],
    ['a number with its unit', int, '5 km'],
    ['not available', int, 'n/a'],
    ['an empty text for an optional number', object({ a: int }), { a: '' }],
    ['a text in another case than its pattern', { ...text, pattern: '^[A-Z]{3}$' }, 'usd'],
  ])('%s', (_name, schema, sent) => {
    const result = openSchema(schema).check(sent)
    expect(result).toMatchObject({ ok: false, coercions: [] })
    expect(result.issues[0]?.suggestion ?? result.issues[0]?.message).toBeDefined()
  })
})

describe('a suggestion is one that would be taken', () => {
  test.each<[string, Schema, unknown, string | undefined]>([
    ['universal time for a moment without a zone', format('date-time'), '2025-03-04 10:00', '"2025-03-04T10:00:00Z"'],
    ['the item of a list of one', int, [5], '5'],
    ['a date of this century', format('date'), '18/11/26', '"2026-11-18" or "2018-11-26"'],
    ['the date of another weekday', format('date'), 'Monday, November 18, 2026', '"2026-11-18"'],
    ['universal time for hours and minutes', format('time'), '14:30', '"14:30:00Z"'],
    ['both schemes of an address', format('uri'), 'example.com/a', '"https://example.com/a" or "http://example.com/a"'],
    ['both bases of an address with zeros', format('ipv4'), '010.0.0.1', '"10.0.0.1" or "8.0.0.1"'],
    ['the only share that a percentage can be', { ...number, maximum: 1 }, '80%', '0.8'],
    ['what two keys say of one property', object({ max_size: int }), { max_size: 1, maxSize: 2 }, 'either 1 or 2'],
    [
      'what stands in a call whose label is a property',
      object({ type: { enum: ['a', 'b'] } }, { required: ['type'] }),
      { type: 'function', function: { name: 'x', arguments: '{"type":"a"}' } },
      '{"type":"a"}',
    ],
    ['what stands under two wrappers', object({ a: int }), { input: { a: 1 }, args: { a: 2 } }, '{"a":1} or {"a":2}'],
    ['the address beside a name', format('email'), 'Ann <ann@example.com>', '"ann@example.com"'],
    ['the case of a pattern', { ...text, pattern: '^[A-Z]{3}$' }, 'usd', '"USD"'],
    ['a text for a number', text, 5, '"5"'],
    ['no text that the pattern refuses', { ...text, pattern: '^x' }, 5, undefined],
    ['no array where it would still be wrong', listOf(int), 'five', undefined],
  ])('%s', (_name, schema, sent, suggestion) => {
    const { ok, issues } = openSchema(schema).check(sent)
    expect(ok).toBe(false)
    if (suggestion === undefined) expect(issues[0]?.suggestion).toBeUndefined()
    else expect(issues[0]?.suggestion).toContain(suggestion)
  })
})
