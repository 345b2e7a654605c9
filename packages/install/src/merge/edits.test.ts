import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SkillHub, startSkillHub } from '../fixtures/skill-hub.ts'
import { openProject } from '../fixtures/test-project.ts'
import { rollback } from '../index.ts'

let hub: SkillHub
const FILES = ['SKILL.md', 'a.txt', 'b.txt', 'own/new.txt'] as const

beforeAll(async () => {
  hub = await startSkillHub()
  const text = (version: string) =>
    Array.from({ length: 12 }, (_, i) => `line ${i}${i % 5 === 0 ? ` of ${version}` : ''}\n`).join('')
  await hub.publish({ name: 'notes', version: '1.0.0', body: text('1'), files: { 'a.txt': text('1'), 'b.txt': 'b\n' } })
  await hub.publish({ name: 'notes', version: '2.0.0', body: text('2'), files: { 'a.txt': text('2'), 'c.txt': 'c\n' } })
  await hub.publish({
    name: 'notes',
    version: '3.0.0',
    body: text('3'),
    files: { 'a.txt': 'all new\n', own: 'a file\n' },
  })
})
afterAll(() => hub[Symbol.asyncDispose]())

test('no sequence of install, edit, update and rollback loses what a user wrote', async () => {
  const version = fc.constantFrom('1.0.0', '2.0.0', '3.0.0')
  const step = fc.oneof(
    fc.record({ do: fc.constant('install' as const), version }),
    fc.record({ do: fc.constant('edit' as const), file: fc.constantFrom(...FILES), at: fc.nat({ max: 12 }) }),
    fc.record({ do: fc.constant('rollback' as const) }),
    fc.record({ do: fc.constant('remove' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      await using project = await openProject({ hub: hub.url })
      const folder = '.agents/skills/notes'
      const written: string[] = []
      await project.install({ add: [{ id: '@acme/notes', version: '1.0.0' }] })
      for (const [i, one] of steps.entries()) {
        if (one.do === 'install')
          await project.install({ add: [{ id: '@acme/notes', version: one.version }] }).catch(refused)
        if (one.do === 'rollback') await rollback(project.installer).catch(refused)
        if (one.do === 'remove') await project.install({ remove: ['notes'] }).catch(refused)
        if (one.do !== 'edit') continue
        const token = `token-${i}-${one.file}`
        const lines = (await project.read(`${folder}/${one.file}`).catch(() => '')).split(/(?<=\n)/)
        lines.splice(Math.min(one.at, lines.length), 0, `${token}\n`)
        const isWritten = await project.write(`${folder}/${one.file}`, lines.join('')).then(
          () => true,
          () => false,
        )
        if (isWritten) written.push(token)
      }
      const all = await everything(project.dir)
      for (const token of written) expect(all, JSON.stringify(steps)).toContain(token)
    }),
    { numRuns: process.env.SKILLWRIGHT_SLOW === '1' ? 300 : 8 },
  )
})

/** A refusal changes nothing; anything else is a bug. */
function refused(error: { code?: string }): void {
  expect(['CONFLICT', 'DATA_NOT_FOUND']).toContain(error.code)
}

async function everything(dir: string): Promise<string> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return (await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')))).join('\n')
}
