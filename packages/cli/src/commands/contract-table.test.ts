import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callCli } from '../fixtures/call-cli.ts'

let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'contract-table-'))
  const table =
    '| Name | Type | Required | Default | Description |\n|---|---|---|---|---|\n| topic | string | Yes | - | What about |\n| limit | integer | No | 5 | How many |'
  await writeFile(
    join(dir, 'SKILL.md'),
    `---\nname: notes\ndescription: Takes notes.\n---\n# Notes\n\n## Usage\n\n### Parameters\n\n${table}\n`,
  )
})
afterAll(() => rm(dir, { recursive: true, force: true }))

test.each([
  ['docs', 'topic'],
  ['types', 'limit?: number'],
  ['example', '"topic"'],
  ['export', '"run.input"'],
])('contract %s takes a skill that has only a parameter table', async (verb, expected) => {
  const { stdout, code } = await callCli(['contract', verb, dir])
  expect({ code, found: stdout.includes(expected) }).toEqual({ code: 0, found: true })
})

test('contract check, lint and compare do too', async () => {
  const checked = await callCli(['contract', 'check', dir, '-'], '{"topic": "a", "limit": "7"}')
  expect(JSON.parse(checked.stdout)).toEqual({ topic: 'a', limit: 7 })
  expect((await callCli(['contract', 'lint', dir, '--json'])).stdout).toMatch(/^\[/)
  expect((await callCli(['contract', 'compare', dir, dir])).code).toBe(0)
})

test('a folder with neither says so', async () => {
  const { stderr, code } = await callCli(['contract', 'docs', tmpdir()])
  expect(stderr).toContain('has no contract.json, and its SKILL.md no parameter table')
  expect(code).not.toBe(0)
})
