import { SkillError } from '@skillwright/contract'
import type { MirrorRun } from './mirror-run.ts'

const TRANSIENT: ReadonlySet<string> = new Set([
  'FETCH_FAILED',
  'TOOL_TIMEOUT',
  'RATE_LIMIT_EXCEEDED',
  'EXTERNAL_SERVICE_ERROR',
  'SERVICE_UNAVAILABLE',
  'INTEGRITY_FAILED',
])

/** True for a failure that may not occur again on a retry. */
export function isTransient({ code }: SkillError): boolean {
  return TRANSIENT.has(code)
}

const SUSPICIOUS_IN_A_ROW = 3

/** Runs tasks one after the other, so that one that fails does not stop the rest. */
export class Attempts {
  readonly #run: MirrorRun
  readonly #probe: () => Promise<unknown>
  #inARow = 0

  /** `probe` throws when the other registry cannot be used at all. */
  constructor(run: MirrorRun, probe: () => Promise<unknown>) {
    this.#run = run
    this.#probe = probe
  }

  /** Does the work for a skill; what it throws is reported. True unless it is worth another try. Throws when nothing works any more, there or here. */
  async try(subject: string, work: () => Promise<void>): Promise<boolean> {
    await this.#run.keep()
    try {
      await work()
      this.#inARow = 0
      return true
    } catch (thrown) {
      if (!(thrown instanceof SkillError) || this.#run.signal.aborted) throw thrown
      const { code, message } = thrown
      this.#run.report.failed.push({ subject: subject.slice(0, 200), code, message: message.slice(0, 500) })
      if (!isTransient(thrown)) return true
      if (++this.#inARow % SUSPICIOUS_IN_A_ROW === 0) await Promise.all([this.#probe(), this.#run.hub.blobs.check()])
      return false
    }
  }
}
