import { describe, expect, test } from 'vitest'
import { filesFor, manifest, document as skillMd, type Texts } from './fixtures/rule-case.ts'
import { lintFiles } from './lint-skill.ts'

const ROW = '| `url` | string | Yes | — | The page, such as https://example.com |'
const ROWS = `${ROW}
| \`depth\` | enum | No | "quick" | How far: "quick" / "deep" |
| \`lines\` | integer | No | 5 | How many (1–50) |
| \`tags\` | string[] | No | — | Words (1–5 items) |`
const CONTRACT = {
  version: '1.2.0',
  description: 'Sums up a web page in five lines.',
  idempotent: true,
  timeout_seconds: 60,
  tools_required: ['fetch_url'],
  input: {
    type: 'object',
    properties: {
      url: { type: 'string', maxLength: 200 },
      depth: { enum: ['quick', 'deep'], default: 'quick' },
      lines: { type: 'integer', minimum: 1, maximum: 50, default: 5, description: 'Seconds of reading' },
      tags: { type: 'array', items: { $ref: '#/$defs/Word' }, minItems: 1, maxItems: 5 },
    },
    required: ['url'],
    additionalProperties: false,
    $defs: { Word: { type: 'string' } },
  },
  output: { type: 'object', properties: { summary: { type: 'string' } }, required: ['summary'] },
}
const DESCRIPTOR = {
  version: '1.2.0',
  capability_type: 'plugin',
  endpoint: { url: 'https://example.com/invoke', timeout_ms: 60_000 },
  inputs: [
    { name: 'url', type: 'string', required: true },
    { name: 'lines', type: 'integer', required: false, default: 5, schema: { minimum: 1, maximum: 50 } },
  ],
  output: { schema: { type: 'object', properties: { summary: { type: 'string' } } } },
}
const SKILL_JSON = { timeout_seconds: 60, capability_type: 'plugin', permissions: { tools: ['fetch_url'] } }
const SHOWN = '**Skill execution:**\n\n```json\n{"action": "run", "params": {"url": "a"}}\n```\n'
const ANSWERED = '**Expected output:**\n\n```json\n{"success": true, "data": {"summary": "`Five` lines"}}\n```\n'

function packageWith({ table = ROWS, shown = SHOWN, answered = ANSWERED, ...texts }: Texts = {}): Texts {
  return {
    'SKILL.md': skillMd([ROW, String(table)], ['\n## Dependencies', `\n${shown}\n${answered}\n## Dependencies`]),
    'skill.json': manifest(SKILL_JSON),
    'contract.json': JSON.stringify(CONTRACT, null, 2),
    'descriptor.json': JSON.stringify(DESCRIPTOR, null, 2),
    'prompts/examples/a.json': '{"input": {"url": "a"}, "output": {"summary": "b"}}',
    ...texts,
  }
}

function contradictions(texts: Texts): string[] {
  return lintFiles(filesFor('standard', packageWith(texts)))
    .filter(({ rule }) => /notation-differs|example-contract|manifest-differs|manifest-wording/.test(rule))
    .map(({ file, line, message }) => `${file}:${line} ${message}`)
}

const table = (from: string, to: string): Texts => ({ table: ROWS.replace(from, to) })
const json = (file: string, value: unknown): Texts => ({ [file]: JSON.stringify(value, null, 2) })
const descriptor = (changes: object): Texts => json('descriptor.json', { ...DESCRIPTOR, ...changes })
const input = (changes: object): Texts =>
  descriptor({ inputs: [DESCRIPTOR.inputs[0], { ...DESCRIPTOR.inputs[1], ...changes }] })
const output = (properties: object): Texts => descriptor({ output: { schema: { type: 'object', properties } } })
const contract = (changes: object): Texts => json('contract.json', { ...CONTRACT, ...changes })

describe('two files that say different things are a finding that names both places', () => {
  test.each<[string, Texts, RegExp]>([
    [
      'a renamed parameter',
      table('`lines`', '`line_count`'),
      /^SKILL.md:35 line_count stands in the parameter table, and contract.json has no such.*\(contract.json:9\)$/,
    ],
    [
      'another type',
      table('integer', 'string'),
      /^SKILL.md:35 lines is string .* and integer in contract.json \(contract.json:23\)/,
    ],
    [
      'other items',
      table('string[]', 'integer[]'),
      /^SKILL.md:36 tags holds integer items .* and string items in contract.json/,
    ],
    [
      'a parameter that is required in one place',
      table('integer | No', 'integer | Yes'),
      /lines is required in the parameter table and optional/,
    ],
    ['another default', table('| 5 |', '| 7 |'), /lines defaults to 7 in the parameter table and 5 in contract.json/],
    [
      'a default that is left out',
      table('| 5 |', '| — |'),
      /lines defaults to 5 in contract.json, and the parameter table says no default/,
    ],
    [
      'a default that only the table knows',
      table('string[] | No | —', 'string[] | No | `["a"]`'),
      /tags defaults to \["a"\] in the parameter table, and contract.json fills in no/,
    ],
    [
      'a value more',
      table('/ "deep"', '/ "deep" / "wild"'),
      /depth may be "wild" in the parameter table, which contract.json does not allow/,
    ],
    [
      'a value less',
      table('"quick" / "deep"', '"quick"'),
      /depth may be "deep" in contract.json, which the parameter table does not name/,
    ],
    [
      'values where any text is taken',
      table(
        '| `url` | string | Yes | — | The page, such as https://example.com |',
        '| `url` | enum | Yes | — | "a" / "b" |',
      ),
      /url may only be "a", "b" .* and any string in contract.json/,
    ],
    [
      'another limit',
      table('1–50', '1–20'),
      /lines is at most 20 in the parameter table and at most 50 in contract.json/,
    ],
    ['another number of items', table('1–5 items', '1–9 items'), /tags is at most 9 items .* and at most 5/],
    [
      'another unit',
      table('How many (1–50)', 'How long in minutes (1–50)'),
      /^SKILL.md:35 lines is in minutes in the parameter table and in seconds in contract.json \(contract.json:23\)/,
    ],
    [
      'another unit in Chinese',
      input({ description: '时长（毫秒）' }),
      /^descriptor.json:\d+ lines is in milliseconds in descriptor.json and in seconds in contract.json/,
    ],
    [
      'values in words',
      table('enum | No | "quick" | How far: "quick" / "deep"', 'string | No | "quick" | One of: `quick`, `wild`'),
      /depth may be wild in the parameter table, which contract.json does not allow/,
    ],
    [
      'a length in words',
      table('The page, such as', 'The page, at most 90 characters, such as'),
      /url is at most 90 in the parameter table and at most 200 in contract.json/,
    ],
    [
      'a range in words',
      table('How many (1–50)', 'Between 1 and 60 lines'),
      /lines is at most 60 in the parameter table and at most 50 in contract.json/,
    ],
    [
      'a limit of the descriptor',
      input({ schema: { minimum: 1, maximum: 9 } }),
      /^descriptor.json:\d+ lines is at most 9 in descriptor.json and at most 50 in contract.json \(contract.json:23\)/,
    ],
    [
      'an output field of another name',
      output({ gist: { type: 'string' } }),
      /gist stands in the output of descriptor.json, and contract.json has no such field \(contract.json:\d+\)/,
    ],
    [
      'an output field of another type',
      output({ summary: { type: 'integer' } }),
      /summary is integer in descriptor.json and string/,
    ],
    [
      'an output field that always comes',
      output({ gist: { type: 'string' } }),
      /summary always comes by contract.json, and descriptor.json does not name it/,
    ],
    [
      'another version of the descriptor',
      descriptor({ version: '1.1.0' }),
      /The version is 1.1.0 in descriptor.json and 1.2.0 in SKILL.md:3/,
    ],
    [
      'a contract newer than its skill',
      contract({ version: '2.0.0' }),
      /^contract.json:2 The contract is of version 2.0.0, and the skill of 1.2.0 in SKILL.md:3/,
    ],
    [
      'another kind',
      descriptor({ capability_type: 'api' }),
      /capability_type is api in descriptor.json and plugin in skill.json:\d+/,
    ],
    [
      'callers who wait too short',
      descriptor({ endpoint: { ...DESCRIPTOR.endpoint, timeout_ms: 5_000 } }),
      /Callers wait 5000 ms by descriptor.json, and a run may take 60 seconds by contract.json:5/,
    ],
    [
      'another time limit',
      { 'skill.json': manifest({ ...SKILL_JSON, timeout_seconds: 30 }) },
      /A run may take 30 seconds by skill.json, which holds, and 60 by contract.json:5/,
    ],
    [
      'a tool only the contract requires',
      contract({ tools_required: ['fetch_url', 'browser'] }),
      /contract.json requires browser, which is not among the required tools of SKILL.md:11/,
    ],
    [
      'a tool the contract does not require',
      contract({ tools_required: ['browser'] }),
      /fetch_url is required by SKILL.md:11, and not by contract.json/,
    ],
    [
      'a tool that is asked for and named nowhere',
      { 'skill.json': manifest({ ...SKILL_JSON, permissions: { tools: ['fetch_url', 'browser'] } }) },
      /skill.json asks to use browser, which is not among the tools of SKILL.md:11/,
    ],
    [
      'a tool that is required and not asked for',
      { 'skill.json': manifest({ ...SKILL_JSON, permissions: { tools: ['browser'] } }) },
      /fetch_url is required by SKILL.md:11, and skill.json does not ask/,
    ],
    [
      'another version of skill.json',
      { 'skill.json': manifest({ ...SKILL_JSON, version: '1.3.0' }) },
      /^skill.json:3 version is "1.2.0" in SKILL.md:3 and "1.3.0" in skill.json/,
    ],
    [
      'a request for an action that is not there',
      { shown: SHOWN.replace('run', 'walk') },
      /^SKILL.md:\d+ The request shown here calls the action walk; there are: run \(contract.json:\d+\)/,
    ],
    [
      'a request that does not fit',
      { shown: SHOWN.replace('"a"', '7') },
      /The request shown here does not obey the contract at \/url \(contract.json:12\)/,
    ],
    [
      'an answer that does not fit',
      { answered: ANSWERED.replace('"summary"', '"text"') },
      /The answer shown here does not obey the contract at \/summary/,
    ],
    [
      'an answer without its envelope',
      { answered: '**Output:**\n```json\n{"summary": 7}\n```\n' },
      /The answer shown here does not obey the contract at \/summary/,
    ],
    [
      'a call in a list of calls',
      { 'tests/a.json': '[\n{"input": {"url": "a"}},\n{"input": {"url": "a"}, "output": {"summary": 7}}]' },
      /^tests\/a.json:3 The output of tests\/a.json 2 does not obey the contract \(contract.json:\d+\)/,
    ],
  ])('%s', (_what, texts, expected) => {
    expect(contradictions(texts)).toContainEqual(expect.stringMatching(expected))
  })
})

describe('what is no contradiction is none', () => {
  test.each<[string, Texts]>([
    ['the package as it is', {}],
    ['a number where an integer is meant', table('integer', 'number')],
    ['a default in words', table('string[] | No | —', 'string[] | No | words of the page')],
    ['the same unit in other words', table('How many (1–50)', 'How long (1–50 s), 秒')],
    ['two units', table('How many (1–50)', 'Seconds, not minutes (1–50)')],
    ['a letter that is no unit', table('How many (1–50)', "It's how many m-lines (1–50)")],
    [
      'values that are examples',
      table('enum | No | "quick" | How far: "quick" / "deep"', 'string | No | "quick" | Such as `quick`, `wild`'),
    ],
    ['values in another order', table('"quick" / "deep"', '"deep" / "quick"')],
    ['a contract older than its skill', contract({ version: '1.0.0' })],
    ['callers who wait longer', descriptor({ endpoint: { ...DESCRIPTOR.endpoint, timeout_ms: 90_000 } })],
    [
      'a call that is shown to fail',
      {
        shown: SHOWN.replace('"a"', '7'),
        answered: '```json\n{"success": false, "error": {"code": "INVALID_PARAM"}}\n```\n',
      },
    ],
    ['a value that is cut short', { shown: SHOWN.replace('"url": "a"', '"url": "a", "depth": "..."') }],
    ['other JSON', { shown: '```json\n{"url": 7}\n```\n', answered: '```json\n{"status": "ok", "data": 7}\n```\n' }],
  ])('%s', (_what, texts) => {
    expect(contradictions(texts)).toEqual([])
  })
})

test('each action of a contract has its own table', () => {
  const two = {
    version: '1.2.0',
    actions: {
      read: { input: CONTRACT.input },
      drop: { input: { type: 'object', properties: { url: { type: 'string' } } } },
    },
  }
  const tables = `#### read\n\n| Parameter | Type | Required | Default | Description |\n|---|---|---|---|---|\n${ROWS}\n\n#### drop\n\n| Parameter | Type | Required |\n|---|---|---|\n| \`url\` | integer | No |\n`
  const found = contradictions({
    'SKILL.md': skillMd([/\| Parameter[^#]*/, `${tables}\n`]),
    'contract.json': JSON.stringify(two, null, 2),
    'descriptor.json': undefined,
    'prompts/examples/a.json': undefined,
  })
  expect(found).toEqual([
    expect.stringMatching(
      /^SKILL.md:\d+ url is integer in the parameter table and string in contract.json \(contract.json:\d+\)$/,
    ),
  ])
})
