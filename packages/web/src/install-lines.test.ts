import { expect, test } from 'vitest'
import { installLines } from '../app/skill/install-lines.ts'

const place = { scope: 'acme', skill: 'digest', version: '1.2.0' }

test('what everybody may see is installed without an account, and the rest after signing in', () => {
  const lines = (access: 'public' | 'restricted' | 'private') =>
    installLines('https://hub.example.com', { ...place, access }).map(({ text }) => text)
  expect(lines('public').join('\n')).not.toContain('login')
  expect(lines('public').slice(0, 2)).toEqual([
    'skillwright install @acme/digest@1.2.0 --hub https://hub.example.com',
    'skillwright install @acme/digest@1.2.0 --hub https://hub.example.com --agent claude-code',
  ])
  for (const access of ['restricted', 'private'] as const)
    expect(lines(access)[0]).toBe('skillwright login https://hub.example.com\nskillwright install @acme/digest@1.2.0')
})
