import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSkill } from '@skillwright/skill'
import { expect, test } from 'vitest'
import { createRuntime } from '../call/create-runtime.ts'
import { offer, tempFolder } from '../launch/fixtures/try-program.ts'
import { containmentLevel, describeContainment, detectContainment, UNCONTAINED } from './detect-containment.ts'

test.for([true, false])(
  'every answer and the runtime itself say how it was contained (contain: %s)',
  async (contain) => {
    using folder = tempFolder()
    const dir = join(folder.path, 'level')
    mkdirSync(dir)
    writeFileSync(join(dir, 'SKILL.md'), '---\nname: level\ndescription: Tells.\n---\n')
    writeFileSync(join(dir, 'skill.json'), '{"entry": "main.sh"}')
    writeFileSync(join(dir, 'main.sh'), `echo '{"success": true}'`)
    const expected = contain ? containmentLevel(offer) : UNCONTAINED
    await using runtime = await createRuntime({ contain, cacheDir: join(folder.path, 'cache') })
    expect(await runtime.containment()).toEqual(expected)
    const { metadata, status } = await runtime.run(await readSkill(dir))
    if (contain && expected.kind === 'none') return expect(status).toBe('failed')
    expect(metadata?.containment).toEqual({ kind: expected.kind, system_call_filter: expected.systemCallFilter })
  },
)

test('the level has the same words everywhere', () => {
  expect(describeContainment(UNCONTAINED)).toBe('not contained')
  expect(describeContainment({ kind: 'bubblewrap', systemCallFilter: true })).toBe('contained')
  expect(describeContainment({ kind: 'namespaces', systemCallFilter: false })).toBe('contained, no system call filter')
})

test.skipIf(offer.prlimit === undefined)('prlimit is known by its own path, which a sandbox has too', async () => {
  using folder = tempFolder()
  const real = realpathSync(offer.prlimit ?? '')
  symlinkSync(real, join(folder.path, 'prlimit'))
  expect(await detectContainment({ path: folder.path })).toMatchObject({ prlimit: real })
})
