import { describe, expect, test } from 'vitest'
import { statedUrl } from '../index.ts'

const URL = 'https://weather.example.com/mcp'

test.each([
  [
    'a server.json',
    {
      name: 'com.example/weather',
      remotes: [
        { type: 'sse', url: 'https://x.example/sse' },
        { type: 'streamable-http', url: URL },
      ],
    },
  ],
  ['.mcp.json of a plugin', { mcpServers: { other: { command: 'x' }, weather: { type: 'http', url: URL } } }],
  ['settings of VS Code', { servers: { weather: { type: 'http', url: URL } } }],
  ['settings of Gemini', { mcpServers: { weather: { httpUrl: URL } } }],
  ['the only server of a plugin, whatever it is called', { mcpServers: { anything: { type: 'http', url: URL } } }],
])('%s names the address', (_, document) => expect(statedUrl(document, 'weather')).toBe(URL))

describe('a program is not started because a file says so', () => {
  test.each([
    [
      {
        packages: [
          {
            registryType: 'npm',
            identifier: '@x/weather',
            version: '1.0.2',
            packageArguments: [
              { type: 'positional', value: 'mcp' },
              { type: 'named', name: '--port', default: '1' },
            ],
          },
        ],
      },
      'npx -y @x/weather@1.0.2 mcp --port 1',
    ],
    [{ packages: [{ registryType: 'pypi', identifier: 'weather', version: '0.5.0' }] }, 'uvx weather@0.5.0'],
    [
      { packages: [{ registryType: 'oci', identifier: 'mcp/weather', version: '1.0' }] },
      'docker run -i --rm mcp/weather:1.0',
    ],
    [{ mcpServers: { weather: { command: 'node', args: ['my server.mjs'] } } }, 'node "my server.mjs"'],
  ])('%j', (document, line) =>
    expect(() => statedUrl(document, 'weather')).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        hint: `If you trust it: skillwright import mcp weather -- ${line}`,
      }),
    ),
  )
})

test.each([
  ['nothing', null],
  ['a list', []],
  ['neither', { name: 'x' }],
  ['several servers, none of them meant', { mcpServers: { a: { url: URL }, b: { url: URL } } }],
  ['an address to be filled in', { remotes: [{ type: 'streamable-http', url: 'https://{tenant}.example.com/mcp' }] }],
  ['an address that is a number', { mcpServers: { weather: { url: 5 } } }],
  ['a server that is a text', { mcpServers: { weather: 'x' } }],
])('%s is refused', (_, document) =>
  expect(() => statedUrl(document, 'weather')).toThrow(
    expect.objectContaining({ code: expect.stringMatching(/INVALID_INPUT|DATA_NOT_FOUND/) }),
  ),
)
