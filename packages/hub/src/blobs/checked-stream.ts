import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream'
import { wrongHash } from './blob-store.ts'

/** Passes a blob on and holds its last piece back until the whole is checked: the reader of a damaged one never gets all of it. */
export function checkedStream(sha256: string, source: Readable): Readable {
  const hash = createHash('sha256')
  let kept: Uint8Array | undefined
  const check = new Transform({
    transform(piece: Uint8Array, _encoding, done: TransformCallback) {
      hash.update(piece)
      const ready = kept
      kept = piece
      done(null, ready)
    },
    flush(done: TransformCallback) {
      const actual = hash.digest('hex')
      if (actual === sha256) done(null, kept)
      else done(wrongHash(sha256, actual))
    },
  })
  // Whatever fails is seen by the reader.
  return pipeline(source, check, () => undefined)
}
