import { expect, test } from 'vitest'
import { walkCall } from './walk-call.ts'

test('--version loads a handful of files and stays in one room', async () => {
  const { loaded, files, crossings } = await walkCall(['--version'])
  expect(files).toEqual(['cli/terminal.ts', 'cli/run-cli.ts', 'cli/program.ts', 'cli/verb.ts'])
  expect(loaded).toBeLessThanOrEqual(15)
  expect(crossings).toBe(0)
})
