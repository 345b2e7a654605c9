import { join } from 'node:path'
import { type ScanFinding, type Skill, scanSkill } from '@skillwright/skill'
import type { Runtime } from '../call/create-runtime.ts'
import type { RefusedHost } from '../contain/egress-proxy.ts'
import { eachOf, type ObservedRuns, type ObservedSetup, observeRuns } from './observe-runs.ts'
import { problemOf } from './run-outcome.ts'
import type { VerifiedCopy } from './verified-copy.ts'
import { toCheck, type VerifyCheck } from './verify-report.ts'

const WATCHED_RUNS = 6
// A skill may try endlessly many; a longer list would not be read.
const MAX_HOSTS = 20

/**
 * Looks at what a skill does beside answering: hosts it tries to reach, and what it left in its own folder. Some of its calls
 * are made once more for that, since what shows the attempts can be seen from inside; the other runs are like any other.
 * Programs and variables leave no trace outside of the sandbox, so those are looked for in the code.
 */
export async function checkUndeclared(
  copy: VerifiedCopy,
  runtime: Runtime,
  { runs, ...signals }: { readonly runs: ObservedRuns } & ObservedSetup,
): Promise<VerifyCheck> {
  const inCode = await undeclaredInCode(copy.skill)
  const { kind } = await runtime.containment()
  const network = kind === 'none' ? UNWATCHED : await watchNetwork(copy.skill, runtime, runs, signals)
  const isChanged = await copy.hasChanged()
  const { hosts, obstacles } = network
  return toCheck('undeclared', {
    passed: [hosts.length === 0 && obstacles.length === 0, !isChanged, inCode.length === 0].filter(Boolean).length,
    failures: [
      ...inCode.map(({ message, file, line }) => ({ problem: `${file}:${line ?? 1}: ${message}` })),
      ...hosts.map((host) => ({ problem: `It tried to reach ${host}, which it does not declare` })),
      ...(isChanged ? [{ problem: 'The runs changed files in the folder of the skill' }] : []),
    ],
    obstacles,
  })
}

interface SeenNetwork {
  readonly hosts: readonly string[]
  readonly obstacles: readonly string[]
}

const UNWATCHED: SeenNetwork = {
  hosts: [],
  obstacles: ['It ran without a sandbox, so the hosts that it reached were not seen'],
}

async function watchNetwork(
  skill: Skill,
  runtime: Runtime,
  { seen }: ObservedRuns,
  signals: ObservedSetup,
): Promise<SeenNetwork> {
  const hosts = new Set<string>()
  await using watching = await runtime.watched(({ host, port, reason }: RefusedHost) => {
    if (reason !== 'unresolved' && hosts.size < MAX_HOSTS) hosts.add(`${host.slice(0, 253)}:${port}`)
  })
  const runs = observeRuns(watching, { ...signals, dataDir: join(signals.dataDir, 'again') })
  const answered = seen.calls.filter(({ outcome }) => outcome === 'answered')
  const calls = (answered.length > 0 ? answered : seen.calls).slice(0, WATCHED_RUNS)
  const observed = await eachOf(calls, ({ action, input }) => runs.run(skill, { action, params: input }))
  const failed = observed.find(({ outcome }) => outcome === 'unavailable')
  if (failed !== undefined) return { hosts: [...hosts], obstacles: [problemOf(failed.response)] }
  return { hosts: [...hosts], obstacles: calls.length === 0 ? ['No run came far enough to be watched'] : [] }
}

/** What the scripts of a package do that its permissions do not list; an agent's script has none of its own. */
async function undeclaredInCode({ dir, dialect }: Skill): Promise<readonly ScanFinding[]> {
  if (dir === undefined || dialect === 'script') return []
  const { findings } = await scanSkill(dir)
  // What its author allows counts too: declaring it is the way, and verify is for users who did not write it.
  return findings.filter(({ rule }) => rule.startsWith('scan/undeclared-'))
}
