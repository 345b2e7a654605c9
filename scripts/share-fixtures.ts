import { chmod, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../packages/store/src/fixtures/start-postgres.ts'
import { startBrowser } from '../packages/web/src/fixtures/start-browser.ts'
import type { SharedName } from './ask-shared.ts'
import { bundlePrograms } from './bundle-programs.ts'

/** What is made, and where it is. */
interface Shared extends Partial<AsyncDisposable> {
  readonly url: string
}

const MAKERS: Readonly<Record<SharedName, () => Promise<Shared>>> = {
  postgres: startPostgres,
  browser: startBrowser,
  async programs() {
    const url = await mkdtemp(join(tmpdir(), 'programs-'))
    // Tests start them as other users too.
    await chmod(url, 0o755)
    await bundlePrograms(url)
    return { url }
  },
}

/**
 * Makes what costs too much to be made for each test file, in the process that outlives them: when the first of them asks for it,
 * and only then.
 */
export async function setup(): Promise<() => Promise<void>> {
  const made = new Map<string, Promise<Shared>>()
  const server = createServer(({ url = '' }, answer) => {
    const name = url.slice(1)
    const one = made.get(name) ?? MAKERS[name as SharedName]()
    made.set(name, one)
    one.then(
      (shared) => answer.end(shared.url),
      (error: unknown) => answer.writeHead(500).end(String(error)),
    )
  })
  const path = join(tmpdir(), 'shared.sock')
  process.env.SKILLWRIGHT_TEST_SHARED = path
  await new Promise<void>((resolve) => server.listen(path, resolve))
  return async () => {
    server.close()
    for (const one of made.values()) await (await one.catch(() => undefined))?.[Symbol.asyncDispose]?.()
  }
}
