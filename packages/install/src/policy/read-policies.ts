import { dirname, join, resolve } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { userFolder } from '@skillwright/skill'
import type { Manifest } from '../manifest/manifest.ts'
import { type Project, readIfThere } from '../project.ts'
import { type Policy, readPolicy } from './policy.ts'

/**
 * The policies that hold for a project: the one its manifest names, the user's own (`policy.yaml` beside their other settings), and the one that SKILLWRIGHT_POLICY names. All
 * of them must allow what is installed. Throws when one that is named cannot be read.
 */
export async function readPolicies(
  project: Project,
  { policy }: Manifest,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Policy[]> {
  const named = [
    ...(policy === undefined ? [] : [resolve(dirname(project.manifestFile), policy)]),
    ...(env.SKILLWRIGHT_POLICY ? [resolve(env.SKILLWRIGHT_POLICY)] : []),
  ]
  const own = join(userFolder('config', env), 'policy.yaml')
  const ownText = await readIfThere(own)
  const policies = await Promise.all(
    named.map(async (file) => {
      const text = await readIfThere(file)
      if (text !== undefined) return readPolicy(text, file)
      throw new SkillError('DATA_NOT_FOUND', `There is no policy ${file}`, { hint: 'Nothing is installed without it' })
    }),
  )
  return ownText === undefined ? policies : [...policies, readPolicy(ownText, own)]
}
