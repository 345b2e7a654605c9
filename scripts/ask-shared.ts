import { request } from 'node:http'
import { text } from 'node:stream/consumers'

/** What `share-fixtures.ts` makes once for all test files of a run: a PostgreSQL server, a browser, the programs that tests start. */
export type SharedName = 'postgres' | 'browser' | 'programs'

/** Whether this is a process of a test run. */
export const isTesting = process.env.SKILLWRIGHT_TEST_SHARED !== undefined

/** Asks the process that runs the tests where it is; the first one who does waits until it is made. */
export async function askShared(name: SharedName): Promise<string> {
  const socketPath = process.env.SKILLWRIGHT_TEST_SHARED
  if (socketPath === undefined) throw new Error('Run tests with vitest, from the root of the repository')
  const { promise, resolve, reject } = Promise.withResolvers<[number | undefined, string]>()
  request({ socketPath, path: `/${name}` }, (answer) => {
    text(answer).then((said) => resolve([answer.statusCode, said]), reject)
  })
    .on('error', reject)
    .end()
  const [status, said] = await promise
  if (status !== 200) throw new Error(said)
  return said
}
