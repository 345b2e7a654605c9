import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startTestHub, type TestHub } from './fixtures/test-hub.ts'
import { urlFor } from './url-for.ts'

// Tells clients the address; the pages of the hub are the same by every address.
const ADDRESS = '/.well-known/clawhub.json'

test('a hub on every address hands out the one it was reached by', async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => lines.push(line) }
  for (const host of ['0.0.0.0', '::']) {
    await using hub = await startTestHub({ host, logLevel: 'warn', logTo })
    for (const name of ['hub.internal:7171', '192.168.1.5:7171', 'hub', '[fe80::1]:7171'])
      expect(await ask(hub, ADDRESS, name), name).toContain(`http://${name}`)
    for (const name of ['<script>', "x'$(id)", 'a@b', 'a b', 'a/b', '', '-x', `${'x'.repeat(300)}`])
      expect(await ask(hub, ADDRESS, name), name).toContain(hub.url)
  }
  expect(lines.join('')).toContain('publicUrl is not set')
})

test('a hub that knows its address hands out that one, whatever a request says', async () => {
  await using local = await startTestHub()
  await using named = await startTestHub({ host: '0.0.0.0', publicUrl: 'https://hub.example.com/' })
  for (const path of ['/', ADDRESS]) expect(await ask(local, path, 'evil.example.net')).not.toContain('evil')
  expect(urlFor(named.hub, { host: 'evil.example.net', protocol: 'http' })).toBe('https://hub.example.com')
})

function ask(hub: TestHub, path: string, host: string): Promise<string> {
  const { port } = new URL(hub.url)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => resolve(text(answer)))
    .on('error', reject)
    .end()
  return promise
}
