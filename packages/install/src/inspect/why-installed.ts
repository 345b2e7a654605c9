import { SkillError } from '@skillwright/contract'
import type { Lock } from '../lock/lock.ts'

/** A way from what was asked for to a skill: the wish first, then each skill that needs the next. */
export interface WhyChain {
  readonly asked: string
  readonly steps: readonly {
    readonly name: string
    readonly version: string /** What the one before asks for. */
    readonly range?: string
  }[]
}

const MOST_CHAINS = 20

/** Why a skill is installed: every way to it, the shortest first. Throws DATA_NOT_FOUND for one that is not. */
export function whyInstalled({ roots, skills }: Lock, what: string): WhyChain[] {
  const byName = new Map(skills.map((skill) => [skill.name, skill]))
  const target = skills.find(({ name, id }) => name === what || id === what || id === `@${what}`)
  if (target === undefined)
    throw new SkillError('DATA_NOT_FOUND', `${what} is not installed`, { hint: 'See what is: skillwright list' })
  const found: WhyChain[] = []
  // Breadth first, each skill once for each wish, so that circles end and the shortest way is told.
  for (const { asked, names } of roots) {
    const seen = new Set<string>()
    const queue = names.flatMap((name): WhyChain['steps'][] => {
      const skill = byName.get(name)
      return skill === undefined ? [] : [[{ name, version: skill.version }]]
    })
    for (let steps = queue.shift(); steps !== undefined; steps = queue.shift()) {
      const last = byName.get(steps.at(-1)?.name ?? '')
      if (last === undefined || seen.has(last.name)) continue
      seen.add(last.name)
      if (last === target) {
        found.push({ asked, steps })
        break
      }
      for (const [name, range] of last.dependencies) {
        const needed = byName.get(name)
        if (needed !== undefined) queue.push([...steps, { name, version: needed.version, range }])
      }
    }
  }
  return found.toSorted((a, b) => a.steps.length - b.steps.length).slice(0, MOST_CHAINS)
}
