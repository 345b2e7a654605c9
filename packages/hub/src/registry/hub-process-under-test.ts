import { DEFAULT_CONFIG } from '../hub-config.ts'
import { tokenFor } from '../server/hub-under-test.ts'
import { startHub } from '../start-hub.ts'

// A hub to be killed. Takes its settings as JSON, and says where it is and by which token @ann publishes.
const hub = await startHub({
  ...DEFAULT_CONFIG,
  port: 0,
  logLevel: 'silent',
  verify: 'off',
  rate: { read: 0, write: 0, login: 0 },
  ...JSON.parse(process.argv[2] ?? '{}'),
})
const token = await tokenFor(hub.context, 'ann', ['read', 'publish'])
process.stdout.write(`${JSON.stringify({ url: hub.url, token })}\n`)
