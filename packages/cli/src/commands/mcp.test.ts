import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, describe, expect, test } from 'vitest'
import { callCli, cliProgram, spawnCli } from '../fixtures/call-cli.ts'
import { SANDBOX, skill } from '../fixtures/skill-runs.ts'

const dir = mkdtempSync(join(tmpdir(), 'skillwright-mcp-verb-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const ENV = { SKILLWRIGHT_CONFIG: join(dir, 'config'), SKILLWRIGHT_CACHE: join(dir, 'cache') }

async function connect(words: readonly string[], mode: 'legacy' | 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const program = await cliProgram()
  const args = [program.file, 'mcp', ...words, ...SANDBOX]
  const env = { PATH: process.env.PATH ?? '', ...program.env, ...ENV }
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
  return client
}

describe('the official client', () => {
  test('finds, lists and calls the skills of a folder', async () => {
    const client = await connect([skill('unit-converter')], 'legacy')
    const { tools } = await client.listTools()
    expect(tools).toMatchObject([{ name: 'unit-converter', annotations: { readOnlyHint: true } }])
    const { structuredContent } = await client.callTool({
      name: 'unit-converter',
      arguments: { value: '5', from: 'mi', to: 'km' },
    })
    expect(structuredContent).toMatchObject({ value: 8.04672, unit: 'km' })
    await client.close()
  })

  test('of 2026 hears of changes while it listens', async () => {
    const root = join(dir, 'changing')
    const file = join(root, 'words', 'SKILL.md')
    const write = (text: string) => writeFileSync(file, `---\nid: words\ndescription: ${text}\n---\n`)
    mkdirSync(join(root, 'words'), { recursive: true })
    write('Old words.')
    const client = await connect([root], 'auto')
    expect(client.getProtocolEra()).toBe('modern')
    const uri = 'skill://words/SKILL.md'
    await client.readResource({ uri })
    const heard = { list: Promise.withResolvers<void>(), file: Promise.withResolvers<string>() }
    client.setNotificationHandler('notifications/tools/list_changed', () => heard.list.resolve())
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => heard.file.resolve(params.uri))
    await client.listen({ toolsListChanged: true, resourceSubscriptions: [uri] })
    write('New words.')
    await heard.list.promise
    expect(await heard.file.promise).toBe(uri)
    expect(await client.readResource({ uri })).toMatchObject({ contents: [{ text: expect.stringContaining('New') }] })
    await client.close()
  })
})

test('a client whose message has no end is told so, and the server ends', async () => {
  const words = ['mcp', skill('unit-converter'), ...SANDBOX]
  const { code, stderr } = await spawnCli(words, { env: ENV, input: 'x'.repeat(11 * 1024 * 1024) })
  expect([code, stderr]).toEqual([0, expect.stringContaining('exceeded maximum size')])
})

test('run loads nothing of MCP', async () => {
  const list = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { if (/modelcontextprotocol|packages.mcp|verb-mcp/.test(url)) process.stderr.write('LOADED ' + url); return next(url, context) } })
`)}`
  const words = [
    'run',
    skill('unit-converter'),
    '--param',
    'value=5',
    '--param',
    'from=mi',
    '--param',
    'to=km',
    ...SANDBOX,
  ]
  // Without kept code every file is loaded by Node, which can be asked.
  const env = { ...ENV, NODE_OPTIONS: `--import ${list}`, NODE_DISABLE_COMPILE_CACHE: '1' }
  const { code, stdout, stderr } = await spawnCli(words, { env })
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { value: 8.04672 }])
  expect(stderr).not.toContain('LOADED')
})

describe('--config', () => {
  test('prints what starts this very command line, and writes it with --write', async () => {
    const printed = await callCli(['mcp', '--config', 'claude-code', 'skills', '--tools', 'compact'])
    const { command, args } = JSON.parse(printed.stdout).mcpServers.skillwright
    expect([command, args.slice(-4)]).toEqual([
      process.execPath,
      ['mcp', join(process.cwd(), 'skills'), '--tools', 'compact'],
    ])
    writeFileSync(join(dir, '.mcp.json'), '{\n  // mine\n  "mcpServers": {"other": {"command": "x"}}\n}\n')
    const written = await spawnCli(['mcp', '--config', 'claude-code', '--write', 'skills'], { cwd: dir, env: ENV })
    expect(written).toMatchObject({ code: 0, stdout: expect.stringContaining('changed') })
    const text = readFileSync(join(dir, '.mcp.json'), 'utf8')
    expect(text).toMatch(/\/\/ mine[\s\S]*other[\s\S]*skillwright/)
  })

  test('names the clients it knows', async () => {
    const { code, stderr } = await callCli(['mcp', '--config', 'emacs'])
    expect([code, stderr]).toEqual([2, expect.stringMatching(/claude-desktop, claude-code/)])
  })
})
