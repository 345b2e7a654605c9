import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { walkCall } from './walk-call.ts'

test('--version loads a handful of files and stays in one room', async () => {
  const { loaded, files, crossings } = await walkCall(['--version'])
  expect(files).toEqual(['cli/terminal.ts', 'cli/run-cli.ts', 'cli/verb.ts', 'cli/own-version.ts'])
  expect(loaded).toBeLessThanOrEqual(15)
  expect(crossings).toBe(0)
})

test('a run walks as ARCHITECTURE shows it: exactly these files in this order, no further turns', async () => {
  const text = readFileSync(resolve(import.meta.dirname, '../ARCHITECTURE.md'), 'utf8')
  const [, words = '', lines = '', most, mostTurns] =
    /^npm run walk -- (.+)\n\n([^`]+)\nat most (\d+) files, (\d+) turns$/m.exec(text) ?? []
  const rows = [...lines.matchAll(/^(?<room>[a-z-]+) +(?<count>\d*) +(?<names>.+)$/gm)].map(({ groups }) => ({
    room: groups?.room ?? '',
    count: Number(groups?.count),
    names: groups?.names?.split(', ') ?? [],
  }))
  const { files, turns } = await walkCall(words.split(' '))
  const shown = rows.flatMap(({ room, names }) => names.map((name) => `${room}/${name}`))
  expect(shown.length).toBeGreaterThan(10)
  expect(files.filter((file) => shown.includes(file))).toEqual(shown)
  for (const { room, count } of rows.filter((row) => row.count > 0))
    expect(files.filter((file) => file.startsWith(`${room}/`)).length, room).toBeLessThanOrEqual(count)
  expect(files.length).toBeLessThanOrEqual(Number(most))
  expect(turns).toBeLessThanOrEqual(Number(mostTurns))
})
