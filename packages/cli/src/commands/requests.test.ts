import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spawnCli } from '../fixtures/call-cli.ts'

const skills = join(import.meta.dirname, '../../../../skills')
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'skillwright-requests-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

// What a request becomes does not depend on the sandbox.
const run = (words: readonly string[], input = '') =>
  spawnCli(['run', ...words, '--unsafe-no-sandbox', '--json'], { input })

const ECHO = `import json, sys
request = json.loads(sys.stdin.read())
print(json.dumps({"success": True, "action": request["action"], "data": request}))`

/** A skill that answers with the request it got. */
async function echo(name: string, contract?: object): Promise<string> {
  const folder = join(dir, name)
  await mkdir(join(folder, 'tools'), { recursive: true })
  await writeFile(join(folder, 'SKILL.md'), `---\nid: ${name}\ndescription: Echoes.\n---\n`)
  await writeFile(join(folder, 'tools/main.py'), ECHO)
  if (contract) await writeFile(join(folder, 'contract.json'), JSON.stringify({ version: '1.0.0', ...contract }))
  return folder
}

describe('a request on stdin', () => {
  test('is handed to the skill as it is', async () => {
    const request = { action: 'test', params: { key: 'value' }, context: { request_id: 'r1' } }
    const { code, stdout } = await run([await echo('whole')], JSON.stringify(request))
    expect(code).toBe(0)
    expect(JSON.parse(stdout).data).toEqual(request)
  })

  test.each([
    ['with a key too many', { action: 'test', params: {}, timeout: 5 }, 'got "timeout" beside them'],
    ['with an action that is a number', { action: 5 }, 'got an action that is an integer'],
    ['that is a list', [1], 'Expected a request or an object of parameters, got a list'],
    ['without an action', { params: {} }, 'Expected a request that names its action'],
  ])('%s is refused with what was expected', async (_, document, message) => {
    const { code, stdout } = await run([await echo('strict')], JSON.stringify(document))
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'failed',
      errors: [{ message: expect.stringContaining(message), suggested_action: expect.stringContaining('action') }],
    })
  })

  test('does not say another action than the command line', async () => {
    const { code, stdout } = await run([await echo('contrary'), 'report'], '{"action": "analyze"}')
    expect(code).toBe(2)
    expect(stdout).toContain('The request says action analyze, and report was named beside it')
  })
})

describe('a parameter on the command line', () => {
  test('stays text where the skill takes text', async () => {
    const { code, stdout } = await run([join(skills, 'http-status-guide'), '--param', 'query=429'])
    expect(code).toBe(0)
    expect(JSON.stringify(JSON.parse(stdout).data)).toContain('429')
  })

  test('is a number, a list or a truth value where the skill takes those', async () => {
    const folder = await echo('typed', {
      input: {
        type: 'object',
        properties: {
          n: { type: 'integer' },
          flag: { type: 'boolean' },
          list: { type: 'array', items: { type: 'string' } },
          zip: { type: 'string' },
          id: { type: 'string' },
        },
        additionalProperties: false,
      },
    })
    const words = ['n=5', 'flag=true', 'list=["a"]', 'zip=00123', 'id=9223372036854775807']
    const { stdout } = await run([folder, ...words.flatMap((word) => ['--param', word])])
    expect(JSON.parse(stdout).data.params).toEqual({
      n: 5,
      flag: true,
      list: ['a'],
      zip: '00123',
      id: '9223372036854775807',
    })
  })

  test('is refused where its digits would be lost', async () => {
    const { code, stdout } = await run([await echo('exact'), '--param', 'id=9223372036854775807'])
    expect(code).toBe(2)
    expect(stdout).toContain('cannot hold 9223372036854775807 exactly')
  })
})

describe('a skill that a service answers', () => {
  /** A service that wants a key, and the folder of the skill that calls it. */
  async function service(name: string): Promise<AsyncDisposable & { folder: string; keys: unknown[] }> {
    const keys: unknown[] = []
    const server = createServer(async (request, response) => {
      keys.push(request.headers['x-api-key'])
      const { text } = (await json(request)) as { text: string }
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ shouted: text.toUpperCase() }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const folder = join(dir, name)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'SKILL.md'), `---\nid: ${name}\ndescription: Shouts.\n---\n`)
    await writeFile(join(folder, 'skill.json'), JSON.stringify({ id: name, capability_type: 'api' }))
    await writeFile(
      join(folder, 'descriptor.json'),
      JSON.stringify({
        protocol: { version: '1.0.0' },
        id: name,
        name: 'Shout',
        version: '1.0.0',
        capability_type: 'api',
        description: 'Shouts.',
        provider: { name: 'me' },
        endpoint: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/invoke` },
        inputs: [{ name: 'text', type: 'string', required: true }],
        output: { content_type: 'application/json' },
        auth: { type: 'api_key', header: 'X-API-Key' },
        access: 'restricted',
      }),
    )
    return {
      folder,
      keys,
      async [Symbol.asyncDispose]() {
        await new Promise((resolve) => server.close(resolve))
      },
    }
  }

  test.each(['run', 'test'])('%s takes the credential and the allowed host that call takes', async (verb) => {
    await using shout = await service(`shout-${verb}`)
    await mkdir(join(shout.folder, 'tests'), { recursive: true })
    await writeFile(
      join(shout.folder, 'tests/basic.json'),
      JSON.stringify([{ name: 'one', input: { text: 'hi' }, output: { shouted: 'HI' } }]),
    )
    const params = verb === 'run' ? ['--param', 'text=hi'] : []
    const words = [verb, shout.folder, ...params, '--credential', 'SHOUT_KEY', '--allow', '127.0.0.1', '--json']
    const { code, stdout } = await spawnCli(words, { env: { SHOUT_KEY: 'k-123' } })
    expect(code, stdout).toBe(0)
    expect(shout.keys).toEqual(['k-123'])
  })

  test('says which option names a credential', async () => {
    await using shout = await service('shout-unnamed')
    const { code, stdout } = await run([shout.folder, '--param', 'text=hi', '--allow', '127.0.0.1'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      errors: [{ code: 'PERMISSION_DENIED', suggested_action: expect.stringContaining('--credential') }],
    })
  })

  test('is the only one that takes them', async () => {
    const { code, stdout } = await run([await echo('local'), '--credential', 'HOME'])
    expect(code).toBe(2)
    expect(stdout).toContain('calls no service')
  })
})
