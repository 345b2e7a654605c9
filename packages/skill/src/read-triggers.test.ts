import { openSchema } from '@skillwright/contract'
import { expect, test } from 'vitest'
import { readTriggers } from './read-triggers.ts'
import { TRIGGERS_SCHEMA } from './schemas/triggers-schema.ts'

function read(content: unknown) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return readTriggers(new Map([['tests/triggers.json', Buffer.from(text)]]))
}

test('tests are read in any language and any spelling of the label', () => {
  const { triggers, findings } = read([
    { query: 'Summarise the news', should_trigger: true, note: 'plain' },
    { query: '总结今天的新闻', shouldTrigger: true },
    { query: 'Wie wird das Wetter?', expect: false },
  ])
  expect(findings).toEqual([])
  expect(triggers).toEqual([
    { query: 'Summarise the news', shouldTrigger: true, note: 'plain' },
    { query: '总结今天的新闻', shouldTrigger: true },
    { query: 'Wie wird das Wetter?', shouldTrigger: false },
  ])
})

test('a skill without the file has no tests', () => {
  expect(readTriggers(new Map())).toEqual({ triggers: [], findings: [] })
})

test.each<[string, unknown, string, RegExp]>([
  ['text', ['find news'], '/0', /is text, expected an object/],
  ['no query', [{ should_trigger: true }], '/0', /got nothing/],
  ['an empty query', [{ query: ' ', should_trigger: true }], '/0', /got empty text/],
  ['a query that is a list', [{ query: ['a'], should_trigger: true }], '/0', /got a list/],
  [
    'an endless query',
    [{ query: 'a'.repeat(3_000), should_trigger: true }],
    '/0',
    /3000 characters, expected at most 2000/,
  ],
  ['no label', [{ query: 'a' }], '/0', /should_trigger, got nothing/],
  ['a label that is text', [{ query: 'a', expect: 'yes' }], '/0', /expected true or false in expect, got text/],
  ['two labels', [{ query: 'a', expect: true, should_trigger: false }], '/0', /says should_trigger and expect/],
  [
    'the same query twice',
    [
      { query: 'a', expect: true },
      { query: 'a ', expect: true },
    ],
    '/1',
    /repeats/,
  ],
  [
    'a contradiction',
    [
      { query: 'é', expect: true },
      { query: 'e\u0301', expect: false },
    ],
    '/1',
    /says the opposite/,
  ],
  ['an object', { query: 'a', should_trigger: true }, '', /is an object, expected a list/],
  ['null', null, '', /is null, expected a list/],
  [
    'too many',
    Array.from({ length: 1_001 }, (_, i) => ({ query: `q${i}`, expect: true })),
    '',
    /1001 tests, expected at most 1000/,
  ],
])('%s is a finding that says where and what', (_, content, pointer, message) => {
  const { findings } = read(content)
  expect(findings).toHaveLength(1)
  expect(findings[0]).toMatchObject({
    rule: 'index/trigger-test',
    file: 'tests/triggers.json',
    pointer,
    message: expect.stringMatching(message),
  })
})

test('what is right beside something wrong is still used', () => {
  const { triggers, findings } = read([{ query: 'a', expect: true }, 7, { query: 'b', expect: false }])
  expect(triggers.map(({ query }) => query)).toEqual(['a', 'b'])
  expect(findings.map(({ pointer }) => pointer)).toEqual(['/1'])
})

test('broken JSON is said, with the line where that is known', () => {
  expect(read('[\n {"query": "a"},\n {"query" "b"}]').findings[0]).toMatchObject({
    line: 3,
    message: expect.stringContaining('is not JSON'),
  })
  expect(read('').findings).toHaveLength(1)
  expect(read('['.repeat(100_000)).findings).toHaveLength(1)
})

test('the published schema and the reader agree', () => {
  const schema = openSchema(TRIGGERS_SCHEMA)
  const right = [
    { query: 'a', should_trigger: true },
    { query: '猫', expect: false, note: 'x' },
  ]
  const wrong = [
    'a',
    {},
    { query: '', expect: true },
    { query: ' ', expect: true },
    { query: 'a' },
    { query: 'a', expect: 1 },
    { query: 'a', expect: true, shouldTrigger: true },
  ]
  for (const item of right)
    expect([schema.check([item], { policy: 'strict' }).ok, read([item]).findings.length]).toEqual([true, 0])
  for (const item of wrong)
    expect([schema.check([item], { policy: 'strict' }).ok, read([item]).findings.length]).toEqual([false, 1])
})
