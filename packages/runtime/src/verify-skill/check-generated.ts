import {
  type Action,
  invalidInputs,
  jsonEquals,
  SkillError,
  type SkillResponse,
  validInputs,
} from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'
import { eachOf, type ObservedRuns } from './observe-runs.ts'
import { toCheck, type VerifyCheck, type VerifyFailure } from './verify-report.ts'

/** How generated inputs are tried. */
export interface Generated {
  readonly runs: ObservedRuns
  readonly seed: number
  readonly count: number
}

/** Answers that no input the contract allows may lead to. */
const BROKEN = new Set([
  'INVALID_OUTPUT',
  'TOOL_EXECUTION_FAILED',
  'TOOL_TIMEOUT',
  'OUTPUT_TOO_LARGE',
  'RESOURCE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
])
/** The same for inputs that it does not allow: a skill that says itself that it failed has not crashed. */
const CRASHED = new Set([...BROKEN].filter((code) => code !== 'INTERNAL_ERROR'))

/** Tries inputs that the contract allows: each answer must keep the contract, or refuse with an error of its own. */
export async function checkValidInputs(skill: Skill, { runs, seed, count }: Generated): Promise<VerifyCheck> {
  const failures: VerifyFailure[] = []
  let passed = 0
  let refused = 0
  const calls = actionsOf(skill).flatMap((action) => inputsFor(action, seed, count, failures))
  const responses = await eachOf(calls, ({ action, input }) => runs.run(skill, { action, params: input }))
  for (const [i, response] of responses.entries()) {
    if (BROKEN.has(codeOf(response))) failures.push({ ...calls[i], problem: problemOf(response) })
    else passed++
    if (response.status === 'failed' && !BROKEN.has(codeOf(response))) refused++
  }
  const notes = refused === 0 ? [] : [`${refused} of them were refused by the skill itself, with an error code`]
  return toCheck('valid-inputs', passed, failures, notes)
}

/** Tries inputs that the contract forbids: the contract must refuse them, and the script must survive them without it. */
export async function checkInvalidInputs(skill: Skill, { runs, seed, count }: Generated): Promise<VerifyCheck> {
  const calls = actionsOf(skill).flatMap((action) =>
    invalidInputs(action.input.schema, { seed, count, policy: 'friendly' }).map(({ value, violation }) => ({
      action: action.name,
      input: value,
      rule: `${violation.keyword} at ${violation.path || '/'}`,
    })),
  )
  const unguarded: Skill = { ...skill, contract: undefined }
  const judged = await eachOf(calls, async ({ action, input, rule }) => {
    const guarded = await runs.run(skill, { action, params: input })
    if (guarded.status !== 'failed') return { problem: `The contract let through what breaks ${rule}`, action, input }
    const bare = await runs.run(unguarded, { action, params: input }, limitOf(skill, action))
    if (bare.status !== 'failed') return 'taken'
    return CRASHED.has(codeOf(bare)) ? { problem: `${rule}: ${problemOf(bare)}`, action, input } : 'refused'
  })
  const failures = judged.filter((one) => typeof one === 'object')
  const taken = judged.filter((one) => one === 'taken').length
  const notes = taken === 0 ? [] : [`${taken} of them only the contract refused, the script itself took them`]
  return toCheck('invalid-inputs', judged.length - failures.length, failures, notes)
}

/** Repeats inputs of the actions that are declared idempotent: the data must be the same. */
export async function checkIdempotency(skill: Skill, { runs, seed, count }: Generated): Promise<VerifyCheck> {
  const actions = actionsOf(skill).filter(({ idempotent }) => idempotent)
  const calls = actions.flatMap((action) => [
    ...examplesOf(skill, action),
    ...inputsFor(action, seed, Math.ceil(count / 4), []),
  ])
  const failures = await eachOf(calls, async ({ action, input }): Promise<VerifyFailure | undefined> => {
    const first = await runs.run(skill, { action, params: input })
    const second = await runs.run(skill, { action, params: input })
    const isSame = first.status === second.status && jsonEquals(first.data ?? null, second.data ?? null)
    return isSame ? undefined : { problem: 'The second answer was another one', action, input }
  })
  const real = failures.filter((failure) => failure !== undefined)
  const notes = actions.length === 0 ? ['no action is declared idempotent'] : []
  return toCheck('idempotency', calls.length - real.length, real, notes)
}

interface GeneratedCall {
  readonly action: string
  readonly input: unknown
}

function inputsFor(action: Action, seed: number, count: number, failures: VerifyFailure[]): GeneratedCall[] {
  try {
    return validInputs(action.input.schema, { seed, count }).map((input) => ({ action: action.name, input }))
  } catch (thrown) {
    if (!(thrown instanceof SkillError)) throw thrown
    failures.push({ action: action.name, problem: `No valid input can be found: ${thrown.message}` })
    return []
  }
}

function examplesOf(skill: Skill, { name }: Action): GeneratedCall[] {
  const only = skill.contract?.actions.size === 1 ? name : undefined
  return skill.examples
    .filter((example) => (example.action ?? only) === name)
    .map(({ input }) => ({ action: name, input }))
}

function actionsOf(skill: Skill): readonly Action[] {
  return [...(skill.contract?.actions.values() ?? [])]
}

/** Without its contract a skill would get document B's five minutes. */
function limitOf(skill: Skill, action: string): { timeoutSeconds?: number } {
  const timeoutSeconds = skill.timeoutSeconds ?? skill.contract?.action(action).timeoutSeconds
  return timeoutSeconds === undefined ? {} : { timeoutSeconds }
}

function codeOf({ errors }: SkillResponse): string {
  return errors?.[0]?.code ?? ''
}

function problemOf({ errors }: SkillResponse): string {
  const [error] = errors ?? []
  return `${error?.code}: ${error?.message}`
}
