import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { cliProgram } from './fixtures/call-cli.ts'

const DIGEST = join(import.meta.dirname, '../../../skills/daily-news-digest')

async function start(words: readonly string[], stdout: 'pipe' | number = 'pipe') {
  const { file, env } = await cliProgram()
  return spawn(process.execPath, [file, ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', stdout, 'pipe'],
  })
}

test.each([
  [0, '"capability_type"', ['describe', DIGEST]],
  [2, '', ['describe', DIGEST, '--nonsense']],
])('exits with %i when nobody reads its notes', async (code, answer, words) => {
  const child = await start(words)
  child.stderr?.destroy()
  const said = child.stdout === null ? '' : text(child.stdout)
  expect(await once(child, 'exit')).toEqual([code, null])
  expect(await said).toContain(answer)
})

test('exits with 0 when nobody reads its answer', async () => {
  const child = await start(['describe', DIGEST])
  child.stdout?.destroy()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test.skipIf(process.platform !== 'linux')('says that its answer could not be written', async () => {
  const full = openSync('/dev/full', 'w')
  const child = await start(['--version'], full)
  closeSync(full)
  const said = child.stderr === null ? '' : text(child.stderr)
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(await said).toContain('ENOSPC')
})
