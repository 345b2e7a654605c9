import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnCli } from '../fixtures/call-cli.ts'

let here: string
beforeAll(async () => {
  here = await mkdtemp(join(tmpdir(), 'skillwright-new-user-'))
})
afterAll(() => rm(here, { recursive: true, force: true }))

test("a new user's walk: new, lint, scan, pack, unpack, sign, verify, describe, export, import", async () => {
  const type = async (line: string, input?: Uint8Array) => {
    const answer = await spawnCli(line.split(' '), {
      cwd: here,
      env: { SKILLWRIGHT_CONFIG: join(here, 'config') },
      ...(input === undefined ? {} : { input }),
    })
    expect(answer, `${line}\n${answer.stderr}`).toMatchObject({ code: 0 })
    return answer
  }
  expect((await type('new digest --language python --action analyze --action report')).stdout).toMatch(
    /^made digest: \d+ files\n {2}SKILL\.md\n/,
  )
  expect((await type('skill lint digest --fail-on warning')).stdout).toBe('ok digest: nothing to say\n')
  expect((await type('scan digest --fail-on review')).stdout).toMatch(
    /^pass digest {2}risk none, \d+ files, 0 findings\n/,
  )
  const [, digest = ''] = (await type('pack digest')).stdout.split('\n')
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/)
  const { bytes } = await type('pack digest -o -')
  expect(bytes.equals(await readFile(join(here, 'digest-0.1.0.tgz')))).toBe(true)
  await type(`unpack - copies/digest --digest ${digest}`, bytes)
  expect(await tree(join(here, 'copies/digest'))).toEqual(await tree(join(here, 'digest')))
  expect((await type('sign digest-0.1.0.tgz')).stdout).toMatch(
    /^signed digest-0\.1\.0\.tgz\.sig\.json by ed25519:[0-9a-f]{32}\n/,
  )
  expect((await type('verify-signature digest-0.1.0.tgz')).stdout).toMatch(
    /^ok digest-0\.1\.0\.tgz is digest 0\.1\.0, signed by/,
  )
  await type('verify-signature copies/digest digest-0.1.0.tgz.sig.json')
  await type('describe digest --action report --base-url https://hub.example.com')
  await type('export digest --to agentskills')
  await type('import agentskills/digest --out back')
  expect(await tree(join(here, 'back/digest'))).toEqual(await tree(join(here, 'digest')))
})

/** Every file of a folder with its content. */
async function tree(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'latin1')] as const),
    ),
  )
}
