import { join } from 'node:path'
import type { JobExecutor } from '@skillwright/jobs'
import type { RuntimeOptions } from '@skillwright/runtime'
import { rememberedGrants } from '@skillwright/runtime'
import { callRoutes } from '../calls/call-routes.ts'
import { startCallWorker } from '../calls/start-call-worker.ts'
import { DEFAULT_CONFIG, type HubConfig } from '../hub-config.ts'
import type { HubContext } from '../hub-context.ts'
import { mcpRoutes } from '../mcp/mcp-routes.ts'
import { buildServer } from '../server/build-server.ts'
import { createApp } from '../server/create-app.ts'
import { healthRoutes } from '../server/health-routes.ts'
import type { LogStream } from '../server/hub-logger.ts'
import { listenOnPort } from '../server/listen-on-port.ts'
import { metricsRoutes } from '../server/metrics-routes.ts'
import { openHub } from '../server/open-hub.ts'
import type { RouteGroup } from '../server/routes.ts'
import { stopServer } from '../server/stop-server.ts'
import { agentExecutor } from './agent-executor.ts'
import { keepAgentSchedules } from './agent-schedules.ts'
import { folderRunRoute } from './folder-run-route.ts'
import { folderSource } from './folder-source.ts'
import { listenOnSocket } from './listen-on-socket.ts'
import { localToken, localUser, onThisMachine } from './local-user.ts'
import { claimPrivateFolder } from './private-folder.ts'
import { openServedFolders, type ServedFolders } from './served-folders.ts'

/** How folders are served. */
export interface StartServeOptions {
  /** Folders of skills or agents. */
  readonly roots: readonly string[]
  /** Where the socket, the token and the history of runs are kept; for this user alone. */
  readonly dir: string
  /** What tells one environment of this user from another: a run from another one is refused. */
  readonly host: string
  /** Also a port of this machine; 0 takes any free one. */
  readonly port?: number
  /** How services are called. */
  readonly remote?: RuntimeOptions['remote']
  readonly logLevel?: HubConfig['logLevel']
  readonly logTo?: LogStream
  readonly clock?: () => number
}

/** Folders that are being served. Disposing of it lets running calls end. */
export interface RunningServe extends AsyncDisposable {
  /** The path of the Unix socket. */
  readonly socket: string
  /** The address on this machine, and the file with the token for it; absent without a port. */
  readonly loopback?: { readonly url: string; readonly tokenFile: string }
  readonly folders: ServedFolders
  readonly context: HubContext
  /** Document B's JobExecutor, for the agents that are served. */
  readonly executor: JobExecutor
}

const ROUTES: readonly RouteGroup[] = [
  { routes: healthRoutes },
  { routes: metricsRoutes },
  { routes: callRoutes },
  { routes: mcpRoutes },
]
const MAX_BODY_BYTES = 16 * 1024 * 1024

/** Offers the calls of a hub for skills in folders of this machine, to the user who starts it: over a Unix socket, and a port if asked for. */
export async function startServe({
  roots,
  dir,
  host,
  port,
  remote,
  logLevel = 'warn',
  logTo,
  clock,
}: StartServeOptions): Promise<RunningServe> {
  const folders = await openServedFolders(roots)
  claimPrivateFolder(dir)
  const config: HubConfig = {
    ...DEFAULT_CONFIG,
    dir,
    logLevel,
    rate: { read: 0, write: 0, login: 0, call: 0 },
    calls: { ...DEFAULT_CONFIG.calls, maxBodyBytes: MAX_BODY_BYTES },
  }
  await using opened = new AsyncDisposableStack()
  const app = createApp(config, logTo ? { logTo } : {})
  let url = 'http://localhost'
  const runtime = { approve: rememberedGrants(), ...(remote === undefined ? {} : { remote }) }
  const hub = opened.use(
    await openHub(config, {
      log: app.log,
      url: () => url,
      skills: (context) => folderSource(context, folders, runtime),
      ...(clock ? { clock } : {}),
    }),
  )
  opened.defer(() => stopServer(app, config.timeouts.stop))
  const user = await localUser(hub)
  await buildServer(app, hub, { groups: [...ROUTES, folderRunRoute(folders, host)], identify: () => user })
  const socket = join(dir, 'socket')
  await listenOnSocket(app, socket)
  const tokenFile = join(dir, 'token')
  if (port !== undefined) {
    const onPort = createApp(config, logTo ? { logTo } : {})
    opened.defer(() => stopServer(onPort, config.timeouts.stop))
    await buildServer(onPort, hub, { groups: ROUTES, identify: onThisMachine(hub) })
    await localToken(hub, user.person, tokenFile)
    url = await listenOnPort(onPort, { host: '127.0.0.1', port })
  }
  opened.use(await startCallWorker(hub))
  opened.use(await keepAgentSchedules(hub, folders, user.person))
  const running = opened.move()
  return {
    socket,
    ...(port === undefined ? {} : { loopback: { url, tokenFile } }),
    folders,
    context: hub,
    executor: await agentExecutor(hub, folders),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
