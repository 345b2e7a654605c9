import { fullName } from '@skillwright/hub-api'
import { createRuntime } from '@skillwright/runtime'
import type { HubContext } from '../hub-context.ts'
import { refreshDocument } from '../registry/refresh-document.ts'
import { registryWrite } from '../store/registry-write.ts'
import { recordAudit } from './record-audit.ts'
import { leaseTask, returnTask, type VerifyAbility, type VerifyTask } from './verify-queue.ts'
import { type Verification, verifyVersion } from './verify-version.ts'

const IDLE_MS = 2_000
/** What one version may take, all together: seconds for an honest skill, and a bound for the others. */
const DEADLINE_MS = 3 * 60_000
/** Ending it, and writing down what was seen. */
const LEASE_MARGIN_MS = 60_000
/** Verifications at the same time: one that is slow does not hold up the rest. */
const AT_ONCE = 2
/** A version that ended the node each time is not tried again. */
const MOST_ATTEMPTS = 3

/** Options of startVerifyWorker. */
export interface VerifyWorkerOptions {
  readonly idleMs?: number
  readonly deadlineMs?: number
}

/** The worker of one node. */
export interface VerifyWorker extends AsyncDisposable {
  /** Does what waits now; ends when nothing does. */
  drain(): Promise<void>
}

/** Verifies what waits, a few at a time, in the sandbox. */
export function startVerifyWorker(
  hub: HubContext,
  { idleMs = IDLE_MS, deadlineMs = DEADLINE_MS }: VerifyWorkerOptions = {},
): VerifyWorker {
  const stop = new AbortController()
  const ability = abilityOf(hub, deadlineMs + LEASE_MARGIN_MS)
  const lane = async () => {
    while (!stop.signal.aborted) {
      const task = await leaseTask(hub, await ability)
      if (task === undefined) return
      const seen = await verify(hub, task, { signal: stop.signal, deadlineMs })
      if (stop.signal.aborted) await returnTask(hub, task)
      else await record(hub, task, seen)
    }
  }
  const drain = async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  }
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() => drain()).catch((error: unknown) => hub.log.error({ error }, 'verification failed'))
  }, idleMs)
  timer.unref()
  return {
    drain,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      stop.abort()
      await running
    },
  }
}

/** Found out once: a sandbox that is installed later is found by asking for another run. */
async function abilityOf(hub: HubContext, leaseMs: number): Promise<VerifyAbility> {
  await using runtime = await createRuntime({ contain: true, approve: () => 'withhold' })
  const { systemCallFilter } = await runtime.containment()
  return { containsSince: systemCallFilter ? hub.clock() : undefined, leaseMs }
}

async function verify(
  hub: HubContext,
  task: VerifyTask,
  options: Parameters<typeof verifyVersion>[2],
): Promise<Verification> {
  if (task.attempt <= MOST_ATTEMPTS) return verifyVersion(hub, task, options)
  const message = `It was begun ${MOST_ATTEMPTS} times, and the node that did so did not end it`
  return { outcome: 'unavailable', details: { code: 'RESOURCE_LIMIT_EXCEEDED', message } }
}

async function record(hub: HubContext, task: VerifyTask, { outcome, details }: Verification): Promise<void> {
  await registryWrite(hub.db, async (transaction) => {
    const at = hub.clock()
    await transaction
      .updateTable('checks')
      .set({ outcome, details: JSON.stringify(details), at, lease_until: null })
      .where('id', '=', task.id)
      .execute()
    await refreshDocument(transaction, task.skill_id)
    await recordAudit(transaction, {
      at,
      actor: 'hub',
      action: `verify.${outcome}`,
      subject: `${fullName(task)}@${task.version}`,
      details: 'report' in details ? { seed: details.report.seed, digest: details.report.digest } : { ...details },
    })
  })
}
