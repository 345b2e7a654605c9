import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openProject } from '../fixtures/test-project.ts'
import { seal, unseal } from './seal.ts'

test('a key that a full disk left empty is replaced: what is sealed with it anybody could seal', async () => {
  await using _ = await openProject()
  const data = process.env.SKILLWRIGHT_DATA ?? ''
  await mkdir(data, { recursive: true })
  await writeFile(join(data, 'seal.key'), '')
  expect(await unseal(await seal('text'))).toBe('text')
  expect((await stat(join(data, 'seal.key'))).size).toBe(32)
})
