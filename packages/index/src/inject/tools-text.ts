import { type Action, estimateTokens } from '@skillwright/contract'
import { actionSignature, type Detail } from './action-signature.ts'
import { cutToLength, cutToTokens, firstSentence } from './cut-text.ts'
import { describeSkill } from './describe-skill.ts'
import type { InjectableSkill } from './injectable-skill.ts'

// The upper end of document C's costs for tools alone, less what the block around it takes.
const MAX_TOKENS = 75
const MAX_ACTIONS = 8
const MAX_LINE = 200
const MAX_DESCRIPTION = 1_024

/**
 * What a model must know to call a skill, in 50 to 100 tokens: what it does, its actions with their parameters, the tools
 * it needs. Where not everything fits, the types of optional parameters go first, then when to use it, then the rest.
 */
export function toolsText(skill: InjectableSkill): string {
  const description = cutToLength(describeSkill(skill), MAX_DESCRIPTION)
  const short = firstSentence(description)
  const actions = isCallable(skill) ? [...(skill.contract?.actions.values() ?? [])] : []
  const tools = toolsLine(skill)
  const write = (words: string, detail: Detail) => joinLines([words, ...calls(actions, detail), tools])
  const drafts: readonly [string, Detail][] = [
    [description, 'types'],
    [description, 'names'],
    [short, 'types'],
    [short, 'names'],
  ]
  for (const [words, detail] of drafts) {
    const text = write(words, detail)
    if (estimateTokens(text) <= MAX_TOKENS) return text
  }
  const rest = write('', 'required')
  return joinLines([cutToTokens(short, Math.max(MAX_TOKENS - estimateTokens(rest), MAX_TOKENS / 3)), rest])
}

/** A table of parameters may describe anything: without a script or an endpoint there is nothing to call. */
function isCallable({ contractSource, entry, capabilityType }: InjectableSkill): boolean {
  return contractSource !== 'parameter-table' || entry !== undefined || capabilityType === 'api'
}

function calls(actions: readonly Action[], detail: Detail): string[] {
  const lines = actions.slice(0, MAX_ACTIONS).map((action) => cutToLength(actionSignature(action, detail), MAX_LINE))
  const more = actions.length - MAX_ACTIONS
  return more > 0 ? [...lines, `(${more} more actions)`] : lines
}

function toolsLine({ toolsRequired = [], toolsOptional = [] }: InjectableSkill): string {
  const lists = [
    ...(toolsRequired.length > 0 ? [`Needs tools: ${toolsRequired.join(', ')}`] : []),
    ...(toolsOptional.length > 0 ? [`Optional tools: ${toolsOptional.join(', ')}`] : []),
  ]
  return cutToLength(lists.join('. '), MAX_LINE)
}

function joinLines(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n')
}
