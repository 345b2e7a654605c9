import { DEFAULT_CONFIG, type HubConfig } from './hub-config.ts'
import type { HubContext } from './hub-context.ts'
import { buildServer } from './server/build-server.ts'
import { createApp } from './server/create-app.ts'
import { firstAdminToken } from './server/first-admin.ts'
import { openHub } from './server/open-hub.ts'

/** A hub that is running. */
export interface RunningHub extends AsyncDisposable {
  readonly url: string
  readonly context: HubContext
  /** The administrator's token; only on the very first start. */
  readonly adminToken?: string
}

/** Starts a hub: opens its database and packages, and listens. */
export async function startHub(options: Partial<HubConfig> = {}): Promise<RunningHub> {
  const config = { ...DEFAULT_CONFIG, ...options }
  const app = createApp(config)
  let url = ''
  const hub = await openHub(config, { log: app.log, url: () => url })
  await buildServer(app, hub)
  const adminToken = await firstAdminToken(hub)
  url = await app.listen({ host: config.host, port: config.port })
  return {
    url,
    context: hub,
    ...(adminToken === undefined ? {} : { adminToken }),
    async [Symbol.asyncDispose]() {
      await app.close()
      await hub[Symbol.asyncDispose]()
    },
  }
}
