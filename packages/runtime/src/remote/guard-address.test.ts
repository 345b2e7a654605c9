import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { callRemote } from '../kinds/call-remote.ts'
import { descriptorAt, sendJson, startService } from './fixtures/loopback-service.ts'
import { type GuardedHost, guardAddress, guardUrl } from './guard-address.ts'
import { isPublicAddress } from './public-address.ts'

/** Every way we know to write an address that a remote party must not make us call. */
const FORBIDDEN_LITERALS = [
  'http://127.0.0.1/',
  'http://127.0.0.1./',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://0x7f.0.0x0.01/',
  'http://127.255.255.254/',
  'http://127。0。0。1/',
  'http://１２７.０.０.１/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127%2e0%2e0%2e1/',
  'http://%31%32%37.0.0.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://3232235777/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://2852039166/',
  'http://0251.0376.0251.0376/',
  'http://100.64.0.1/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.7/',
  'http://203.0.113.9/',
  'http://192.88.99.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[::]/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[::127.0.0.1]/',
  'http://[::a9fe:a9fe]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:a9fe:a9fe::1]/',
  'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/',
  'http://[2606:4700::5efe:7f00:1]/',
  'http://[2606:4700::200:5efe:a9fe:a9fe]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[4000::1]/',
]

const FORBIDDEN_NAMES = [
  'http://localhost/',
  'http://localhost./',
  'http://LOCALHOST/',
  'http://ｌｏｃａｌｈｏｓｔ/',
  'http://a.localhost/',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://metadata/',
  'http://router.lan/',
  'http://nas.home.arpa/',
]

const FORBIDDEN_URLS = [
  'http://user@93.184.215.14/',
  'http://user:pass@example.com/',
  'https://example.com@127.0.0.1/',
  'http://example.com#@127.0.0.1:22/\\@x',
  'http:\\\\127.0.0.1\\',
  'http://exam\nple.com/',
  'http://example.com\t/',
  'http:// example.com/',
  'http://example.com/\r\nX-Injected: 1',
  'http://example.com:22/',
  'http://example.com:25/',
  'http://example.com:53/',
  'http://example.com:445/',
  'http://example.com:2375/',
  'http://example.com:3306/',
  'http://example.com:5432/',
  'http://example.com:6379/',
  'http://example.com:9200/',
  'http://example.com:11211/',
  'http://example.com:27017/',
  'file:///etc/passwd',
  'ftp://example.com/',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'javascript:alert(1)',
  'data:text/plain,hello',
  'dict://127.0.0.1:11211/stat',
  'unix:/var/run/docker.sock',
  '//127.0.0.1/',
  'http://[fe80::1%25eth0]/',
  'http://[::1',
  'nonsense',
  '',
]

const FORBIDDEN = [...FORBIDDEN_LITERALS, ...FORBIDDEN_NAMES, ...FORBIDDEN_URLS]

test(`refuses ${FORBIDDEN.length} addresses that a remote party must not make us call, without asking DNS`, async () => {
  const asked: string[] = []
  const resolve = async (name: string) => {
    asked.push(name)
    return ['93.184.215.14']
  }
  for (const url of FORBIDDEN) {
    expect(() => guardUrl(url), url).toThrow(expect.objectContaining({ code: 'PERMISSION_DENIED' }))
    await expect(guardAddress(url, { resolve }), url).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
  }
  expect(asked).toEqual([])
})

test('a call to any of them is refused before anything is dialled', async () => {
  const dialled: GuardedHost[] = []
  for (const url of FORBIDDEN_LITERALS) {
    const response = await callRemote(descriptorAt(url), {}, { connect: spyOn(dialled), resolve: async () => [] })
    // A few notations are already no URI to the descriptor's own schema.
    expect(['PERMISSION_DENIED', 'INVALID_INPUT'], url).toContain(response.errors?.[0]?.code)
  }
  expect(dialled).toEqual([])
})

test.each([
  ['a private address', ['10.0.0.5']],
  ['the metadata service', ['169.254.169.254']],
  ['a public and a private address', ['93.184.215.14', '127.0.0.1']],
  ['a wrapped loopback address', ['::ffff:127.0.0.1']],
  ['an old-fashioned wrapped address', ['::127.0.0.1']],
  ['a tunnelled address', ['2002:7f00:1::']],
  ['something that is no address', ['not-an-address']],
])('a public name that leads to %s is refused before anything is dialled', async (_what, addresses) => {
  const dialled: GuardedHost[] = []
  const options = { connect: spyOn(dialled), resolve: async () => addresses }
  const response = await callRemote(descriptorAt('https://127.0.0.1.nip.io/run'), {}, options)
  expect(response.errors).toMatchObject([{ code: 'PERMISSION_DENIED', recoverable: false }])
  expect(dialled).toEqual([])
})

test('a name that changes its address after the check is still called at the address that was checked', async () => {
  const dialled: GuardedHost[] = []
  const answers = [['93.184.215.14'], ['127.0.0.1']]
  const resolve = async () => answers.shift() ?? ['127.0.0.1']
  const retry = { max_attempts: 3, backoff_ms: 0 }
  const descriptor = descriptorAt('http://rebind.example.com/run', { endpoint: { retry } })
  const response = await callRemote(descriptor, {}, { connect: spyOn(dialled), resolve, sleep: async () => {} })
  expect(dialled.map(({ addresses }) => addresses)).toEqual([['93.184.215.14']])
  expect(response.errors).toMatchObject([{ code: 'PERMISSION_DENIED' }])
})

test('a redirect to a forbidden address is refused before it is dialled', async () => {
  await using trap = await startTrap()
  const places = [
    `http://127.0.0.2:${trap.port}/`,
    'http://169.254.169.254/',
    'http://localhost/',
    'file:///etc/passwd',
  ]
  for (const location of places) {
    await using service = await startService((_seen, response) => response.writeHead(302, { location }).end())
    const response = await callRemote(descriptorAt(service.url), {}, { allow: ['127.0.0.1'] })
    expect(response.errors, location).toMatchObject([{ code: 'PERMISSION_DENIED' }])
  }
  expect(trap.connections).toBe(0)
})

test.each(['8.8.8.8', '93.184.215.14', '2606:4700::6810:84e5', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'])(
  '%s is a public address',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  ['127.0.0.1', 'http://127.0.0.1:8080/', true],
  ['127.0.0.0/8', 'http://127.9.9.9:8080/', true],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080/', true],
  ['127.0.0.1:8080', 'http://127.0.0.1:8081/', false],
  ['127.0.0.1', 'http://127.0.0.1:22/', false],
  ['127.0.0.1:22', 'http://127.0.0.1:22/', true],
  ['::1', 'http://[::1]:8080/', true],
  ['[::1]:8080', 'http://[::1]:8080/', true],
  ['fd00::/8', 'http://[fd12::1]/', true],
  ['10.0.0.0/8', 'http://[::ffff:10.1.1.1]/', true],
  ['10.0.0.0/8', 'http://11.0.0.1/', true],
  ['10.0.0.0/8', 'http://192.168.0.1/', false],
  ['intranet', 'http://intranet/', true],
  ['wiki.corp', 'http://WIKI.corp./', true],
  ['*.corp', 'http://a.b.corp/', true],
  ['*.corp', 'http://corp/', false],
  ['*.example.corp', 'http://evilexample.corp/', false],
])('allowing %s makes %s allowed: %s', (entry, url, isAllowed) => {
  const guard = () => guardUrl(url, { allow: [entry] })
  if (isAllowed) expect(guard).not.toThrow()
  else expect(guard).toThrow(expect.objectContaining({ code: 'PERMISSION_DENIED' }))
})

test.each(['', 'a b', '10.0.0.0/33', '10.0.0.0/', 'http://x', 'x:y', '*', '1.2.3.4:99999999', '*.*.corp'])(
  'an allow entry that says nothing is an error, not an opening: %j',
  (entry) => expect(() => guardUrl('https://example.com', { allow: [entry] })).toThrow(/Expected a host/),
)

test('an allowed name may lead to a private address, and the next name may not', async () => {
  await using service = await startService((_seen, response) => sendJson(response, { ok: true }))
  const resolve = async () => ['127.0.0.1']
  const call = (host: string) =>
    callRemote(descriptorAt(`http://${host}:${service.port}/`), {}, { resolve, allow: ['wiki.example.com'] })
  expect(await call('wiki.example.com')).toMatchObject({ status: 'success' })
  expect(await call('evil.example.com')).toMatchObject({ errors: [{ code: 'PERMISSION_DENIED' }] })
  expect(service.seen).toHaveLength(1)
})

test('a name without an address is a failure that may pass, not a refusal', async () => {
  const resolve = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
  const response = await callRemote(descriptorAt('https://gone.example.com/'), {}, { resolve })
  expect(response.errors).toMatchObject([{ code: 'FETCH_FAILED', recoverable: true, details: { reason: 'ENOTFOUND' } }])
})

/** Records the host that would be called, and calls none. */
function spyOn(dialled: GuardedHost[]) {
  return (host: GuardedHost): Socket => {
    dialled.push(host)
    throw Object.assign(new Error('not here'), { code: 'ECONNREFUSED' })
  }
}

async function startTrap() {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  server.listen(0, '127.0.0.2')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    get connections() {
      return connections
    },
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
