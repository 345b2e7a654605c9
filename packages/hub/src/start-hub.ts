import type { FastifyInstance } from 'fastify'
import { noteSecretKey } from './calls/shared-secret-key.ts'
import { startCallWorker } from './calls/start-call-worker.ts'
import { type CallsConfig, DEFAULT_CONFIG, type HubConfig } from './hub-config.ts'
import type { HubContext } from './hub-context.ts'
import { startMirrorWorker } from './mirror/mirror-worker.ts'
import { catchUpLog } from './registry/catch-up-log.ts'
import { startVerifyWorker } from './review/verify-worker.ts'
import { prepareSearch } from './search/prepare-search.ts'
import { buildServer } from './server/build-server.ts'
import { createApp } from './server/create-app.ts'
import { firstAdminToken } from './server/first-admin.ts'
import type { LogStream } from './server/hub-logger.ts'
import { listenOnPort } from './server/listen-on-port.ts'
import { openHub } from './server/open-hub.ts'
import { stopServer } from './server/stop-server.ts'
import { isEveryAddress } from './server/url-for.ts'

/** How a hub is started: what an operator may decide, as `readHubConfig` gives it, and what a program may. */
export interface StartHubOptions extends Partial<Omit<HubConfig, 'calls'>> {
  /** What of them differs from the defaults. */
  readonly calls?: Partial<CallsConfig>
  /** Where log lines go; standard error when absent. */
  readonly logTo?: LogStream
  readonly clock?: () => number
}

/** A hub that is running. Disposing of it lets running requests end, and closes what is open. */
export interface RunningHub extends AsyncDisposable {
  /** The address clients reach it by. */
  readonly url: string
  readonly context: HubContext
  /** The token of the first administrator; only on the very first start. */
  readonly adminToken?: string
}

/** Starts a hub: opens its database and packages, and listens. */
export async function startHub({ logTo, clock, ...options }: StartHubOptions = {}): Promise<RunningHub> {
  const config = configOf(options)
  await using opened = new AsyncDisposableStack()
  const app = createApp(config, logTo ? { logTo } : {})
  const hub = opened.use(
    await openHub(config, { log: app.log, url: () => urlOf(app, config), ...(clock ? { clock } : {}) }),
  )
  opened.defer(() => stopServer(app, config.timeouts.stop))
  await buildServer(app, hub)
  await listen(app, hub)
  // Not before: a hub that cannot listen would have made a token that is never shown.
  const adminToken = await firstAdminToken(hub)
  if (hub.database === 'postgres') await noteSecretKey(hub)
  await catchUpLog(hub)
  opened.use(prepareSearch(hub))
  opened.use(startMirrorWorker(hub))
  opened.use(await startCallWorker(hub))
  if (config.verify === 'auto') opened.use(startVerifyWorker(hub))
  const running = opened.move()
  return {
    url: hub.url(),
    context: hub,
    ...(adminToken === undefined ? {} : { adminToken }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Everything that an operator decides, with what is usual where nothing is said. */
export function configOf(options: Omit<StartHubOptions, 'logTo' | 'clock'>): HubConfig {
  return { ...DEFAULT_CONFIG, ...options, calls: { ...DEFAULT_CONFIG.calls, ...options.calls } }
}

async function listen(app: FastifyInstance, { config, database }: HubContext): Promise<void> {
  const { host, port, dir, s3, publicUrl } = config
  if (isEveryAddress(host) && publicUrl === undefined)
    app.log.warn(
      'publicUrl is not set: links name the address a request was sent to, proofs and sign-in by a provider 127.0.0.1',
    )
  await listenOnPort(app, {
    host,
    port,
    listenTextResolver: (address) => `listening at ${address}, ${database} and ${s3 ? 's3' : 'folder'}, in ${dir}`,
  })
}

function urlOf(app: FastifyInstance, { publicUrl, host }: HubConfig): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '')
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  // An address that means every network card is none that a client could use.
  const name = isEveryAddress(host) ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port ?? 0}`
}
