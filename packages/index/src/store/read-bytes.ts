import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { NO_STAMP, type Stamp, stampOf } from './stamp.ts'

/** A file's bytes with the stamp they had, or why there are none. */
export interface FileBytes {
  readonly stamp: Stamp
  /** Good until the next file is read into the same scratch. */
  readonly bytes: Uint8Array | undefined
  /** What is wrong with the file, as the rest of a sentence that begins with its name. */
  readonly problem: string | undefined
}

/** The most of one file that is read. */
const MAX_BYTES = 2_000_000

// Neither a link nor a pipe without a writer may block the index.
const SAFELY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Reads a file at once, into `scratch` where it fits. Never throws, never follows a link, never waits for a pipe. */
export function readBytes(path: string, scratch: Uint8Array): FileBytes {
  let handle: number | undefined
  try {
    handle = openSync(path, SAFELY)
    const stats = fstatSync(handle)
    if (!stats.isFile()) return failed('is not a file', stampOf(stats))
    const buffer = stats.size < scratch.length ? scratch : new Uint8Array(Math.min(stats.size, MAX_BYTES) + 1)
    const length = fill(handle, buffer, stats.size)
    const isCut = length > MAX_BYTES
    return {
      stamp: stampOf(stats),
      bytes: buffer.subarray(0, Math.min(length, MAX_BYTES)),
      problem: isCut ? `is larger than ${MAX_BYTES} bytes; what is beyond does not count` : undefined,
    }
  } catch (cause) {
    const { code = 'EIO' } = cause as NodeJS.ErrnoException
    if (code === 'ELOOP') return failed('is a link; links to files are not followed')
    return failed(code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`)
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

/** Reads up to the end of the file. What grows while it is read will have another stamp; what has no size has to be tried. */
function fill(handle: number, buffer: Uint8Array, size: number): number {
  let length = 0
  for (let read = -1; read !== 0 && length < buffer.length && (length === 0 || length !== size); length += read)
    read = readSync(handle, buffer, length, buffer.length - length, null)
  return length
}

function failed(problem: string, stamp: Stamp = NO_STAMP): FileBytes {
  return { stamp, bytes: undefined, problem }
}
