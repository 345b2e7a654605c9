// npm start: a hub on SQLite in .skillwright/hub with the example skills, until Ctrl-C.
import { createServer } from 'node:net'
import { join } from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { SkillError } from '@skillwright/contract'
import { publishExamples, readHubConfig, startHub } from '@skillwright/hub'
import { logStream } from '../packages/cli/src/hub/log-lines.ts'
import { untilAborted } from '../packages/cli/src/hub/until-aborted.ts'
import { untilInterrupted } from '../packages/cli/src/terminal.ts'

const TRIED_PORTS = 20
const COLLECTIONS = {
  'developer-toolkit': {
    description: 'For people who write and run software: logs, differences, tables, status codes, units.',
    skills: members({
      'log-triage': '^1',
      'text-diff': '^1',
      'csv-insight': '^1',
      'http-status-guide': '^1',
      'unit-converter': '^1',
    }),
  },
  'research-suite': {
    description: 'From a question to a cited summary: the web, the news, your own notes, and other languages.',
    skills: members({
      'web-research-summarizer': '^1',
      'daily-news-digest': '^2',
      'notes-search': '^1',
      translator: '^2',
    }),
  },
}

const { values } = parseArgs({ options: { port: { type: 'string' } } })
// A database configured for another program is not ours.
const { DATABASE_URL: _others, ...env } = process.env
const flags = { dir: '.skillwright/hub', port: values.port }
const config = await readHubConfig({ flags, env }).catch(giveUp)
const isChosen = (values.port ?? env.SKILLWRIGHT_HUB_PORT) !== undefined
const port = isChosen ? config.port : await freePort(config.host, config.port)
if (port !== config.port) say(`Port ${config.port} is taken, so another is used: ${port}`)

using interruption = untilInterrupted()
await using hub = await startHub({ ...config, port, logTo: logStream() }).catch(giveUp)
const stop = untilAborted(interruption.signal)
say(`${styleText('green', 'hub')} at ${styleText('bold', hub.url)}, kept in ${config.dir}`)
if (hub.adminToken) {
  say(`administrator's token, shown this once: ${styleText('bold', hub.adminToken)}`)
  say(`with it the administrator gets a password at ${hub.url}/start`)
}
await Promise.race([fill(), stop])
if (!interruption.signal.aborted) say(whatNext(await names('skills'), await names('collections')))
await stop
say('stopping; Ctrl-C again ends it at once')

async function fill(): Promise<void> {
  if (hub.adminToken) say('publishing the example skills …')
  await publishExamples(hub.context, join(import.meta.dirname, '../skills'))
  // Later starts find them there.
  if (hub.adminToken === undefined) return
  for (const [name, manifest] of Object.entries(COLLECTIONS))
    await fetch(`${hub.url}/v1/collections/@official/${name}/versions/1.0.0`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${hub.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(manifest),
    })
}

async function names(kind: 'skills' | 'collections'): Promise<string[]> {
  const answer = await fetch(`${hub.url}/v1/${kind}?limit=100`)
  const { items } = (await answer.json()) as { items: { name: string }[] }
  return items.map(({ name }) => name).sort()
}

function whatNext(skills: readonly string[], collections: readonly string[]): string {
  return `${skills.length} skills: ${skills.join(', ')}
${collections.length} collections: ${collections.join(', ')}

Try next, in another terminal:
  curl '${hub.url}/v1/search?q=news'
  npm run -s skillwright -- info web-research-summarizer --hub ${hub.url}
  npm run -s skillwright -- login ${hub.url}${hub.adminToken === undefined ? '' : ' --token'}
Or in a browser: ${hub.url} for its pages, ${hub.url}/docs for its API. Ctrl-C stops it.`
}

function members(ranges: Readonly<Record<string, string>>) {
  return Object.entries(ranges).map(([name, range]) => ({ name: `@official/${name}`, range }))
}

/** The first free port from the wanted one on; 0, any, when all are taken. */
async function freePort(host: string, wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + TRIED_PORTS; port++) if (await isFree(host, port)) return port
  return 0
}

function isFree(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.once('error', () => resolve(false))
  server.listen(port, host, () => server.close(() => resolve(true)))
  return promise
}

/** Says why there is no hub, as the command line does. */
function giveUp(thrown: unknown): never {
  if (!(thrown instanceof SkillError)) throw thrown
  process.stderr.write(`error ${thrown.message}\nhint ${thrown.hint}\n`)
  process.exit(1)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
