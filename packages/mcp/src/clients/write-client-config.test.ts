import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { afterAll, describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { clientConfig } from '../index.ts'
import { MCP_CLIENTS } from './mcp-clients.ts'
import { mergeServer } from './merge-server.ts'

const root = mkdtempSync(join(tmpdir(), 'skillwright-clients-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let count = 0
const places = () => {
  const home = join(root, String(count++))
  return { home, cwd: join(home, 'project'), platform: 'linux' as const, env: {} }
}
const COMMAND = { command: '/usr/bin/node', args: ['/opt/skillwright.js', 'mcp', '/home/ada/my "skills"'] }

const parse = (format: string, text: string): unknown =>
  format === 'toml' ? parseToml(text) : format === 'yaml' ? parseYaml(text) : JSON.parse(text)

test.each(MCP_CLIENTS)(
  '$id gets a file of its own where it has none, and the same again changes nothing',
  ({ id, format, path, entry }) => {
    const here = places()
    const config = clientConfig(id, COMMAND, here)
    expect(config.write()).toBe('created')
    const text = readFileSync(config.file, 'utf8')
    expect(text).toBe(config.text)
    const [key = ''] = path
    expect(parse(format, text)).toEqual({ [key]: { skillwright: { ...entry(COMMAND) } } })
    expect(clientConfig(id, COMMAND, here).write()).toBe('unchanged')
  },
)

const KEPT = {
  json: `// My settings
{
    "theme": "dark", // never light
    "mcpServers": {
        /* mine */
        "other": { "command": "other", "args": [] },
        "skillwright": { "command": "old" },
    },
}
`,
  toml: `# My settings
model = "o5"

[mcp_servers.skillwright] # the old one
command = "old"
args = ["a",
  "b"]

# mine
[mcp_servers.other]
command = "other"

[mcp_servers.other.env]
KEY = "value" # secret
`,
  yaml: `# My settings
model: o5
mcp_servers:
  # mine
  other: {command: other} # keep
  skillwright:
    command: old
`,
} as const

describe.each(['json', 'toml', 'yaml'] as const)('settings in %s', (format) => {
  const client = { format, path: [format === 'json' ? 'mcpServers' : 'mcp_servers'] }
  const server = { name: 'skillwright', entry: COMMAND }

  test('keep every other entry and comment', () => {
    const merged = mergeServer(KEPT[format], client, server)
    for (const line of KEPT[format].split('\n').filter((one) => /mine|dark|o5|other|KEY|My settings/.test(one)))
      expect(merged).toContain(line.trimEnd())
    expect(merged).toContain('/opt/skillwright.js')
    expect(merged).not.toContain('old"')
    expect(mergeServer(merged, client, server)).toBe(merged)
  })

  test('that cannot be read are refused', () => {
    const broken = { json: '{"mcpServers": {', toml: 'a = = 1', yaml: 'a: [1' }[format]
    expect(() => mergeServer(broken, client, server)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  })
})

describe('an entry that its user has added to', () => {
  const server = { name: 'skillwright', entry: COMMAND }

  test.each([
    [
      'json',
      '{"mcpServers": {"skillwright": {"command": "old", /* mine */ "env": {"KEY": "value"}, "disabled": true}}}',
    ],
    [
      'toml',
      '[mcp_servers.skillwright]\ncommand = "old" # mine\nstartup_timeout_sec = 20\n\n[mcp_servers.skillwright.env]\nKEY = "value"\n',
    ],
    ['yaml', 'mcp_servers:\n  skillwright:\n    command: old\n    env: {KEY: value}\n    disabled: true\n'],
  ] as const)('keeps what they added: %s', (format, text) => {
    const path = [format === 'json' ? 'mcpServers' : 'mcp_servers']
    const merged = mergeServer(text, { format, path }, server)
    const { skillwright } =
      (parse(format, merged.replace('/* mine */', '')) as Record<string, Record<string, object>>)[path[0] ?? ''] ?? {}
    expect(skillwright).toMatchObject({ ...COMMAND, env: { KEY: 'value' } })
    if (text.includes('mine')) expect(merged).toContain('mine')
    expect(Object.keys(skillwright ?? {})).toHaveLength(4)
    expect(mergeServer(merged, { format, path }, server)).toBe(merged)
  })

  test.each([
    ['json', '{"mcpServers": {"skillwright": {"args": ["a" /* why */]}}}'],
    ['toml', '[mcp_servers.skillwright]\nargs = [\n  "a", # why\n]\n'],
    ['yaml', 'mcp_servers:\n  skillwright:\n    command: old # why\n'],
  ] as const)('is left alone where a comment would be lost: %s', (format, text) => {
    const path = [format === 'json' ? 'mcpServers' : 'mcp_servers']
    expect(() => mergeServer(text, { format, path }, server)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }),
    )
  })
})

test('a byte order mark is no reason to refuse settings', () => {
  const server = { name: 'skillwright', entry: COMMAND }
  const merged = mergeServer('\uFEFF{"theme": "dark"}', { format: 'json', path: ['mcpServers'] }, server)
  expect(JSON.parse(merged)).toEqual({ theme: 'dark', mcpServers: { skillwright: COMMAND } })
})

test.each(['{"mcpServers": {}, "mcpServers": {"other": {}}}', '{"mcpServers": {"skillwright": {}}} {}', '{"a": 1,}x'])(
  'JSON that two readers read differently is refused: %s',
  (text) =>
    expect(() =>
      mergeServer(text, { format: 'json', path: ['mcpServers'] }, { name: 'skillwright', entry: COMMAND }),
    ).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' })),
)

test.each([
  ['toml', 'mcp_servers = { other = { command = "x" } }'],
  ['toml', '[mcp_servers]\nskillwright = { command = "old" }'],
  ['json', '{"mcpServers": ["a list"]}'],
  ['json', '[]'],
  ['yaml', 'mcp_servers: a text'],
] as const)('a form of %s that cannot be changed safely is refused, not broken: %s', (format, text) => {
  const path = [format === 'json' ? 'mcpServers' : 'mcp_servers']
  expect(() => mergeServer(text, { format, path }, { name: 'skillwright', entry: COMMAND })).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT' }),
  )
})

test('a file behind a link is changed where it is, and keeps its mode', () => {
  const here = places()
  const { file } = clientConfig('cursor', COMMAND, here)
  const real = join(here.home, 'dotfiles.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(real, '{}')
  chmodSync(real, 0o640)
  symlinkSync(real, file)
  expect(clientConfig('cursor', COMMAND, here).write()).toBe('changed')
  expect(readFileSync(real, 'utf8')).toContain('skillwright.js')
  expect(statSync(real).mode & 0o777).toBe(0o640)
})

test('a client that is not known is named with those that are', () => {
  expect(() => clientConfig('emacs', COMMAND, places())).toThrow(/got emacs/)
})
