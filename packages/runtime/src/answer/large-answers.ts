import { extname } from 'node:path'
import { SkillError, type SkillResponse } from '@skillwright/contract'
import type { Piscina } from 'piscina'
import type * as thread from './answer-thread.ts'
import { type JsonPieces, joinJson } from './json-pieces.ts'
import type { JsonBytes } from './read-answer.ts'

type Work = typeof thread

/** From this size on an answer is read in a thread: a smaller one takes less time than the way there and back. */
export const LARGE_BYTES = 256 * 1024
const MAX_HEAP_MB = 1_024
const IDLE_MS = 10_000

let threads: Promise<Piscina> | undefined

/** Reads a large answer of a skill in a thread, so that no other call has to wait for it. */
export async function readLargeAnswer(request: thread.PrintedRequest, signal: AbortSignal): Promise<SkillResponse> {
  return (await run('readPrinted', request, signal)) as SkillResponse
}

/** Reads the large body of a service's answer in a thread. */
export async function readLargeBody(request: thread.BodyRequest, signal: AbortSignal): Promise<JsonBytes> {
  return ((await run('readBody', request, signal)) ?? undefined) as JsonBytes
}

async function run<Name extends keyof Work>(
  name: Name,
  request: Parameters<Work[Name]>[0],
  signal: AbortSignal,
): Promise<unknown> {
  threads ??= openThreads()
  const pool = await threads
  try {
    const pieces: JsonPieces = await pool.run(request, { name, signal })
    return await joinJson(pieces)
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new SkillError('OUTPUT_TOO_LARGE', `The answer takes more than ${MAX_HEAP_MB} MB to read`, { cause })
    throw cause
  }
}

/** Threads that start when there is a large answer, and end soon after. Most processes never read one, so nothing is loaded before. */
async function openThreads(): Promise<Piscina> {
  const { Piscina } = await import('piscina')
  const ending = extname(import.meta.filename)
  return new Piscina({
    filename: new URL(`./answer-thread${ending}`, import.meta.url).href,
    minThreads: 0,
    // More than one, so that an answer that takes long does not hold up all the others of its size.
    maxThreads: 2,
    idleTimeout: IDLE_MS,
    atomics: 'disabled',
    execArgv: ending === '.ts' ? ['--conditions=@skillwright/source'] : [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
}
