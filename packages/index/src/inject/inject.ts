import { counted } from '@skillwright/contract'
import { type TokenCounter, tokenCounter } from './count-tokens.ts'
import type { InjectableSkill } from './injectable-skill.ts'
import { type LeftOut, partitionSkills } from './left-out.ts'
import { packLevels } from './pack-levels.ts'
import { compareIds } from './rank-skills.ts'
import { refuseWrongBudget } from './refuse-wrong-budget.ts'
import { addedTokens, type SkillBlock, skillBlocks } from './skill-blocks.ts'
import { LEVEL_VALUES, type Level, PRODUCTION_LEVELS } from './skill-level.ts'
import { writeBlock } from './write-block.ts'

/** Options of inject. */
export interface InjectOptions {
  /** How many tokens may be added to the prompt. */
  readonly budget: number
  /** The model that will read it: its tokens are counted. */
  readonly model?: string | undefined
  /** The levels to choose from; by default all but the whole SKILL.md. */
  readonly levels?: readonly Level[] | undefined
}

/** A prompt with skills in it, and what became of each skill. */
export interface Injection {
  readonly prompt: string
  /** Tokens that were added; never more than the budget. */
  readonly tokens: number
  /** Tokens of the whole prompt. */
  readonly totalTokens: number
  /** False when the model's tokens can only be estimated; the estimate is meant to be high. */
  readonly exact: boolean
  /** The skills that are in it, in the order of the prompt. */
  readonly used: readonly UsedSkill[]
  /** The skills that are not: first those that did not fit, the most relevant one first. */
  readonly leftOut: readonly LeftOut[]
}

/** A skill that is in the prompt. */
interface UsedSkill {
  readonly id: string
  readonly level: Level
  readonly tokens: number
}

/**
 * Adds skills to a system prompt, each at the level at which all of them together are most useful within the budget.
 * They stand in the order of their ids, so that a prompt cache keeps what did not change from one message to the next.
 */
export function inject(
  prompt: string,
  skills: readonly InjectableSkill[],
  { budget, model, levels = PRODUCTION_LEVELS }: InjectOptions,
): Injection {
  refuseWrongBudget(budget)
  const count = tokenCounter(model)
  const { offered, leftOut } = partitionSkills(skills)
  const candidates = offered.map(({ skill, relevance }) => ({
    id: skill.id,
    relevance,
    blocks: skillBlocks(skill, levels, { count, budget }),
  }))
  const packed = packIntoPrompt(prompt, candidates, { budget, count })
  const taken = new Set(packed.used.map(({ id }) => id))
  const others = candidates.filter(({ id }) => !taken.has(id))
  return { ...packed, leftOut: [...others.map((each) => whyLeftOut(each, budget - packed.tokens)), ...leftOut] }
}

interface Candidate {
  readonly id: string
  readonly relevance: number
  readonly blocks: readonly SkillBlock[]
}

function packIntoPrompt(
  prompt: string,
  candidates: readonly Candidate[],
  { budget, count }: { budget: number; count: TokenCounter },
): Omit<Injection, 'leftOut'> {
  const before = count(prompt)
  const items = candidates.map(({ blocks, relevance }) =>
    blocks.map(({ level, tokens }) => ({ tokens, value: relevance * LEVEL_VALUES[level] })),
  )
  // What was packed is counted as it stands in the prompt. Where that is more than its parts, less is packed.
  for (let room = budget - firstBlockExtra(count); room > 0; ) {
    const choices = packLevels(items, room)
    const used = candidates
      .flatMap(({ id, blocks }, i) => {
        const block = blocks[choices[i] ?? -1]
        return block === undefined ? [] : { id, ...block }
      })
      .toSorted((a, b) => compareIds(a.id, b.id))
    if (used.length === 0) break
    const added = used.map(({ text }) => `\n\n${text}`).join('')
    const whole = count(prompt + added)
    const tokens = Math.max(count(added).tokens, whole.tokens - before.tokens)
    if (tokens <= budget) {
      return {
        prompt: prompt + added,
        tokens,
        totalTokens: whole.tokens,
        exact: whole.exact,
        used: used.map(({ id, level, tokens: own }) => ({ id, level, tokens: own })),
      }
    }
    const packed = used.reduce((sum, block) => sum + block.tokens, 0)
    room = Math.min(room - (tokens - budget), packed - 1)
  }
  return { prompt, tokens: 0, totalTokens: before.tokens, exact: before.exact, used: [] }
}

/** What the first block costs more than it would behind another. */
function firstBlockExtra(count: TokenCounter): number {
  const block = writeBlock('skill', 'skill')
  return Math.max(0, count(`\n\n${block}`).tokens - addedTokens(block, count, Number.POSITIVE_INFINITY))
}

function whyLeftOut({ id, blocks }: Candidate, left: number): LeftOut {
  const smallest = blocks.at(-1)
  if (smallest === undefined) return { id, reason: 'empty', message: 'It says nothing at the levels asked for' }
  const { level, tokens } = smallest
  if (!Number.isFinite(tokens)) {
    return { id, reason: 'budget', level, message: `Its smallest level (${level}) is far larger than the whole budget` }
  }
  const over = Math.max(1, tokens - left)
  const message = `Its smallest level (${level}) has ${counted(tokens, 'token')}, ${over} more than are left`
  return { id, reason: 'budget', level, tokens, over, message }
}
