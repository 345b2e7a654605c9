import { expect, test } from 'vitest'
import { checkHost } from './check-host.ts'

test('says nothing when the host is supported', () => {
  expect(checkHost('>=3.0.0,<4.0.0', '3.1.2')).toEqual({ ok: true, reason: '' })
  expect(checkHost('^3', '3.1')).toEqual({ ok: true, reason: '' })
})

test('says why not in the words of document A', () => {
  expect(checkHost('>=3.0.0,<4.0.0', '2.9.1')).toEqual({
    ok: false,
    reason: 'Skill requires Hermes >=3.0.0,<4.0.0, but current version is 2.9.1',
  })
})

test('calls the host by its own name', () => {
  expect(checkHost('^2', '1.0.0', { host: 'Skillwright' }).reason).toBe(
    'Skill requires Skillwright ^2, but current version is 1.0.0',
  )
})

test('gives a wrong range or version as the reason and never throws', () => {
  expect(checkHost('three', '3.0.0').reason).toMatch(/Expected a version range such as .* got "three"/)
  expect(checkHost('^3', 'newest').reason).toMatch(/Expected a version such as .* got "newest"/)
  for (const hostile of ['x'.repeat(1e6), '__proto__', '\ud800', undefined, null, {}, Object.create(null)]) {
    expect(checkHost(hostile as string, hostile as string).ok).toBe(false)
    expect(checkHost(hostile as string, '1.0.0').reason.length).toBeLessThan(1_000)
  }
})
