import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startConformanceServer } from './fixtures/conformance-server.ts'

// What skills are not; docs/mcp.md says why.
const NOT_OURS = ['resources-read-binary', 'resources-read-text', 'resources-templates-read', 'tools-call-sampling']

test('the scenarios of the conformance suite pass, but for those that are named', async () => {
  const program = join(
    dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
    'dist/index.js',
  )
  const out = mkdtempSync(join(tmpdir(), 'skillwright-conformance-'))
  await using server = await startConformanceServer()
  const words = [program, 'server', '--url', server.url, '--suite', 'all', '-o', out]
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 2 ** 26 }).catch(
    (failed: { stdout: string }) => failed,
  )
  rmSync(out, { recursive: true, force: true })
  const results = [...stdout.matchAll(/^(?<mark>[✓✗]) (?<name>[\w-]+): \d+ passed, \d+ failed$/gm)].map(
    ({ groups }) => groups,
  )
  expect(results).toHaveLength(32)
  expect(
    results
      .filter((one) => one?.mark === '✗')
      .map((one) => one?.name)
      .sort(),
  ).toEqual(NOT_OURS)
})
