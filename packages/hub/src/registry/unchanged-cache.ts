import type { ChangeStamp } from '@skillwright/store'
import { ByteCache } from './byte-cache.ts'

/** Keeps what was read of the database for as long as nothing changes in it, on whichever node. */
export class UnchangedCache<Value> {
  readonly #stamp: ChangeStamp
  readonly #maxBytes: number
  #kept: ByteCache<Value>
  #keptAt = ''

  constructor(stamp: ChangeStamp, maxBytes: number) {
    this.#stamp = stamp
    this.#maxBytes = maxBytes
    this.#kept = new ByteCache(maxBytes)
  }

  /** What is kept and still true; at once where the stamp is known at once. */
  get(key: string): Value | undefined | Promise<Value | undefined> {
    const stamp = this.#stamp()
    return typeof stamp === 'string' ? this.#at(stamp).get(key) : stamp.then((known) => this.#at(known).get(key))
  }

  /** Keeps what was read after this stamp was taken. */
  set(stamp: string, key: string, value: Value, bytes: number): void {
    this.#at(stamp).set(key, value, bytes)
  }

  #at(stamp: string): ByteCache<Value> {
    if (stamp === this.#keptAt) return this.#kept
    this.#kept = new ByteCache(this.#maxBytes)
    this.#keptAt = stamp
    return this.#kept
  }
}
