import { expect, test } from 'vitest'
import { type KindSample, kindSamples } from './fixtures/kinds/all-kinds.ts'
import { scanFiles } from './scan-files.ts'

// The other half is only for judging: `npm run bench quality`.
const tuned = kindSamples().filter(({ half }) => half === 'tuned')
const groups = [...Map.groupBy(tuned, ({ group, kind }) => `${group}: ${kind}`)]

test.each(groups.filter(([, [first]]) => first?.isAttack))('no attack of a kind passes: %s', async (_kind, samples) => {
  expect(await verdictsOf(samples)).not.toContain('pass')
})

test.each(groups.filter(([, [first]]) => !first?.isAttack))(
  'what only looks like one passes: %s',
  async (_, samples) => {
    // Of what honest authors publish a reviewer may have to see some: an installer from the network, SELinux turned off for a test.
    const fine = /^(?:honest|workaday)$/.test(samples[0]?.group ?? '') ? ['pass', 'review'] : ['pass']
    expect(fine).toEqual(expect.arrayContaining([...new Set(await verdictsOf(samples))]))
  },
)

// Two packages of each kind; the benchmark scans all of them.
async function verdictsOf(samples: readonly KindSample[]): Promise<string[]> {
  const reports = await Promise.all(samples.slice(0, 2).map(({ files }) => scanFiles(files)))
  return reports.map(({ verdict }) => verdict)
}
