import { describe, expect, test } from 'vitest'
import type { Finding } from '../finding.ts'
import { openContract } from '../open-contract.ts'
import { SkillError } from '../skill-error.ts'
import { checkMigrations } from './check-migrations.ts'
import type { Migration } from './migrations-schema.ts'
import { openMigrations } from './open-migrations.ts'

function findingsOf(document: unknown): readonly Finding[] {
  try {
    openContract(document)
    return []
  } catch (error) {
    if (error instanceof SkillError) return error.findings
    throw error
  }
}

const step = (...steps: unknown[]) => [{ from: '1', to: '2', steps }]

describe('wrong migrations', () => {
  test.each<[string, unknown, pointer: string]>([
    ['no array', {}, '/migrations'],
    ['no versions', [{}], '/migrations/0/from'],
    ['a full version', [{ from: '1.0.0', to: '2' }], '/migrations/0/from'],
    ['a number', [{ from: 1, to: '2' }], '/migrations/0/from'],
    ['an unknown field', [{ from: '1', to: '2', step: [] }], '/migrations/0/step'],
    ['an input that is no schema', [{ from: '1', to: '2', input: { type: 'text' } }], '/migrations/0/input/type'],
    ['an unknown operation', step({ op: 'renam', path: '/a', to: '/b' }), '/migrations/0/steps/0/op'],
    ['a path that is no pointer', step({ op: 'wrap', path: 'topics' }), '/migrations/0/steps/0/path'],
    ['a wrong escape', step({ op: 'wrap', path: '/a~2' }), '/migrations/0/steps/0/path'],
    ['a rename to nowhere', step({ op: 'rename', path: '/a' }), '/migrations/0/steps/0/to'],
    ['a conversion to a date', step({ op: 'convert', path: '/a', to: 'date' }), '/migrations/0/steps/0/to'],
    ['an option of another step', step({ op: 'wrap', path: '/a', overwrite: true }), '/migrations/0/steps/0/overwrite'],
    ['a rename to another place', step({ op: 'rename', path: '/a', to: '/b/a' }), '/migrations/0/steps/0/to'],
    ['a rename to itself', step({ op: 'rename', path: '/a', to: '/a' }), '/migrations/0/steps/0/to'],
    ['many things moved to one place', step({ op: 'move', path: '/l/*/a', to: '/a' }), '/migrations/0/steps/0/to'],
    ['one thing moved to many places', step({ op: 'move', path: '/a', to: '/l/*/a' }), '/migrations/0/steps/0/to'],
    ['every item removed', step({ op: 'remove', path: '/l/*' }), '/migrations/0/steps/0/path'],
    ['a way back', [{ from: '2', to: '1' }], '/migrations/0/to'],
    ['a way to itself', [{ from: '2', to: '2' }], '/migrations/0/to'],
    ['a way past the contract', [{ from: '1', to: '4' }], '/migrations/0/to'],
    ['a gap', [{ from: '1', to: '2' }], '/migrations/0/to'],
    [
      'two ways from one place',
      [
        { from: '1', to: '3' },
        { from: '1', to: '3' },
      ],
      '/migrations/1/from',
    ],
    ['an action that is not there', [{ from: '1', to: '3', action: 'nope' }], '/migrations/0/action'],
    [
      'a gap for one action',
      [
        { from: '1', to: '2' },
        { from: '2', to: '3', action: 'digest' },
      ],
      '/migrations/0/to',
    ],
  ])('are found: %s', (name, migrations, pointer) => {
    const findings = findingsOf({ version: '3.0.0', actions: { digest: { input: { type: 'object' } } }, migrations })
    // A single step has a gap after it as well, in a contract of version 3.
    const own = name.includes('gap') ? findings : findings.filter(({ message }) => !message.includes('goes on from'))
    expect(own.map((finding) => finding.pointer)).toContain(pointer)
    expect(own.every(({ severity, message }) => severity === 'error' && message.length > 10)).toBe(true)
  })

  test('are found in a contract whose version cannot be read', () => {
    const findings = checkMigrations([{ from: '1', to: '2' }], { version: 'latest' })
    expect(findings.map(({ pointer }) => pointer)).toEqual(['/version'])
    expect(findingsOf({ version: 'latest', input: true, migrations: [] })).toEqual([])
  })

  test('a cycle is found at the link that leads back', () => {
    const findings = checkMigrations([
      { from: '1', to: '2' },
      { from: '2', to: '1' },
    ])
    expect(findings.map(({ pointer }) => pointer)).toEqual(['/migrations/1/to'])
  })

  test('never throw anything but findings, however hostile', () => {
    let deep: unknown = {}
    for (let i = 0; i < 100_000; i++) deep = { not: deep }
    const hostile = [
      null,
      1,
      'x',
      deep,
      [deep],
      [{ from: '1', to: '2', input: deep }],
      [null],
      [[]],
      JSON.parse('[{"__proto__": {"from": "1"}}]'),
    ]
    for (const migrations of hostile) expect(findingsOf({ input: true, migrations }).length).toBeGreaterThan(0)
    expect(() => openContract({ input: true }, { migrations: { one: (input) => input } })).toThrow(
      /by the line they start from/,
    )
  })
})

describe('right migrations', () => {
  test.each<[string, readonly Migration[], string | undefined]>([
    ['an empty list', [], undefined],
    ['one', [{ from: '1', to: '2', input: { type: 'object' }, steps: [{ op: 'wrap', path: '/topics' }] }], '2.3.1'],
    [
      'a chain',
      [
        { from: '2', to: '3' },
        { from: '1', to: '2' },
      ],
      '3.0.0',
    ],
    [
      'a jump',
      [
        { from: '1', to: '3' },
        { from: '2', to: '3' },
      ],
      '3.0.0',
    ],
    [
      'an own way for one action',
      [
        { from: '1', to: '2' },
        { from: '1', to: '2', action: 'digest' },
      ],
      '2.0.0',
    ],
    [
      'before 1.0.0',
      [
        { from: '0.2', to: '0.3' },
        { from: '0.3', to: '0.10' },
        { from: '0', to: '1' },
      ],
      '1.0.0',
    ],
    [
      'no version',
      [
        { from: '1', to: '2' },
        { from: '2', to: '10' },
      ],
      undefined,
    ],
  ])('are taken: %s', (_name, migrations, version) => {
    expect(checkMigrations(migrations, { version, actions: ['digest'] })).toEqual([])
  })

  test('may have a function in a gap', () => {
    const migrations = openMigrations([{ from: '1', to: '2' }], {
      version: '3.0.0',
      functions: { 2: (input) => input },
    })
    expect(migrations.chain('1', undefined)?.map(({ from, to }) => [from, to])).toEqual([
      ['1', '2'],
      ['2', '3'],
    ])
  })
})
