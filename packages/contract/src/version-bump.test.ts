import { expect, test } from 'vitest'
import { bumpBetween, bumpIsEnough } from './version-bump.ts'

test.each([
  ['1.0.0', '2.0.0', 'major'],
  ['1.0.0', '1.1.0', 'minor'],
  ['1.0.0', '1.0.1', 'patch'],
  ['1.0.0', '1.0.0', 'none'],
  ['1.0.0+a', '1.0.0+b', 'none'],
  ['1.1.0', '1.0.9', 'downgrade'],
  ['1.0.0', '1.0.0-rc.1', 'downgrade'],
  ['1.9.0', '2.0.0-rc.1', 'major'],
  ['2.0.0-rc.1', '2.0.0', 'major'],
  ['2.0.0-rc.1', '2.0.0-rc.2', 'major'],
  ['1.1.0-rc.1', '1.1.0', 'minor'],
  ['1.1.1-rc.1', '1.1.1-rc.2', 'patch'],
  ['0.2.0', '0.3.0', 'minor'],
] as const)('from %s to %s is %s', (before, after, expected) => {
  expect(bumpBetween(before, after)).toBe(expected)
})

test.each([
  ['1.0.0', '2.0.0', 'major', true],
  ['1.0.0', '1.1.0', 'major', false],
  ['1.0.0', '2.0.0', 'patch', true],
  ['1.0.0', '1.0.1', 'minor', false],
  ['1.0.0', '1.0.0', 'none', true],
  ['1.0.0', '1.0.0', 'patch', false],
  ['1.0.1', '1.0.0', 'none', false],
  // before 1.0.0 every number counts one place further left, as in npm
  ['0.2.5', '0.3.0', 'major', true],
  ['0.2.5', '0.2.6', 'minor', true],
  ['0.2.5', '0.2.6', 'major', false],
  ['0.0.3', '0.0.4', 'major', true],
  ['0.9.0', '1.0.0', 'major', true],
] as const)('from %s to %s is enough for a %s change: %s', (before, after, required, expected) => {
  expect(bumpIsEnough(before, after, required)).toBe(expected)
})
