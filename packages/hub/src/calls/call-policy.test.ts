import { expect, test } from 'vitest'
import { DEFAULT_CONFIG } from '../hub-config.ts'
import { whyNotRun } from './call-policy.ts'

const NOTHING = { network: [], read: [], write: [] }
const asks = (permissions: object) => ({ tier: 'verified', permissions: { ...NOTHING, ...permissions }, isOwn: false })
const { calls } = DEFAULT_CONFIG

test.each([
  ['official', false, true],
  ['verified', false, true],
  ['community', false, false],
  ['community', true, true],
])('by default a skill that is %s, own %s, runs: %s', (tier, isOwn, runs) => {
  expect(whyNotRun({ tier, permissions: NOTHING, isOwn }, calls) === undefined).toBe(runs)
})

test.each([
  [[], 'api.example.com', false],
  [['api.example.com'], 'api.example.com', true],
  [['api.example.com'], 'API.example.com:8443', true],
  [['api.example.com:443'], 'api.example.com:8443', false],
  [['*.example.com'], 'api.example.com', true],
  [['*.example.com'], '*.api.example.com', true],
  [['*.example.com'], 'example.com', false],
  [['*.example.com'], 'badexample.com', false],
  [['api.example.com'], '*.example.com', false],
])('with the hosts %j a skill that declares %s runs: %s', (hosts, declared, runs) => {
  expect(whyNotRun(asks({ network: [declared] }), { ...calls, hosts }) === undefined).toBe(runs)
})

test('no path of the machine is given, a folder of its own is', () => {
  expect(whyNotRun(asks({ read: ['~/notes'] }), calls)).toContain('~/notes')
  expect(whyNotRun(asks({ write: ['out'] }), calls)).toBeUndefined()
})
