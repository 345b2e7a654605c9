import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSkill, type Skill } from '@skillwright/skill'
import { afterAll, expect, test } from 'vitest'
import { createRuntime } from '../call/create-runtime.ts'
import { containedTest, tempFolder } from '../launch/fixtures/try-program.ts'
import { explainNetwork } from './explain-network.ts'

const folder = tempFolder()
afterAll(() => folder[Symbol.dispose]())

async function skill(file: string, source: string, network: readonly string[]): Promise<Skill> {
  const dir = join(folder.path, `${file}-${network.length}`)
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'SKILL.md'), '---\nname: caller\ndescription: Calls.\n---\n')
  writeFileSync(join(dir, 'skill.json'), JSON.stringify({ entry: file, permissions: { network } }))
  writeFileSync(join(dir, file), source)
  return readSkill(dir)
}

const CALLERS = [
  ['main.py', 'import urllib.request\nurllib.request.urlopen("https://api.example.com/", timeout=20)'],
  ['main.js', 'fetch("https://api.example.com/").catch((error) => { throw error.cause ?? error })'],
  ['main.sh', 'curl -sS https://api.example.com/ >&2; exit 1'],
] as const

containedTest.for(CALLERS)('a skill without network learns which permission it lacks: %s', async ([file, source]) => {
  await using runtime = await createRuntime({ cacheDir: join(folder.path, 'cache') })
  const { errors } = await runtime.run(await skill(file, source, []))
  expect(errors).toMatchObject([{ suggested_action: expect.stringContaining('permissions.network in its skill.json') }])
})

containedTest('one that asks for a host that it does not declare gets an error that names the host', async () => {
  await using runtime = await createRuntime({ cacheDir: join(folder.path, 'cache') })
  const [file, source] = CALLERS[0]
  const { errors } = await runtime.run(await skill(file, source, ['other.example.com']))
  expect(JSON.stringify(errors)).toContain('permissions.network in skill.json does not list api.example.com:443')
})

test('the host is named where the error names it, and other errors keep their suggestion', () => {
  const error = (message: string) => ({
    status: 'failed' as const,
    errors: [{ code: 'FETCH_FAILED', message, recoverable: true, suggested_action: 'Retry' }],
  })
  const actionFor = (message: string) =>
    explainNetwork(error(message), ['api.example.com']).errors?.[0]?.suggested_action
  expect(actionFor('getaddrinfo ENOTFOUND feeds.example.org')).toContain('"feeds.example.org"')
  expect(actionFor('curl: (6) Could not resolve host: api.example.com')).toContain('HTTPS_PROXY')
  expect(actionFor('[Errno -3] Temporary failure in name resolution')).toContain('the one it needs')
  expect(actionFor('The file is not there')).toBe('Retry')
})
