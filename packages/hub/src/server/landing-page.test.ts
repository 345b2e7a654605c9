import { expect, test } from 'vitest'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { startTestHub, type TestHub } from './fixtures/test-hub.ts'

test('the first page lists what is new, as text and not as markup, and nothing private', async () => {
  await using hub = await startTestHub()
  await publish(hub, 'open-skill', 'public')
  await publish(hub, 'hidden-skill', 'private')
  const html = await (await fetch(hub.url)).text()
  expect(html).toContain('<a href="/v1/skills/@author/open-skill">@author/open-skill</a>')
  expect(html).toContain('Turns &lt;b&gt;text&lt;/b&gt; &amp; &quot;letters&quot;')
  expect(html).not.toContain('<b>')
  expect(html).not.toContain('hidden-skill')
  expect((await fetch(`${hub.url}/v1/skills/@author/open-skill`)).status).toBe(200)
})

async function publish(hub: TestHub, name: string, access: string): Promise<void> {
  const description = 'Turns <b>text</b> & "letters" into capital letters. Use when the user wants to shout.'
  const { archive } = await makePackage({ name, description })
  const token = await hub.tokenFor('author', ['read', 'publish'])
  const answer = await fetch(`${hub.url}/v1/skills/@author/${name}/versions/1.0.0?access=${access}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
    body: new Uint8Array(archive),
  })
  expect(await answer.json()).toMatchObject({ state: 'published' })
}
