import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { packSkill, readSkill } from '@skillwright/skill'
import type { HubContext } from './hub-context.ts'
import { createOrganisation } from './people/organisations.ts'
import { setOfficial } from './people/scopes.ts'
import { scopesOfRole } from './people/token-scopes.ts'
import type { Principal } from './principal.ts'
import { type PublishOutcome, publishSkill } from './registry/publish-skill.ts'

const SCOPE = 'official'

/** Publishes every skill folder under a folder as `@official/…`, in the name of the first administrator; what is there already stays. */
export async function publishExamples(hub: HubContext, root: string): Promise<PublishOutcome[]> {
  const admin = await firstAdmin(hub)
  await unlessThere(async () => {
    await createOrganisation(hub, admin, { handle: SCOPE, displayName: 'Official skills' })
    await setOfficial(hub, { ...admin, isHub: true }, { scope: SCOPE, official: true })
  })
  const outcomes: PublishOutcome[] = []
  for (const folder of await skillFolders(root)) {
    const skill = await readSkill(folder)
    const { archive, digest } = await packSkill(folder)
    const request = { scope: SCOPE, name: skill.id, version: skill.version ?? '', archive, digest }
    const outcome = await unlessThere(() => publishSkill(hub, admin, request))
    if (outcome !== undefined) outcomes.push(outcome)
  }
  return outcomes
}

async function firstAdmin(hub: HubContext): Promise<Principal> {
  const person = await hub.db
    .selectFrom('people')
    .select(['id', 'handle', 'role'])
    .where('role', '=', 'admin')
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  return { person, scopes: new Set(scopesOfRole('admin')) }
}

async function skillFolders(root: string): Promise<string[]> {
  const files = await readdir(root, { withFileTypes: true })
  const folders = files.filter((file) => file.isDirectory()).map(({ name }) => join(root, name))
  const skills = await Promise.all(folders.map(async (folder) => (await readdir(folder)).includes('SKILL.md')))
  return folders.filter((_, i) => skills[i]).sort()
}

async function unlessThere<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SkillError && error.code === 'CONFLICT') return undefined
    throw error
  }
}
