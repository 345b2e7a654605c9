import { expect, test } from 'vitest'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { startTestHub } from './fixtures/test-hub.ts'

const DOCUMENTS = [
  '/',
  '/v1/resolve?name=@ann/shout',
  '/v1/skills',
  '/v1/skills/@ann/shout',
  '/v1/skills/@ann/shout/versions/1.0.0',
  '/v1/skills/@ann/shout/versions/1.0.0/descriptor',
  '/.well-known/clawhub.json',
  '/.well-known/agent-skills/index.json',
  '/@ann/.well-known/agent-skills/index.json',
  '/api/v1/skills/shout/install?ownerHandle=ann',
  '/api/v1/skills/shout/install',
]

test('every address of its own that the hub hands out answers', async () => {
  await using hub = await startTestHub()
  for (const handle of ['ann', 'bea']) {
    const { archive } = await makePackage({ name: 'shout' })
    const published = await fetch(`${hub.url}/v1/skills/@${handle}/shout/versions/1.0.0`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${await hub.tokenFor(handle, ['publish'])}`,
        'content-type': 'application/gzip',
      },
      body: new Uint8Array(archive),
    })
    expect(published.status).toBe(201)
  }
  const seen = new Set<string>()
  for (const path of DOCUMENTS) for (const url of addressesIn(await textAt(`${hub.url}${path}`), hub.url)) seen.add(url)
  expect([...seen].filter((url) => url.includes('/package') || url.includes('.tar.gz'))).not.toEqual([])
  for (const url of seen) {
    const answer = await fetch(url)
    expect(answer.status, url).toBe(200)
    await answer.arrayBuffer()
  }
})

async function textAt(url: string): Promise<string> {
  return (await fetch(url)).text()
}

function addressesIn(text: string, base: string): string[] {
  const absolute = [...text.matchAll(/https?:\/\/[^\s"'<>\\]+/g)].map(([url]) => url)
  const relative = [...text.matchAll(/"(?:url|href)":"(\/[^"]+)"|href="(\/[^"]*)"/g)].map(
    ([, url, href]) => url ?? href,
  )
  // The words that stand for a skill on the first page are no skill.
  const named = absolute.filter((url) => url.startsWith(base) && !url.includes('@scope/name'))
  return [...named.map((url) => url.replaceAll('&#39;', '')), ...relative.map((path) => `${base}${path}`)]
}
