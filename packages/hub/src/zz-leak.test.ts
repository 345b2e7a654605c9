import { test } from 'vitest'
import { startTestHub } from './server/hub-under-test.ts'
import { publishTo } from './clients/publish-under-test.ts'
test('x', async () => {
  await using hub = await startTestHub()
  await publishTo(hub, { owner: 'one', name: 'twin-skill' })
  const ask = async () => { const r = await (await fetch(hub.url + '/v1/search?query=secret-skill')).json() as any; const q = r.items ? r : await (await fetch(hub.url + '/v1/search?q=secret-skill')).json() as any; return JSON.stringify(q.items?.map((i: any) => [i.full_name, i.score]) ?? q) }
  console.log(await ask())
  await publishTo(hub, { owner: 'quiet', name: 'secret-skill', access: 'private' })
  console.log(await ask())
}, 60000)
