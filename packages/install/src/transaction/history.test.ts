import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openProject } from '../fixtures/test-project.ts'
import { rollback } from '../index.ts'
import { holdProject } from './hold-project.ts'
import { runTransaction } from './run-transaction.ts'

test('what was replaced long ago is forgotten, and what was replaced lately is not', async () => {
  await using made = await openProject()
  const { project } = made.installer
  const path = join(made.dir, 'notes.txt')
  const history = () => readdir(join(project.stateDir, 'history'))
  const write = (text: string, day: number) =>
    holdProject(project, () =>
      runTransaction(project, {
        title: text,
        changes: [{ path, stageIn: made.dir, make: (staged) => writeFile(staged, text) }],
        clock: () => new Date(Date.UTC(2030, 0, day)),
      }),
    )
  for (let i = 1; i <= 53; i++) await write(String(i), 1)
  // They are all of one day.
  expect((await history()).length).toBe(53)
  await write('54', 60)
  expect((await history()).toSorted()[0]).toBe('000005')
  expect((await history()).length).toBe(50)
  await rollback(made.installer)
  expect(await readFile(path, 'utf8')).toBe('53')
})
