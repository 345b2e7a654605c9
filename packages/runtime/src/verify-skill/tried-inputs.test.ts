import { openContract } from '@skillwright/contract'
import { expect, test } from 'vitest'
import { ownInputs, triedInputs } from './tried-inputs.ts'

test('with any seed, as many inputs as are asked for are not in the package', () => {
  const n = { type: 'integer', minimum: 0, maximum: 1000 }
  const input = { type: 'object', required: ['n'], additionalProperties: false, properties: { n } }
  const action = openContract({ title: 'Echo', version: '1.0.0', input }).action()
  const known = [{ n: 7 }]
  const isOwn = ownInputs(action, known)
  for (let seed = 0; seed < 300; seed++) {
    const others = triedInputs(action, { seed, count: 3, known }).filter((value) => !isOwn(value))
    expect(others.length, `seed ${seed}`).toBeGreaterThanOrEqual(3)
  }
})
