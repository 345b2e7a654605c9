import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_CONFIG, type HubConfig } from '../hub-config.ts'
import type { HubContext } from '../hub-context.ts'
import type { TokenScope } from '../principal.ts'
import type { StartHubOptions } from '../start-hub.ts'
import { checkAnswers } from './check-answers-under-test.ts'
import { createApp } from './create-app.ts'
import { openHub } from './open-hub.ts'

checkAnswers()

/** What a test may change of a hub. */
export type TestHubOptions = StartHubOptions

/** Opens a hub in a temporary folder, without listening, for tests of its functions. */
export async function openTestHub({
  clock,
  logTo,
  ...options
}: StartHubOptions = {}): Promise<{ readonly hub: HubContext } & AsyncDisposable> {
  const dir = await mkdtemp(join(tmpdir(), 'hub-'))
  const config = { ...DEFAULT_CONFIG, ...QUIET, dir, ...options }
  const hub = await openHub(config, {
    log: createApp(config, logTo ? { logTo } : {}).log,
    url: () => 'http://hub.test',
    ...(clock ? { clock } : {}),
  })
  return {
    hub,
    async [Symbol.asyncDispose]() {
      await hub[Symbol.asyncDispose]()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** A hub that listens, for tests over HTTP. */
export interface TestHub extends AsyncDisposable {
  readonly url: string
  readonly hub: HubContext
  readonly adminToken: string
  /** Makes the person unless there is one, and a token with these scopes. */
  tokenFor(handle: string, scopes: readonly TokenScope[]): Promise<string>
}

/** Starts a hub in a temporary folder on a free port of this machine. */
export async function startTestHub(options: TestHubOptions = {}): Promise<TestHub> {
  const dir = await mkdtemp(join(tmpdir(), 'hub-'))
  // Only here: tests of functions need not load the whole server.
  const { startHub } = await import('../start-hub.ts')
  const running = await startHub({ ...QUIET, port: 0, dir, ...options })
  return {
    url: running.url,
    hub: running.context,
    adminToken: running.adminToken ?? '',
    tokenFor: (handle, scopes) => tokenFor(running.context, handle, scopes),
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Makes the person unless there is one, and a token with these scopes. */
export async function tokenFor(hub: HubContext, handle: string, scopes: readonly TokenScope[]): Promise<string> {
  const { createPerson } = await import('../people/create-person.ts')
  const { createToken } = await import('../people/tokens.ts')
  const known = await hub.db
    .selectFrom('people')
    .select(['id', 'handle', 'role'])
    .where('handle', '=', handle)
    .executeTakeFirst()
  const role = scopes.includes('admin') ? 'admin' : scopes.includes('review') ? 'reviewer' : 'member'
  const person = known ?? (await createPerson(hub, { handle, role }, { mayUseReserved: true }))
  return (await createToken(hub, person, { name: 'test', scopes, expiresAt: null })).token
}

const QUIET = {
  logLevel: 'silent',
  verify: 'off',
  allowAddresses: ['127.0.0.1'],
  rate: { read: 0, write: 0, login: 0 },
  timeouts: { ...DEFAULT_CONFIG.timeouts, stop: 1_000 },
} as const satisfies Partial<HubConfig>
