import { SkillError } from '@skillwright/contract'
import { comparePermissions, type SkillFiles } from '@skillwright/skill'
import type { Lock, LockedSkill } from '../lock/lock.ts'
import { parsedPackage } from '../sources/parsed-package.ts'
import { inParallel } from '../transaction/in-parallel.ts'
import { bareName } from './resolve-lock.ts'

/**
 * Holds what a lock says of packages (what they may do, their licence, what they need) to what they say themselves: policies and people are asked about the one and get the
 * other. What was installed here with the same words has been looked at before. Throws INTEGRITY_FAILED.
 */
export async function checkFacts(
  lock: Lock,
  installed: Lock,
  filesOf: (skill: LockedSkill) => Promise<SkillFiles>,
): Promise<void> {
  const ids = new Map(lock.skills.map(({ name, id }) => [name, id]))
  const known = new Set(installed.skills.map((skill) => words(skill, ids)))
  const unknown = lock.skills.filter((skill) => !known.has(words(skill, ids)))
  await inParallel(unknown, async (skill) => {
    const said = parsedPackage(await filesOf(skill), skill.name)
    const needs = [...said.dependencies].map(([id, range]) => `${bareName(id)} ${range}`).toSorted()
    const wrong = [
      comparePermissions(skill.permissions, said.permissions).length > 0 ? 'what it may do' : undefined,
      skill.license === said.license ? undefined : 'its licence',
      needs.join('\n') === needsOf(skill, ids).join('\n') ? undefined : 'what it needs',
    ].filter((what) => what !== undefined)
    if (wrong.length > 0)
      throw new SkillError(
        'INTEGRITY_FAILED',
        `The lock says something else than the package of ${skill.id} ${skill.version} itself about ${wrong.join(' and ')}`,
        { hint: 'The lock was changed by hand: restore it, or delete it and run: skillwright install' },
      )
  })
}

function words(skill: LockedSkill, ids: ReadonlyMap<string, string>): string {
  return JSON.stringify([skill.name, skill.digest, skill.permissions, skill.license ?? '', needsOf(skill, ids)])
}

function needsOf({ dependencies }: LockedSkill, ids: ReadonlyMap<string, string>): string[] {
  return [...dependencies].map(([name, range]) => `${bareName(ids.get(name) ?? name)} ${range}`).toSorted()
}
