import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openProject } from '../fixtures/test-project.ts'
import { holdProject } from './hold-project.ts'

test('of many at once one changes the project, and the others are told', async () => {
  await using made = await openProject()
  let inside = 0
  const most: number[] = []
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      holdProject(made.installer.project, async () => {
        most.push(++inside)
        await made.write('notes.txt', 'x')
        inside--
      }),
    ),
  )
  expect(Math.max(...most)).toBe(1)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'CONFLICT' })
})

test.each<[string, (busy: string) => Promise<unknown>]>([
  ['a process that was killed', (busy) => held(busy, '999999999 x')],
  ['an earlier process with our own number', (busy) => held(busy, `${process.pid} x`)],
  ['nobody', (busy) => held(busy, '')],
  ['a file that came with the project', (busy) => writeFile(busy, '1\n')],
  ['a file without end', (busy) => mkdir(busy).then(() => symlink('/dev/zero', join(busy, 'holder')))],
])('a project is not held by %s', async (_, occupy) => {
  await using made = await openProject()
  const { project } = made.installer
  await mkdir(project.stateDir)
  await occupy(join(project.stateDir, 'busy'))
  expect(await holdProject(project, async () => 'done')).toBe('done')
})

async function held(busy: string, holder: string): Promise<void> {
  await mkdir(busy)
  await writeFile(join(busy, 'holder'), holder)
}
