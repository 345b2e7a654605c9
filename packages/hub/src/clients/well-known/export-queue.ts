import { setTimeout as delay } from 'node:timers/promises'
import { counted, SkillError } from '@skillwright/contract'
import type { HubContext } from '../../hub-context.ts'
import { type ExportPlace, makeExport, readExports, recordExports, type StandardExport } from './standard-exports.ts'

// One is worked on while others are brought to the disk.
const AT_ONCE = 6
/** Recorded in one transaction: each is brought to the disk, which costs more than the rows in it. */
const MOST_TOGETHER = 16
const MOST_KEPT = 20_000
const MOST_ATTEMPTS = 3

/** Makes requested exports that do not exist yet, a few at a time, and remembers what it knows of them. */
export class ExportQueue {
  readonly #hub: HubContext
  /** By package and name; undefined for what the standard cannot say. */
  readonly #known = new Map<string, StandardExport | undefined>()
  readonly #waiting = new Map<string, ExportPlace>()
  readonly #failures = new Map<string, number>()
  readonly #workers = new Set<Promise<void>>()
  #stopped = false

  constructor(hub: HubContext) {
    this.#hub = hub
  }

  /** The exports in the same order. Throws SERVICE_UNAVAILABLE when they are not all there in time; they are made all the same. */
  async get(places: readonly ExportPlace[], waitMs: number): Promise<readonly (StandardExport | undefined)[]> {
    if (this.#known.size > MOST_KEPT) this.#known.clear()
    const isMissing = (place: ExportPlace) => !this.#known.has(keyOf(place))
    // Looked through once: nearly all are known, and while the others are made only those are looked at.
    let missing = places.filter(isMissing)
    for (const row of await readExports(this.#hub, missing)) this.#known.set(keyOf(row), row)
    missing = missing.filter(isMissing)
    for (const place of missing) this.#waiting.set(keyOf(place), place)
    const deadline = performance.now() + waitMs
    for (; missing.length > 0; missing = missing.filter(isMissing)) {
      while (this.#workers.size < Math.min(AT_ONCE, this.#waiting.size)) this.#startWorker()
      const left = deadline - performance.now()
      if (left <= 0 || this.#workers.size === 0 || this.#stopped) throw notYet(this.#waiting.size)
      await Promise.race([...this.#workers, delay(Math.min(left, 50))])
    }
    // Another caller may have begun to forget meanwhile.
    if (places.some(isMissing)) throw notYet(places.filter(isMissing).length)
    return places.map((place) => this.#known.get(keyOf(place)))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#workers)
  }

  #startWorker(): void {
    const worker = this.#work().finally(() => this.#workers.delete(worker))
    this.#workers.add(worker)
  }

  async #work(): Promise<void> {
    while (this.#waiting.size > 0 && !this.#stopped) {
      const places = new Map(this.#waiting.entries().take(MOST_TOGETHER))
      for (const key of places.keys()) this.#waiting.delete(key)
      await this.#makeTogether(places).catch((thrown: unknown) => {
        for (const [key, place] of places) if (!this.#known.has(key)) this.#fail(key, place, thrown)
      })
    }
  }

  async #makeTogether(places: ReadonlyMap<string, ExportPlace>): Promise<void> {
    // Another node may have made them while they waited.
    for (const row of await readExports(this.#hub, [...places.values()])) this.#known.set(keyOf(row), row)
    const made = new Map<string, StandardExport>()
    for (const [key, place] of places) {
      if (this.#known.has(key)) continue
      if (this.#stopped) break
      await makeExport(this.#hub, place).then(
        (one) => made.set(key, one),
        (thrown: unknown) => this.#fail(key, place, thrown),
      )
    }
    if (made.size > 0) await recordExports(this.#hub, [...made.values()])
    for (const [key, one] of made) this.#known.set(key, one)
  }

  /** What cannot be said in the standard is left out; what failed for another reason is tried again when it is asked for again. */
  #fail(key: string, place: ExportPlace, thrown: unknown): void {
    const failures = (this.#failures.get(key) ?? 0) + 1
    const isFinal = thrown instanceof SkillError && thrown.code !== 'SERVICE_UNAVAILABLE'
    if (isFinal || failures >= MOST_ATTEMPTS) this.#known.set(key, undefined)
    this.#failures.set(key, failures)
    this.#hub.log.warn({ err: thrown, ...place }, 'a package could not be written in the form of the standard')
  }
}

function keyOf({ archive_sha256, name }: Pick<ExportPlace, 'archive_sha256' | 'name'>): string {
  return `${archive_sha256} ${name}`
}

function notYet(waiting: number): SkillError {
  return new SkillError('SERVICE_UNAVAILABLE', `The index is being made: still missing: ${counted(waiting, 'skill')}`, {
    hint: 'Ask again in a few seconds',
    details: { retry_after_seconds: 5 },
  })
}
