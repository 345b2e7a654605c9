import { expect, test } from 'vitest'
import { skillToolNames } from '../index.ts'

test('a tool has the name of its skill, and of its action where there are several', () => {
  expect(
    skillToolNames([
      { skillId: 'unit-converter', action: undefined },
      { skillId: '@acme/digest', action: 'run' },
    ]),
  ).toEqual(['unit-converter', expect.stringMatching(/^acme_digest__run_[0-9a-f]{8}$/)])
})

test('names that would be one, too long or shadowing differ, and depend on nothing but what they stand for', () => {
  const targets = [
    { skillId: 'a', action: 'b' },
    { skillId: 'a__b', action: undefined },
    { skillId: 'a.b', action: undefined },
    { skillId: 'a_b', action: undefined },
    { skillId: '新闻', action: undefined },
    { skillId: '翻译', action: undefined },
    { skillId: 'x'.repeat(80), action: undefined },
    { skillId: `${'x'.repeat(80)}y`, action: undefined },
  ]
  const names = skillToolNames(targets)
  expect(new Set(names).size).toBe(targets.length)
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  expect(skillToolNames(targets.toReversed()).toReversed()).toEqual(names)
})
