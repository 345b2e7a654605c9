import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson } from '../people/create-person.ts'
import { ANONYMOUS } from '../principal.ts'
import { listVersions } from '../registry/read-version.ts'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'
import { addMirror, listMirrors, type NewMirror } from './mirrors.ts'
import { syncMirror } from './sync-mirror.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub[Symbol.asyncDispose]())

const NOTES = '---\nname: notes\ndescription: Writes notes. Use when somebody wants notes.\n---\n# Notes\n'

test('a site of discovery 0.1 is followed file by file, and its changes are counted up', async () => {
  const files: Record<string, string> = {
    '/docs/.well-known/skills/index.json': JSON.stringify({
      skills: [
        { name: 'notes', description: 'd', files: ['SKILL.md', 'references/a b.md'] },
        { name: 'Not A Name', description: 'd', files: ['SKILL.md'] },
        { name: 'climber', description: 'd', files: ['SKILL.md', '../../secret.txt'] },
        { name: 'no-files', description: 'd' },
        { name: 'lost-file', description: 'd', files: ['SKILL.md'] },
        'nonsense',
      ],
    }),
    '/docs/.well-known/skills/notes/SKILL.md': NOTES,
    '/docs/.well-known/skills/notes/references/a%20b.md': '# A\n',
    '/docs/.well-known/skills/climber/SKILL.md': NOTES,
  }
  await using site = await serve(files)
  const id = await follow({ kind: 'well-known', url: `${site.url}/docs/`, scope: 'old-site' })
  const first = await syncMirror(hub.hub, id)
  expect(first).toMatchObject({ published: 1, done: true })
  expect(first.failed.map(({ subject, code }) => [subject, code])).toEqual([
    ['Not A Name', 'INVALID_INPUT'],
    ['climber', 'INVALID_INPUT'],
    ['lost-file', 'DATA_NOT_FOUND'],
    ['no-files', 'INVALID_INPUT'],
  ])
  expect(await syncMirror(hub.hub, id)).toMatchObject({ published: 0, changed: 0 })
  files['/docs/.well-known/skills/notes/SKILL.md'] = `${NOTES}More.\n`
  expect(await syncMirror(hub.hub, id)).toMatchObject({ published: 1 })
  expect(await versionsOf('old-site', 'notes')).toEqual(['0.1.1', '0.1.0'])
  files['/docs/.well-known/skills/index.json'] = '{"skills":[]}'
  await expect(syncMirror(hub.hub, id)).rejects.toThrow(/lists none/)
  expect(await versionsOf('old-site', 'notes')).toEqual(['0.1.1', '0.1.0'])
  files['/docs/.well-known/skills/index.json'] = '<html>'
  await expect(syncMirror(hub.hub, id)).rejects.toMatchObject({ code: 'EXTERNAL_SERVICE_ERROR' })
})

test('an archive that is not what the index says, and an index of another kind, are refused', async () => {
  const index = (schema: string) =>
    JSON.stringify({
      $schema: schema,
      skills: [
        { name: 'notes', type: 'skill-md', description: 'd', url: 'notes.md', digest: `sha256:${'0'.repeat(64)}` },
        { name: 'bare', type: 'skill-md', description: 'd', url: 'notes.md' },
        {
          name: 'inside',
          type: 'archive',
          description: 'd',
          url: 'http://10.1.2.3/x',
          digest: `sha256:${'0'.repeat(64)}`,
        },
      ],
    })
  const files: Record<string, string> = { '/.well-known/agent-skills/notes.md': NOTES }
  await using site = await serve(files)
  const id = await follow({ kind: 'well-known', url: site.url, scope: 'new-site' })
  await expect(syncMirror(hub.hub, id)).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' })
  files['/.well-known/agent-skills/index.json'] = index('https://schemas.agentskills.io/discovery/9/schema.json')
  await expect(syncMirror(hub.hub, id)).rejects.toThrow(/not known here/)
  files['/.well-known/agent-skills/index.json'] = index('https://schemas.agentskills.io/discovery/0.2.0/schema.json')
  const { published, failed } = await syncMirror(hub.hub, id)
  expect([published, failed.map(({ subject, code }) => [subject, code])]).toEqual([
    0,
    [
      ['bare', 'INVALID_INPUT'],
      ['inside', 'PERMISSION_DENIED'],
      ['notes', 'INTEGRITY_FAILED'],
    ],
  ])
})

test('a ClawHub that tells less, and some of it wrong, is followed as far as it can be', async () => {
  const item = (slug: string) => ({ slug, updatedAt: 1, latestVersion: { version: '1.0.0' } })
  const skill = (slug: string, version: unknown, content: string | Uint8Array) => ({
    [`/api/v1/skills/${slug}`]: JSON.stringify({ skill: { slug }, owner: null }),
    [`/api/v1/skills/${slug}/versions`]: JSON.stringify({ items: [{ version: '1.0.0' }], nextCursor: null }),
    [`/api/v1/skills/${slug}/versions/1.0.0`]: JSON.stringify({ version }),
    [`/api/v1/download?slug=${slug}`]: content,
  })
  const zip = zipSync({ 'SKILL.md': Buffer.from(NOTES) })
  const files: Record<string, string | Uint8Array> = {
    '/api/v1/skills': JSON.stringify({
      items: [item('plain'), item('elsewhere'), item('other-files'), item('no-zip'), item('../../etc'), { slug: 7 }],
      nextCursor: null,
    }),
    ...skill('plain', {}, zip),
    ...skill('elsewhere', {}, JSON.stringify({ sourceRef: 'public-github', repo: 'a/b' })),
    ...skill('other-files', { files: [{ path: 'SKILL.md', sha256: '0'.repeat(64) }] }, zip),
    ...skill('no-zip', {}, 'PK\u0003\u0004 and then nothing'),
  }
  await using registry = await serve(files)
  const id = await follow({ kind: 'clawhub', url: registry.url, scope: 'claws' })
  const { published, failed } = await syncMirror(hub.hub, id)
  expect([published, failed.map(({ subject, code }) => [subject, code])]).toEqual([
    1,
    [
      ['elsewhere@1.0.0', 'INVALID_INPUT'],
      ['other-files@1.0.0', 'INTEGRITY_FAILED'],
      ['no-zip@1.0.0', 'INVALID_INPUT'],
      ['../../etc', 'INVALID_INPUT'],
    ],
  ])
  expect(await versionsOf('claws', 'plain')).toEqual(['1.0.0'])
  const mirror = (await listMirrors(hub.hub)).items.find((one) => one.id === id)
  expect(mirror).toMatchObject({ last_error: null, problems: failed })

  // A skill that the list leaves out is looked for once more before it is yanked.
  files['/api/v1/skills/plain'] = JSON.stringify({ skill: { slug: 'plain' }, latestVersion: { version: '1.0.0' } })
  files['/api/v1/skills'] = JSON.stringify({ items: [item('no-zip')], nextCursor: null })
  expect(await syncMirror(hub.hub, id)).toMatchObject({ changed: 0 })
  delete files['/api/v1/skills/plain']
  expect(await syncMirror(hub.hub, id)).toMatchObject({ changed: 1 })
  expect(await versionsOf('claws', 'plain')).toEqual([])
})

test('a registry that does not answer any more is said to be so, and nothing is lost', async () => {
  const site = await serve({ '/.well-known/agent-skills/index.json': '{"skills":[]}' })
  const id = await follow({ kind: 'clawhub', url: site.url, scope: 'silent' })
  await site[Symbol.asyncDispose]()
  await expect(syncMirror(hub.hub, id)).rejects.toMatchObject({ code: 'FETCH_FAILED' })
  const [mirror] = (await listMirrors(hub.hub)).items.filter((one) => one.id === id)
  expect(mirror?.last_error).toContain('127.0.0.1')
})

async function follow(mirror: NewMirror): Promise<string> {
  await createPerson(hub.hub, { handle: mirror.scope }, { mayUseReserved: true })
  return (await addMirror(hub.hub, ANONYMOUS, mirror)).id
}

async function versionsOf(scope: string, name: string): Promise<string[]> {
  const { items } = await listVersions(hub.hub, ANONYMOUS, { scope, name })
  return items.filter(({ state }) => state === 'published').map(({ version }) => version)
}

/** Serves texts by path; of the query only the slug counts. */
async function serve(files: Readonly<Record<string, string | Uint8Array>>) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site')
    const slug = searchParams.get('slug')
    const body = files[slug === null ? pathname : `${pathname}?slug=${slug}`]
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
