import { Readable } from 'node:stream'
import { SkillError } from '@skillwright/contract'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '../hub-config.ts'
import { type BlobStore, checkedBlob, isBlobName, requireHash, requireSize, type StoredBlob } from './blob-store.ts'
import { checkedStream } from './checked-stream.ts'

const RETRIES = 2
const TIMEOUT_MS = 60_000
const SHA256_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Keeps blobs in a bucket of an S3-compatible store, each under its hash, which the store checks, too. */
export function openS3Blobs({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Config): BlobStore {
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    retries: RETRIES,
    initRetryMs: 100,
  })
  const base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`
  const send = (method: string, key: string, sha256 = SHA256_OF_NOTHING, body?: Uint8Array<ArrayBuffer>) =>
    withinTime((signal) =>
      client.fetch(`${base}/${key}`, {
        method,
        headers: { 'x-amz-content-sha256': sha256 },
        redirect: 'error',
        signal,
        ...(body === undefined ? {} : { body }),
      }),
    )
  const write = async (key: string, sha256: string, bytes: Uint8Array) => {
    // A copy in memory of its own, which is what can be sent.
    const answer = await send('PUT', key, sha256, new Uint8Array(bytes))
    await answer.body?.cancel()
    if (!answer.ok) throw unavailable(new Error(`It answered ${answer.status} to a PUT`))
  }
  const get = async (sha256: string) => {
    const answer = await send('GET', keyOf(sha256))
    if (answer.ok && answer.body) return { answer, body: answer.body }
    const said = await orUnavailable(() => answer.text())
    if (answer.status === 404 && said.includes('NoSuchKey')) return undefined
    throw unavailable(new Error(`It answered ${answer.status} to a GET`))
  }
  const headOf = async (sha256: string): Promise<number | undefined> => {
    const answer = await send('HEAD', keyOf(sha256))
    if (answer.ok) return Date.parse(answer.headers.get('last-modified') ?? '')
    if (answer.status === 404) return undefined
    throw unavailable(new Error(`It answered ${answer.status} to a HEAD`))
  }
  return {
    async put(sha256, bytes) {
      requireHash(sha256, bytes)
      // Also what is there already: to find out whether it is whole costs as much.
      await write(keyOf(sha256), sha256, bytes)
    },
    async open(sha256, size) {
      const found = isBlobName(sha256) ? await get(sha256) : undefined
      if (found === undefined) return undefined
      const stream = Readable.fromWeb(found.body)
      try {
        requireSize(sha256, size, Number(found.answer.headers.get('content-length')))
        return checkedStream(sha256, stream)
      } catch (error) {
        stream.destroy()
        throw error
      }
    },
    async read(sha256) {
      const found = isBlobName(sha256) ? await get(sha256) : undefined
      if (found === undefined) return undefined
      return checkedBlob(sha256, await orUnavailable(() => found.answer.bytes()))
    },
    async has(sha256) {
      return isBlobName(sha256) && (await headOf(sha256)) !== undefined
    },
    async *list() {
      for (let next = ''; ; ) {
        const answer = await send('GET', `?list-type=2${next && `&continuation-token=${encodeURIComponent(next)}`}`)
        const xml = await orUnavailable(() => answer.text())
        if (!answer.ok) throw unavailable(new Error(`It answered ${answer.status} to a list`))
        yield* blobsIn(xml)
        next = unescapeXml(tagOf(xml, 'NextContinuationToken'))
        if (next === '') return
      }
    },
    async remove(sha256, unusedSince) {
      const putAt = isBlobName(sha256) ? await headOf(sha256) : undefined
      if (putAt === undefined || putAt >= unusedSince) return false
      const answer = await send('DELETE', keyOf(sha256))
      await answer.body?.cancel()
      if (!answer.ok) throw unavailable(new Error(`It answered ${answer.status} to a DELETE`))
      return true
    },
    check: () => write('ready', SHA256_OF_NOTHING, new Uint8Array()),
  }
}

function* blobsIn(xml: string): Generator<StoredBlob> {
  for (const [item] of xml.matchAll(/<Contents>.*?<\/Contents>/gs)) {
    const sha256 = tagOf(item, 'Key').split('/').at(-1) ?? ''
    if (!isBlobName(sha256)) continue
    yield { sha256, bytes: Number(tagOf(item, 'Size')), putAt: Date.parse(tagOf(item, 'LastModified')) }
  }
}

function tagOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''
}

/** Names of blobs have no such characters, but the word that continues a list may. */
function unescapeXml(text: string): string {
  const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => characters[name] ?? '')
}

function keyOf(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256}`
}

/** Limits the time until an answer begins; how long its body takes depends on its reader. */
async function withinTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Error(`No answer within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS)
  return orUnavailable(() => work(limit.signal)).finally(() => clearTimeout(timer))
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw unavailable(cause)
  }
}

function unavailable(cause: unknown): SkillError {
  return new SkillError('SERVICE_UNAVAILABLE', 'The object store of packages cannot be used for the moment', { cause })
}
