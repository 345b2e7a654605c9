import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cliProgram } from '../fixtures/call-cli.ts'
import { SANDBOX, skill } from '../fixtures/skill-runs.ts'

const INSPECTOR = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
)
const dir = mkdtempSync(join(tmpdir(), 'skillwright-inspector-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** What MCP Inspector prints of a method of `skillwright mcp`, and how it ends. */
async function inspect(...words: readonly string[]): Promise<{ readonly code: number; readonly stdout: string }> {
  const program = await cliProgram()
  const env = ['CONFIG', 'CACHE', 'DATA'].flatMap((kind) => ['-e', `SKILLWRIGHT_${kind}=${join(dir, kind)}`])
  const server = [process.execPath, program.file, 'mcp', skill('unit-converter'), ...SANDBOX]
  const args = [INSPECTOR, '--cli', ...env, ...words, '--', ...server]
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      args,
      { maxBuffer: 2 ** 24, env: { ...process.env, HOME: dir } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout: stdout || stderr }),
    ),
  )
}

test('MCP Inspector lists, calls and reads a real skill', async () => {
  const list = await inspect('--method', 'tools/list', '--strict')
  expect([list.code, list.stdout]).toEqual([0, expect.stringContaining('"unit-converter"')])
  const pairs = ['value=5', 'from=mi', 'to=km'].flatMap((pair) => ['--tool-arg', pair])
  const call = await inspect('--method', 'tools/call', '--tool-name', 'unit-converter', ...pairs)
  expect([call.code, JSON.parse(call.stdout)]).toMatchObject([0, { structuredContent: { value: 8.04672, unit: 'km' } }])
  const wrong = await inspect('--method', 'tools/call', '--tool-name', 'unit-converter', '--tool-arg', 'value=x')
  expect([wrong.code, wrong.stdout]).toEqual([5, expect.stringContaining('INVALID_INPUT')])
  const skills = await inspect('--method', 'skills/list', '--verify')
  expect([skills.code, skills.stdout]).toEqual([0, expect.stringContaining('skill://unit-converter/SKILL.md')])
})
