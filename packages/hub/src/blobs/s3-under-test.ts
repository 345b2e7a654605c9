import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '../hub-config.ts'

const require = createRequire(import.meta.url)

/** The store of the package s3rver, which has no types. */
const S3rver: new (options: object) => { run(): Promise<AddressInfo>; close(): Promise<void> } = require('s3rver')

const BUCKET = 'packages'

/** An S3-compatible store on this machine, for tests; what is in it outlives a stop. */
export interface TestS3 extends AsyncDisposable {
  readonly config: S3Config
  /** Changes what is stored, or removes it, as an accident would. */
  overwrite(key: string, bytes: Uint8Array | undefined): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
}

/** Starts an S3-compatible store in a temporary folder. */
export async function startTestS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'hub-s3-'))
  const run = async (port: number) => {
    const server = new S3rver({
      address: '127.0.0.1',
      port,
      directory,
      silent: true,
      configureBuckets: [{ name: BUCKET }],
    })
    const { port: listening } = await server.run()
    return { server, listening }
  }
  let { server, listening } = await run(0)
  const config: S3Config = {
    endpoint: `http://127.0.0.1:${listening}`,
    bucket: BUCKET,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  return {
    config,
    async overwrite(key, bytes) {
      const client = new AwsClient({ ...config, service: 's3' })
      const url = `${config.endpoint}/${BUCKET}/${key}`
      const request = bytes === undefined ? { method: 'DELETE' } : { method: 'PUT', body: new Uint8Array(bytes) }
      const answer = await client.fetch(url, request)
      if (!answer.ok) throw new Error(`It answered ${answer.status}`)
    },
    stop: () => server.close(),
    async start() {
      ;({ server, listening } = await run(listening))
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
