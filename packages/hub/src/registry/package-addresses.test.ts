import { expect, test } from 'vitest'
import { forbiddenAddresses } from './package-addresses.ts'

const FORBIDDEN = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '0', '0.0.0.0', '127.0.0.1.'],
  ...['10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '0xa9fea9fe', '2852039166', '100.64.0.1'],
  ...['[::]', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1]'],
  ...['[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '224.0.0.1', '255.255.255.255', '１２７.０.０.１', '127。0。0。1'],
  ...[
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
    'intranet',
    'nas.home.arpa',
  ],
  ...['user:pass@example.com', 'example.com:22', 'example.com:25', 'example.com:6379', '{execution_id}.example.com'],
].map((host) => `http://${host}/run`)
const OTHER_SCHEMES = [
  'file:///etc/passwd',
  'gopher://example.com/',
  'ftp://example.com/',
  'javascript:alert(1)',
  'data:,x',
  'unix:/run/docker.sock',
  '//127.0.0.1/',
]
const BROKEN = ['http://example.com/\r\nX-Injected: 1', 'http:\\\\127.0.0.1\\', 'http:// example.com/', 'nonsense', '']

const files = (descriptor: unknown) => new Map([['descriptor.json', Buffer.from(JSON.stringify(descriptor))]])

test.each([
  ['endpoint.url', (url: string) => ({ endpoint: { url } }), '/endpoint/url'],
  ['endpoint.status_url', (url: string) => ({ endpoint: { status_url: url } }), '/endpoint/status_url'],
  ['endpoint.result_url', (url: string) => ({ endpoint: { result_url: url } }), '/endpoint/result_url'],
  ['auth.oauth2.token_url', (url: string) => ({ auth: { oauth2: { token_url: url } } }), '/auth/oauth2/token_url'],
  ['documentation_url', (url: string) => ({ documentation_url: url }), '/documentation_url'],
  ['a webhook', (url: string) => ({ hooks: [{ webhook: url }] }), '/hooks/0/webhook'],
])(
  `%s leads to none of ${FORBIDDEN.length + OTHER_SCHEMES.length + BROKEN.length} forbidden addresses`,
  async (_what, at, pointer) => {
    for (const url of [...FORBIDDEN, ...OTHER_SCHEMES, ...BROKEN]) {
      const [finding] = await forbiddenAddresses(files(at(url)), {})
      expect(finding, url).toMatchObject({ rule: 'hub/address', severity: 'error', file: 'descriptor.json', pointer })
    }
  },
)

test('public addresses pass, and so do those the operator allows', async () => {
  const urls = [
    'https://api.example.com/run',
    'http://93.184.215.14:8080/x',
    'https://api.example.com/status/{execution_id}',
  ]
  for (const url of urls) expect(await forbiddenAddresses(files({ endpoint: { url } }), {}), url).toEqual([])
  const inside = files({ endpoint: { url: 'http://10.1.2.3/run' } })
  expect(await forbiddenAddresses(inside, {}, { allow: ['10.0.0.0/8'] })).toEqual([])
})

test('skill.json and the front matter are looked at too, and what is only data for the caller is not', async () => {
  const manifest = new Map([
    ['skill.json', Buffer.from('{"homepage":"http://127.0.0.1/","status_url":"http://[::1]/"}')],
  ])
  const found = await forbiddenAddresses(manifest, {
    homepage: 'file:///etc/passwd',
    repository: 'git@example.com:x.git',
  })
  expect(found.map(({ file, pointer }) => [file, pointer])).toEqual([
    ['SKILL.md', '/homepage'],
    ['skill.json', '/homepage'],
    ['skill.json', '/status_url'],
  ])
  const data = {
    inputs: [{ name: 'server_url', default: 'http://localhost:3000' }],
    'x-contract': { url: 'http://localhost' },
  }
  expect(await forbiddenAddresses(files(data), {})).toEqual([])
})

test('a document that is too large or deep to be looked through is refused, so that nothing hides in it', async () => {
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, 'x'])))
  for (const text of [deep, wide])
    expect(await forbiddenAddresses(new Map([['descriptor.json', Buffer.from(text)]]), {})).toMatchObject([
      { rule: 'hub/address' },
    ])
})
