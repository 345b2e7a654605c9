import type { Run } from '@skillwright/jobs'
import { credentialsFromEnvironment, type RunOptions } from '@skillwright/runtime'
import type { Skill } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import { placeOfRun } from './run-document.ts'
import { secretsFor } from './secrets.ts'

/** What the scope of a skill has set for a run of it: variables for its process, and the first of them as the credential that a service is shown. */
export async function runSecrets(
  hub: HubContext,
  run: Run,
  { permissions }: Skill,
): Promise<Pick<RunOptions, 'env' | 'remote'>> {
  const env = await secretsFor(hub, placeOfRun(run), permissions.env)
  if (env === undefined) return {}
  const credential = permissions.env.find((name) => env[name] !== undefined)
  return { env, ...(credential && { remote: { credential, credentials: credentialsFromEnvironment(env) } }) }
}
