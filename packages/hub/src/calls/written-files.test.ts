import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writtenFiles } from './written-files.ts'

test('a run that leaves folders without end is looked through up to a bound, which is said', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'written-'))
  for (let i = 0; i < 1_100; i++) {
    const inner = join(folder.path, `f${String(i).padStart(4, '0')}`)
    mkdirSync(inner)
    writeFileSync(join(inner, 'a'), '')
  }
  const { files, isMore } = await writtenFiles(folder.path, { maxFiles: 5_000, maxPath: 300 })
  expect([files.length, isMore]).toEqual([999, true])
})
