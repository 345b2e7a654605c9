import { SkillError } from '@skillwright/contract'
import type { AnswerOf, INJECT_SKILLS, Wire } from '@skillwright/hub-api'
import { type InjectableSkill, inject } from '@skillwright/index'
import { parseSkill } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { readPackageFiles } from '../registry/read-package-files.ts'
import { type FoundSkill, searchSkills } from './search-skills.ts'

/** Finds the skills for a message that the principal may see, and fits them into a prompt. */
export async function injectSkills(
  hub: HubContext,
  principal: Principal,
  { message, prompt, budget, top, model }: Wire<(typeof INJECT_SKILLS)['schema']['body']>,
): Promise<AnswerOf<typeof INJECT_SKILLS>> {
  const { items } = await searchSkills(hub, principal, { query: message, limit: top })
  const skills = await Promise.all(items.map((found) => readSkillOf(hub, principal, found)))
  const { used, leftOut, totalTokens, ...injected } = inject(prompt, skills, { budget, model })
  const levels = new Map(used.map((one) => [one.id, one]))
  const reasons = new Map(leftOut.map((one) => [one.id, one.message]))
  return {
    offers: items.map(({ name, scope, skill, latest, title, score, why }) => ({
      name,
      scope,
      skill,
      version: latest ?? '',
      title: title ?? skill,
      score,
      why,
      level: levels.get(name)?.level ?? null,
      tokens: levels.get(name)?.tokens ?? null,
      left_out: levels.has(name) ? null : (reasons.get(name) ?? null),
    })),
    prompt: injected.prompt,
    tokens: injected.tokens,
    total_tokens: totalTokens,
    exact: injected.exact,
  }
}

async function readSkillOf(hub: HubContext, principal: Principal, found: FoundSkill): Promise<InjectableSkill> {
  const { name, scope, skill, latest, score } = found
  try {
    const place = { scope, name: skill, version: latest ?? 'latest' }
    const read = parseSkill(await readPackageFiles(hub, principal, place))
    return { ...read, id: name, score }
  } catch (thrown) {
    // It may be seen, and not be used.
    if (!(thrown instanceof SkillError) || thrown.code === 'INTERNAL_ERROR') throw thrown
    return { id: name, score, hidden: thrown.message }
  }
}
