import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { createRuntime, type VerifyReport, verifySkill } from '@skillwright/runtime'
import { readSkill, unpackSkill } from '@skillwright/skill'
import { packageHome } from '../calls/laid-out-skills.ts'
import type { HubContext } from '../hub-context.ts'
import type { VerifyTask } from './verify-queue.ts'

/** What the hub saw of a version: the report of a verification, or why there is none. */
export type Verification =
  | { readonly outcome: VerifyReport['outcome']; readonly details: { readonly report: VerifyReport } }
  | { readonly outcome: 'unavailable'; readonly details: VerifyObstacle }

/** Why a version could not be verified, and what to do about it. */
interface VerifyObstacle {
  readonly code: string
  readonly message: string
  readonly hint?: string
}

/** Verifies a stored version, in the whole sandbox or not at all. */
export async function verifyVersion(
  hub: HubContext,
  task: VerifyTask,
  { signal, deadlineMs }: { readonly signal: AbortSignal; readonly deadlineMs: number },
): Promise<Verification> {
  const dir = await mkdtemp(join(tmpdir(), 'skill-'))
  try {
    const archive = await hub.blobs.read(task.archive_sha256)
    if (archive === undefined) throw new SkillError('SERVICE_UNAVAILABLE', 'The package is not in the store')
    const folder = join(dir, task.name)
    await unpackSkill(archive, folder, { digest: task.digest })
    // What runs may look at its path, and where that comes from: as in calls of it.
    const cacheDir = resolve(hub.config.dir, 'cache')
    await using runtime = await createRuntime({ contain: true, cacheDir, approve: () => 'withhold' })
    const shownAt = join(packageHome(cacheDir, task.digest), task.name)
    const options = { signal, deadlineMs, requireFilter: true, shownAt }
    const report = await verifySkill(await readSkill(folder), runtime, options)
    if (report.obstacle !== undefined) return { outcome: 'unavailable', details: relocated(report.obstacle, folder) }
    return { outcome: report.outcome, details: { report } }
  } catch (error) {
    if (error instanceof SkillError) return { outcome: 'unavailable', details: obstacleOf(error) }
    // Its text may hold anything of this machine; its operator finds it in the log.
    hub.log.error({ error, version: task.version_id }, 'verification failed')
    const message = 'The hub failed, not the skill'
    return { outcome: 'unavailable', details: { code: 'INTERNAL_ERROR', message, hint: 'See the log of the hub' } }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

function obstacleOf({ code, message, hint }: SkillError): VerifyObstacle {
  return { code, message, ...(hint === undefined ? {} : { hint }) }
}

/** Removes the path the hub had unpacked it to, which means nothing to a reader. */
function relocated({ code, message, hint }: VerifyObstacle, folder: string): VerifyObstacle {
  const here = (text: string) => text.replaceAll(folder, '.')
  return { code, message: here(message), ...(hint === undefined ? {} : { hint: here(hint) }) }
}
