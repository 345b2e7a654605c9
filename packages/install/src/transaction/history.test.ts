import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installerAt } from '../fixtures/installer-at.ts'
import { openProject } from '../fixtures/test-project.ts'
import { type Project, rollback } from '../index.ts'
import { holdProject } from './hold-project.ts'
import { runTransaction } from './run-transaction.ts'

function writeNotes(project: Project, text: string, day = 1) {
  const change = { path: join(project.root, 'notes.txt'), stageIn: project.root }
  return holdProject(project, () =>
    runTransaction(project, {
      title: text,
      changes: [{ ...change, make: (staged) => writeFile(staged, text) }],
      clock: () => new Date(Date.UTC(2030, 0, day)),
    }),
  )
}

test('a project that was copied goes back by itself, and leaves the first one as it is', async () => {
  await using made = await openProject()
  await writeNotes(made.installer.project, 'one')
  await writeNotes(made.installer.project, 'two')
  const dir = `${made.dir}-copy`
  await cp(made.dir, dir, { recursive: true })
  await rollback(installerAt({ dir, store: made.store, hub: 'http://127.0.0.1:9' }))
  expect(await readFile(join(dir, 'notes.txt'), 'utf8')).toBe('one')
  expect(await made.read('notes.txt')).toBe('two')
})

test('what was replaced long ago is forgotten, and what was replaced lately is not', async () => {
  await using made = await openProject()
  const { project } = made.installer
  const history = () => readdir(join(project.stateDir, 'history'))
  const write = (text: string, day: number) => writeNotes(project, text, day)
  for (let i = 1; i <= 53; i++) await write(String(i), 1)
  // They are all of one day.
  expect((await history()).length).toBe(53)
  await write('54', 60)
  expect((await history()).toSorted()[0]).toBe('000005')
  expect((await history()).length).toBe(50)
  await rollback(made.installer)
  expect(await made.read('notes.txt')).toBe('53')
})
