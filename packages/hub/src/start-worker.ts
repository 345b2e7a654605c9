import { SkillError } from '@skillwright/contract'
import { requireSecretKeys } from './calls/shared-secret-key.ts'
import { startCallWorker } from './calls/start-call-worker.ts'
import type { HubContext } from './hub-context.ts'
import { createApp } from './server/create-app.ts'
import { openHub } from './server/open-hub.ts'
import { configOf, type StartHubOptions } from './start-hub.ts'

/** A worker that is running. Disposing of it takes nothing new, and lets what runs end within `timeouts.stop`. */
export interface RunningWorker extends AsyncDisposable {
  readonly context: HubContext
}

/**
 * Starts a worker: does the runs of a hub's queue, makes those of its schedules and tells of their ends, without serving anything. Any
 * number of them may run, on any machines that reach the database and the packages of the hub; what one leaves when it dies, others take over.
 */
export async function startWorker({ logTo, clock, ...options }: StartHubOptions): Promise<RunningWorker> {
  const config = configOf(options)
  const url = addressOf(config)
  await using opened = new AsyncDisposableStack()
  const { log } = createApp(config, logTo ? { logTo } : {})
  const hub = opened.use(await openHub(config, { log, url: () => url, mustExist: true, ...(clock ? { clock } : {}) }))
  await requireSecretKeys(hub)
  await requirePackages(hub)
  opened.use(await startCallWorker(hub))
  const running = opened.move()
  return { context: hub, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Where the hub is, for the addresses that runs give their files. Throws INVALID_INPUT for settings that no worker can work with. */
function addressOf({ databaseUrl, publicUrl, host, port, calls }: ReturnType<typeof configOf>): string {
  if (databaseUrl === undefined)
    throw new SkillError('INVALID_INPUT', 'A worker needs the PostgreSQL database of its hub, and got none', {
      hint: 'Set DATABASE_URL as for the hub. A hub on SQLite does its runs itself',
    })
  if (calls.workers === 0)
    throw new SkillError('INVALID_INPUT', 'A worker does at least one run at a time, got calls.workers 0', {
      hint: 'Name another number: skillwright worker --concurrency 16',
    })
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '')
  if (port !== 0) return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  throw new SkillError('INVALID_INPUT', 'A worker has to know the address of its hub, whose port is any free one', {
    hint: 'Set publicUrl, as for the hub: SKILLWRIGHT_HUB_PUBLIC_URL=https://hub.example.com',
  })
}

/** Throws INVALID_INPUT when the packages of the hub are not where they are looked for: every run would fail for it. */
async function requirePackages({ db, blobs, config }: HubContext): Promise<void> {
  const version = await db.selectFrom('versions').select('archive_sha256').limit(1).executeTakeFirst()
  if (version === undefined || (await blobs.has(version.archive_sha256))) return
  const where = config.s3 === undefined ? `the folder ${config.dir}` : `the bucket ${config.s3.bucket}`
  throw new SkillError('INVALID_INPUT', `The packages of the hub are not in ${where}`, {
    hint: 'Name the object store of the hub (s3.bucket …), or the folder that it shares with this machine (dir)',
  })
}
