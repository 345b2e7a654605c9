import { expect } from 'vitest'
import { makePackage, type TestPackage } from '../registry/package-under-test.ts'
import type { TestHub } from '../server/hub-under-test.ts'

/** What somebody publishes in a test; what is not said is made up. */
export interface TestPublish extends TestPackage {
  readonly owner?: string
  readonly access?: 'public' | 'restricted' | 'private'
}

/** Publishes a made-up skill over HTTP, and tells what became of it. */
export async function publishTo(
  hub: TestHub,
  { owner = 'acme', access, name = 'text-shout', version = '1.0.0', ...what }: TestPublish = {},
): Promise<Record<string, unknown>> {
  const { archive } = await makePackage({ ...what, name, version })
  const query = access === undefined ? '' : `?access=${access}`
  return callHub(hub, `/v1/skills/@${owner}/${name}/versions/${version}${query}`, {
    method: 'PUT',
    token: await hub.tokenFor(owner, ['read', 'publish']),
    type: 'application/gzip',
    body: Buffer.from(archive),
  })
}

/** Does something to a skill as an administrator: yank it, change its access, … */
export async function administer(hub: TestHub, path: string, body: object, method = 'POST') {
  return callHub(hub, path, { method, token: hub.adminToken, type: 'application/json', body: JSON.stringify(body) })
}

interface Call {
  readonly method: string
  readonly token: string
  readonly type: string
  readonly body: string | Buffer<ArrayBuffer>
}

async function callHub(hub: TestHub, path: string, { method, token, type, body }: Call) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  const answer = await fetch(`${hub.url}${path}`, { method, headers, body })
  const text = await answer.text()
  expect(answer.ok, text).toBe(true)
  return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
}
