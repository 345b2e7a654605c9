import { availableParallelism } from 'node:os'
import { SkillError } from '@skillwright/contract'
import { PackageLane } from './package-lane.ts'
import type * as worker from './package-worker.ts'
import type { WorkerAnswer } from './package-worker.ts'

type Work = typeof worker
type Value<Name extends keyof Work> = Awaited<ReturnType<Work[Name]>> extends WorkerAnswer<infer V> ? V : never

/** Reading, scanning and comparing so much takes a fraction of a second. */
const SMALL_BYTES = 256 * 1024

/** They are the process's: a hub that is opened in it finds them started, and several hubs take no more threads than one. */
const LANES = {
  reading: new PackageLane(1),
  small: new PackageLane(1),
  large: new PackageLane(Math.max(1, availableParallelism() - 1)),
  advance: new PackageLane(1),
}

/**
 * Where packages are read, scanned and compared: beside the thread that answers requests, which they would hold up. What is read,
 * what is published, small or large, and what is made in advance each have threads of their own, so that none waits for another.
 */
export class PackagePool {
  readonly #closing = new AbortController()

  /** Does one piece of work on a package for a caller; callers take turns. Throws what it throws, SERVICE_UNAVAILABLE when too many are waiting. */
  async run<Name extends keyof Work>(
    name: Name,
    request: Parameters<Work[Name]>[0],
    { caller = '' }: { readonly caller?: string } = {},
  ): Promise<Value<Name>> {
    // The worker answers each name as its function does.
    const options = { caller, name, closing: this.#closing.signal }
    const answer = (await laneOf(name, request).run(request, options)) as WorkerAnswer<Value<Name>>
    if ('value' in answer) return answer.value
    const { code, message, hint, findings, details } = answer.error
    throw new SkillError(code, message, { hint, findings, ...(details === undefined ? {} : { details }) })
  }

  /** Ends what is under way. */
  [Symbol.dispose](): void {
    this.#closing.abort()
  }
}

/** What is done of packages that are published. */
const PUBLISHING: ReadonlySet<keyof Work> = new Set(['examine', 'relate', 'resemble', 'assemble', 'repack'])

function laneOf(name: keyof Work, request: object): PackageLane {
  if (name === 'standardise') return LANES.advance
  if (!PUBLISHING.has(name)) return LANES.reading
  const content = 'archive' in request ? request.archive : 'source' in request ? request.source : undefined
  return sizeOf(content) <= SMALL_BYTES ? LANES.small : LANES.large
}

/** How large the files of a package are: as a gzipped one says at its end, unless it is larger itself. */
function sizeOf(content: unknown): number {
  if (content instanceof Map)
    return content.values().reduce((sum, bytes) => sum + (bytes instanceof Uint8Array ? bytes.length : 0), 0)
  if (!(content instanceof Uint8Array) || content.length < 4) return 0
  const said = Buffer.from(content.buffer, content.byteOffset, content.byteLength).readUInt32LE(content.length - 4)
  const isGzip = content[0] === 0x1f && content[1] === 0x8b
  return isGzip ? Math.max(said, content.length) : content.length
}
