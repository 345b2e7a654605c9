import { SkillError, type SkillResponse } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'
import { answerSource } from '../kinds/callee-of.ts'
import { codeOf, messageOf } from './run-outcome.ts'
import { triedInputs } from './tried-inputs.ts'
import { actionsOf, type TriedSkill } from './tried-skill.ts'
import type { Obstacle } from './verify-report.ts'

// The first start on a machine takes longer than any other; how long the skill itself may take is judged later.
const FIRST_SECONDS = 20

/** Makes one call that should work, to say at once when it is the machine that would fail every check; undefined when nothing is in the way. */
export async function findObstacle(original: Skill, { skill, runs, seed }: TriedSkill): Promise<Obstacle | undefined> {
  const source = answerSource(skill)
  if (source === 'person')
    return { code: 'TOOL_NOT_AVAILABLE', message: 'A person answers it, and a person cannot be tried out' }
  if (source === 'service')
    return {
      code: 'TOOL_NOT_AVAILABLE',
      message: 'A service elsewhere answers it: what holds for it today says nothing about this package tomorrow',
      hint: 'Try the service with: skillwright test',
    }
  for (const action of actionsOf(skill)) {
    const input = firstInput(() => triedInputs(action, { seed, count: 1, known: [] }))
    if (input === undefined) continue
    const request = { action: action.name, params: input.value }
    const { outcome, response } = await runs.runBare(skill, request, { timeoutSeconds: FIRST_SECONDS })
    return outcome === 'unavailable' ? toObstacle(response, skill, original) : undefined
  }
  return undefined
}

function firstInput(make: () => unknown[]): { value: unknown } | undefined {
  try {
    return { value: make()[0] }
  } catch (thrown) {
    // The check of valid inputs says so.
    if (thrown instanceof SkillError) return undefined
    throw thrown
  }
}

/** What to do is to be done with the skill, not with a copy that is gone by then. */
function toObstacle(response: SkillResponse, copy: Skill, original: Skill): Obstacle {
  const about = (text: string) => (copy.dir ? text.replaceAll(copy.dir, original.dir ?? original.id) : text)
  const { suggested_action: hint } = response.errors?.[0] ?? {}
  return {
    code: codeOf(response),
    message: about(messageOf(response)),
    ...(hint === undefined ? {} : { hint: about(hint) }),
  }
}
