import { SkillError } from '@skillwright/contract'
import { comparePermissions, type SkillFiles } from '@skillwright/skill'
import type { Lock, LockedSkill } from '../lock/lock.ts'
import { isMeant } from '../sources/is-meant.ts'
import { parsedPackage } from '../sources/parsed-package.ts'
import { inParallel } from '../transaction/in-parallel.ts'
import { dependencyId } from './resolve-lock.ts'

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
    const wrong = [
      comparePermissions(skill.permissions, said.permissions).length > 0 ? 'what it may do' : undefined,
      skill.license === said.license ? undefined : 'its licence',
      isNeeded(skill, said.dependencies, ids) ? undefined : 'what it needs',
      skill.hostRange === said.hermesVersion ? undefined : 'its host',
      isSameSet(skill.tools, said.toolsRequired) ? undefined : 'the tools it needs',
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
  const { name, digest, permissions, license = '', hostRange = '', tools } = skill
  const needs = [...skill.dependencies].map(([folder, range]) => `${ids.get(folder)} ${range}`)
  return JSON.stringify([name, digest, permissions, license, hostRange, tools.toSorted(), needs.toSorted()])
}

/** Whether the skills that a lock has for what a package needs are those: one of another scope has the same folder. */
function isNeeded(skill: LockedSkill, said: ReadonlyMap<string, string>, ids: ReadonlyMap<string, string>): boolean {
  const locked = [...skill.dependencies]
  return (
    locked.length === said.size &&
    [...said].every(([name, range]) =>
      locked.some(([folder, needed]) => needed === range && isMeant(dependencyId(name, skill), ids.get(folder) ?? '')),
    )
  )
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return new Set(one).symmetricDifference(new Set(other)).size === 0
}
