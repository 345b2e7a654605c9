import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import { createMcpHandler, InMemoryTransport } from '@modelcontextprotocol/server'
import { countTokens } from '@skillwright/index'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServedSkills, script, serveTestSkills, skillText } from './fixtures/served-skills.ts'
import { createSkillServer } from './skill-server.ts'
import { openToolset } from './toolset.ts'

const SHOUT = {
  idempotent: true,
  input: {
    type: 'object',
    required: ['text'],
    additionalProperties: false,
    properties: {
      text: { type: 'string', minLength: 1, description: 'What to shout' },
      times: { type: 'integer', default: 1 },
    },
  },
  output: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
}
const NOTES = {
  actions: {
    add: {
      description: 'Adds a note.',
      input: { type: 'object', required: ['note'], properties: { note: { type: 'string' } } },
    },
    list: { description: 'Lists notes.', input: { type: 'object' } },
  },
}
const APPROVAL = {
  input: { type: 'object', required: ['amount'], properties: { amount: { type: 'number' } } },
  output: {
    type: 'object',
    required: ['approved'],
    properties: { approved: { type: 'boolean' }, reason: { type: 'string', maxLength: 100 } },
  },
}
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='

let skills: ServedSkills
beforeAll(async () => {
  skills = await serveTestSkills({
    'shout/SKILL.md': skillText('shout', 'Shouts a text. Use when words must be loud.'),
    'shout/contract.json': SHOUT,
    'shout/main.py': script(
      '{"text": " ".join([params["text"].upper()] * params["times"])}',
      'print("INFO: loud", file=sys.stderr)',
    ),
    'shout/skill.json': { entry: 'main.py' },
    'shout/prompts/system.md': 'Shout for the user.',
    'shout/prompts/praise.md': 'Praise {{who}} loudly.\n\n![](../pixel.png)\n\nThen stop.',
    'shout/pixel.png': 'not really',
    'notes/SKILL.md': skillText('notes'),
    'notes/contract.json': NOTES,
    'notes/main.py': script('{"action": action, "params": params}'),
    'notes/skill.json': { entry: 'main.py', permissions: { network: ['notes.example.com'], env: ['GREETING'] } },
    'slow/SKILL.md': skillText('slow'),
    'slow/main.py': script(
      '"done"',
      `for percent in (25, 50): print("%d%% complete" % percent, file=sys.stderr, flush=True)
if params.get("mark"):
    open(params["mark"], "w").write(str(os.getpid()))
    time.sleep(600)`,
    ),
    'slow/skill.json': { entry: 'main.py' },
    'picture/SKILL.md': skillText('picture'),
    'picture/main.py': script(`{"content": [{"type": "image", "data": "${PIXEL}", "mimeType": "image/png"}]}`),
    'picture/skill.json': { entry: 'main.py' },
    'failing/SKILL.md': skillText('failing'),
    'failing/main.py': `print('{"success": false, "error": {"code": "NO_SUCH_CITY", "message": "There is no such city"}}')`,
    'failing/skill.json': { entry: 'main.py' },
    'approval/SKILL.md': skillText('approval'),
    'approval/contract.json': APPROVAL,
    'approval/skill.json': { capability_type: 'task' },
    'odd_name/SKILL.md': skillText('odd_name'),
    'guide/SKILL.md': skillText('guide', 'Only words for a model.'),
  })
})
afterAll(() => skills[Symbol.asyncDispose]())

/** The official client, connected to a server of the skills: by the handshake of 2025, or by the requests of 2026. */
async function connect({
  era = 'legacy',
  compact = false,
  answer,
  elicitation = answer === undefined ? undefined : { form: {} },
}: {
  era?: 'legacy' | 'modern'
  compact?: boolean
  answer?: object
  elicitation?: { form?: Record<string, never>; url?: Record<string, never> } | undefined
} = {}) {
  const toolset = openToolset(skills.catalog, { compact })
  const make = (isLasting: boolean) =>
    createSkillServer({ catalog: skills.catalog, toolset, version: '1.2.3', isLasting })
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      ...(elicitation === undefined ? {} : { capabilities: { elicitation } }),
      ...(era === 'modern' ? { versionNegotiation: { mode: 'auto' } } : {}),
    },
  )
  const asked: unknown[] = []
  if (answer !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params)
      return { action: 'accept', content: { ...answer } }
    })
  if (era === 'modern') {
    const handler = createMcpHandler(() => make(false))
    const fetch: typeof globalThis.fetch = (url, init) => handler.fetch(new Request(url, init))
    await client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), { fetch }))
    return { client, asked }
  }
  const [here, there] = InMemoryTransport.createLinkedPair()
  await make(true).connect(there)
  await client.connect(here)
  return { client, asked }
}

describe.each(['legacy', 'modern'] as const)('a client of the %s era', (era) => {
  test('sees each action as a tool, with its schemas and what it may do', async () => {
    const { client } = await connect({ era })
    expect(client.getProtocolEra()).toBe(era)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'approval',
      'failing',
      'notes__add',
      'notes__list',
      'picture',
      'shout',
      'slow',
    ])
    expect(tools.find(({ name }) => name === 'shout')).toMatchObject({
      title: 'The shout',
      description: 'Shouts a text. Use when words must be loud.',
      inputSchema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
      outputSchema: { type: 'object', required: ['text'] },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    })
    expect(tools.find(({ name }) => name === 'notes__add')).toMatchObject({
      description: 'Adds a note.',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    })
  })

  test('gets structured content, and what was repaired', async () => {
    const { client } = await connect({ era })
    const result = await client.callTool({ name: 'shout', arguments: { text: 'hi', times: '2' } })
    expect(result).toMatchObject({
      content: [{ type: 'text', text: '{"text": "HI HI"}'.replace(': ', ':') }],
      structuredContent: { text: 'HI HI' },
      _meta: { 'skillwright/response': { metadata: { coercions: [{ path: '/times', from: '2', to: 2 }] } } },
    })
    const added = await client.callTool({ name: 'notes__add', arguments: { note: 'n' } })
    expect(added.structuredContent).toEqual({ action: 'add', params: { note: 'n' } })
  })

  test('gets errors as results with our codes, and an unknown tool as an error of the protocol', async () => {
    const { client } = await connect({ era })
    const wrong = await client.callTool({ name: 'shout', arguments: { text: '', loud: true } })
    expect(wrong).toMatchObject({
      isError: true,
      _meta: { 'skillwright/response': { errors: [{ code: 'INVALID_INPUT' }] } },
    })
    expect(JSON.parse((wrong.content[0] as { text: string }).text)).toMatchObject({
      status: 'failed',
      errors: [{ code: 'INVALID_INPUT', details: { validation_errors: expect.any(Array) } }],
    })
    const own = await client.callTool({ name: 'failing', arguments: {} })
    expect(own).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('NO_SUCH_CITY') }] })
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow(/Unknown tool: nothing/)
  })

  test('is told of progress', async () => {
    const { client } = await connect({ era })
    const seen: unknown[] = []
    const result = await client.callTool(
      { name: 'slow', arguments: {} },
      { onprogress: ({ progress, total }) => seen.push([progress, total]) },
    )
    expect(result.content).toEqual([{ type: 'text', text: 'done' }])
    expect(seen).toEqual([
      [25, 100],
      [50, 100],
    ])
  })

  test('that cancels ends the run', async () => {
    const { client } = await connect({ era })
    const mark = join(skills.dir, `running-${era}`)
    const stop = new AbortController()
    const call = client.callTool({ name: 'slow', arguments: { mark } }, { signal: stop.signal })
    call.catch(() => undefined)
    await expect.poll(() => existsSync(mark) && readFileSync(mark, 'utf8') !== '').toBe(true)
    stop.abort()
    await expect(call).rejects.toThrow()
    const pid = Number(readFileSync(mark, 'utf8'))
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
  })

  test('asks the person at it for what is missing, and for the answer to a task', async () => {
    const { client, asked } = await connect({ era, answer: { text: 'quiet' } })
    expect((await client.callTool({ name: 'shout', arguments: {} })).structuredContent).toEqual({ text: 'QUIET' })
    expect(asked).toMatchObject([
      {
        message: 'The shout needs text',
        requestedSchema: { properties: { text: { type: 'string' } }, required: ['text'] },
      },
    ])
    const approving = await connect({ era, answer: { approved: true } })
    const result = await approving.client.callTool({ name: 'approval', arguments: { amount: 7 } })
    expect(result.structuredContent).toEqual({ approved: true })
    expect(approving.asked).toMatchObject([{ message: expect.stringContaining('"amount":7') }])
  })

  test('that shows addresses but no forms is told what is missing', async () => {
    const { client, asked } = await connect({ era, answer: { text: 'quiet' }, elicitation: { url: {} } })
    expect(await client.callTool({ name: 'shout', arguments: {} })).toMatchObject({
      isError: true,
      _meta: { 'skillwright/response': { errors: [{ code: 'MISSING_REQUIRED_PARAM' }] } },
    })
    expect(asked).toEqual([])
  })

  test('whose person answers what does not fit is told so', async () => {
    const { client } = await connect({ era, answer: { times: 2 } })
    expect(await client.callTool({ name: 'shout', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringMatching(/text|required/i) }],
    })
  })

  test.each([
    ['a value of ten thousand levels', () => JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)],
    ['a text of four million characters', () => 'x'.repeat(4_000_000)],
    ['a name that objects have by themselves', () => JSON.parse('{"__proto__": {"text": "x"}, "constructor": 1}')],
  ])('that sends %s gets an answer, and the next call is answered too', async (_, make) => {
    const { client } = await connect({ era })
    const call = client.callTool({ name: 'shout', arguments: { text: make() } })
    await call.catch(() => undefined)
    expect((await client.callTool({ name: 'shout', arguments: { text: 'ok' } })).structuredContent).toEqual({
      text: 'OK',
    })
  })

  test('that cannot ask a person is told so', async () => {
    const { client } = await connect({ era })
    const result = await client.callTool({ name: 'approval', arguments: { amount: 7 } })
    expect(result).toMatchObject({
      isError: true,
      _meta: { 'skillwright/response': { errors: [{ code: 'CANCELLED' }] } },
    })
  })
})

test('images and the like are sent as what they are', async () => {
  const { client } = await connect()
  const result = await client.callTool({ name: 'picture', arguments: {} })
  expect(result.content).toEqual([{ type: 'image', data: PIXEL, mimeType: 'image/png' }])
})

test('the files of skills are resources, SKILL.md in the form of the standard', async () => {
  const { client } = await connect()
  const { resources } = await client.listResources()
  expect(resources.find(({ uri }) => uri === 'skill://shout/SKILL.md')).toMatchObject({
    title: 'The shout',
    mimeType: 'text/markdown',
  })
  const { contents } = await client.readResource({ uri: 'skill://shout/SKILL.md' })
  expect(contents).toMatchObject([{ uri: 'skill://shout/SKILL.md', text: expect.stringContaining('name: shout') }])
  for (const uri of [
    'skill://shout/../notes/main.py',
    'skill://nobody/SKILL.md',
    'skill://shout/%2e%2e/x',
    'file:///etc/passwd',
  ])
    await expect(client.readResource({ uri })).rejects.toThrow()
})

test('agents that know the skills extension list, verify and read skills as folders', async () => {
  const { client } = await connect({ era: 'modern' })
  const folders = new SkillsClient(client)
  expect([folders.supported, folders.directoryRead]).toEqual([true, true])
  const { skills: listed } = await folders.list()
  // Whose address ends in its name, as the extension wants it.
  for (const { uri, frontmatter } of listed) expect(uri).toBe(`skill://${frontmatter.name}/SKILL.md`)
  const shout = listed.find(({ uri }) => uri === 'skill://shout/SKILL.md')
  if (shout === undefined) throw new Error('shout is not listed')
  expect(shout.frontmatter).toMatchObject({ name: 'shout', description: expect.stringContaining('Shouts') })
  // The client checks digest and size.
  expect(await folders.read(shout, 'prompts/system.md')).toMatchObject({ text: 'Shout for the user.' })
  const { resources } = await folders.readDirectory('skill://shout')
  expect(resources).toContainEqual(
    expect.objectContaining({ uri: 'skill://shout/prompts', mimeType: 'inode/directory' }),
  )
  await expect(folders.get('skill://nobody/SKILL.md')).rejects.toThrow()
})

test('prompts come from prompts/, filled in, with the files they show', async () => {
  const { client } = await connect()
  const { prompts } = await client.listPrompts()
  expect(prompts).toMatchObject([
    { name: 'shout__praise', arguments: [{ name: 'who', required: true }] },
    { name: 'shout', arguments: [{ name: 'request', required: false }] },
  ])
  const { messages } = await client.getPrompt({ name: 'shout__praise', arguments: { who: 'Ada' } })
  expect(messages.map(({ content }) => content)).toMatchObject([
    { type: 'text', text: 'Praise Ada loudly.' },
    { type: 'resource', resource: { uri: 'skill://shout/pixel.png' } },
    { type: 'text', text: 'Then stop.' },
  ])
  await expect(client.getPrompt({ name: 'shout__praise' })).rejects.toThrow(/needs who/)
})

describe('compact tools', () => {
  test('find, describe and run skills, in fewer than 1,500 tokens', async () => {
    const { client } = await connect({ compact: true })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['find_skills', 'describe_skill', 'run_skill'])
    expect(countTokens(JSON.stringify(tools)).tokens).toBeLessThan(1_500)
    const found = await client.callTool({ name: 'find_skills', arguments: { query: 'shout it' } })
    expect(found.structuredContent).toMatchObject({ skills: [{ skill: 'shout' }] })
    const described = await client.callTool({ name: 'describe_skill', arguments: { skill: 'notes' } })
    expect(described.structuredContent).toMatchObject({
      actions: [{ name: 'add', params: { required: ['note'] } }, { name: 'list' }],
      instructions: expect.stringContaining('Instructions of notes'),
    })
    const ran = await client.callTool({
      name: 'run_skill',
      arguments: { skill: 'notes', action: 'add', params: { note: 'x' } },
    })
    expect(ran.structuredContent).toEqual({ action: 'add', params: { note: 'x' } })
  })

  test('say what is wrong with a call of theirs', async () => {
    const { client } = await connect({ compact: true })
    const codeOf = async (name: string, values: Record<string, unknown>) => {
      const { isError, content } = await client.callTool({ name, arguments: values })
      return [isError, JSON.parse((content[0] as { text: string }).text).errors[0].code]
    }
    expect(await codeOf('find_skills', {})).toEqual([true, 'MISSING_REQUIRED_PARAM'])
    expect(await codeOf('describe_skill', { skill: 'shuot' })).toEqual([true, 'DATA_NOT_FOUND'])
    expect(await codeOf('run_skill', { skill: 'notes' })).toEqual([true, 'UNKNOWN_ACTION'])
    expect(await codeOf('run_skill', { skill: 'guide' })).toEqual([true, 'TOOL_NOT_AVAILABLE'])
  })
})

test('clients hear of skills that come, change and go', async () => {
  const { client } = await connect()
  let changes = 0
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    changes++
  })
  const names = async () => (await client.listTools()).tools.map(({ name }) => name)
  expect(await names()).not.toContain('fresh')
  skills.write('fresh/skill.json', { entry: 'main.py' })
  skills.write('fresh/main.py', script('"fresh"'))
  skills.write('fresh/SKILL.md', skillText('fresh'))
  await expect.poll(async () => changes > 0 && (await names()).includes('fresh')).toBe(true)
  const before = changes
  skills.write('fresh/contract.json', { input: { type: 'object', properties: { deep: { type: 'boolean' } } } })
  const properties = async () =>
    (await client.listTools()).tools.find(({ name }) => name === 'fresh')?.inputSchema.properties
  await expect.poll(async () => changes > before && (await properties())).toEqual({ deep: { type: 'boolean' } })
})

test('a file is read as it is now, and its subscriber hears of the change', async () => {
  skills.write('shout/references/words.md', 'first')
  const { client } = await connect()
  // A file that is being written may be seen twice.
  const updated = new Set<string>()
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.add(params.uri))
  const uri = 'skill://shout/references/words.md'
  const text = async () => (await client.readResource({ uri })).contents[0]
  expect(await text()).toMatchObject({ text: 'first' })
  await client.subscribeResource({ uri })
  await client.subscribeResource({ uri: 'skill://shout/references/later.md' })
  await client.subscribeResource({ uri: 'skill://shout/contract.json' })
  await client.listTools()
  skills.write('shout/references/words.md', 'second')
  await expect.poll(() => [...updated]).toEqual([uri])
  expect(await text()).toMatchObject({ text: 'second' })
  await client.unsubscribeResource({ uri })
  updated.clear()
  skills.write('shout/references/words.md', 'third')
  skills.write('shout/references/later.md', 'new')
  await expect.poll(() => [...updated]).toEqual(['skill://shout/references/later.md'])
})

test('the digests of the skills extension are those of the files as they are', async () => {
  const { client } = await connect({ era: 'modern' })
  const folders = new SkillsClient(client)
  for (const text of ['one', 'two']) {
    skills.write('notes/references/list.md', text)
    const { skill } = await folders.get('skill://notes/SKILL.md')
    expect(await folders.read(skill, 'references/list.md')).toMatchObject({ text })
  }
})

test('a skill that cannot be a tool takes none of the others with it', async () => {
  const { client } = await connect()
  skills.write('odd/SKILL.md', skillText('odd'))
  skills.write('odd/contract.json', { input: { type: 'array', items: { type: 'string' } } })
  skills.write('odd/main.py', script('params'))
  skills.write('odd/skill.json', { entry: 'main.py' })
  await expect.poll(async () => (await skills.catalog.list()).map(({ id }) => id)).toContain('odd')
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['shout', 'slow']))
  expect(tools.map(({ name }) => name)).not.toContain('odd')
})

test('a prompt that asks for what every object has gets what was given, and nothing else', async () => {
  const { client } = await connect()
  skills.write('guide/prompts/odd.md', 'Say {{constructor}}.')
  await expect.poll(async () => (await client.listPrompts()).prompts.map(({ name }) => name)).toContain('guide__odd')
  await expect(client.getPrompt({ name: 'guide__odd', arguments: {} })).rejects.toThrow(/needs constructor/)
  const { messages } = await client.getPrompt({ name: 'guide__odd', arguments: { constructor: 'yes' } })
  expect(messages).toMatchObject([{ content: { text: 'Say yes.' } }])
})
