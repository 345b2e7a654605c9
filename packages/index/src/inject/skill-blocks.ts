import type { TokenCounter } from './count-tokens.ts'
import type { InjectableSkill } from './injectable-skill.ts'
import { levelTexts } from './level-texts.ts'
import { LEVELS, type Level } from './skill-level.ts'
import { writeBlock } from './write-block.ts'

/** A skill's block at one level. */
export interface SkillBlock {
  readonly level: Level
  readonly text: string
  /** What it adds to a prompt behind another block; infinite when it is far more than the whole budget. */
  readonly tokens: number
}

/** The blocks of a skill from largest to smallest. Each is smaller than the one before; a level that is not is no choice. */
export function skillBlocks(
  skill: InjectableSkill,
  levels: readonly Level[],
  { count, budget }: { count: TokenCounter; budget: number },
): SkillBlock[] {
  const texts = levelTexts(skill)
  const blocks: SkillBlock[] = []
  for (const level of LEVELS) {
    const content = texts[level]
    if (content === undefined || !levels.includes(level)) continue
    const text = writeBlock(skill.id, content)
    const tokens = addedTokens(text, count, budget)
    if (blocks.length === 0 || tokens < (blocks.at(-1)?.tokens ?? 0)) blocks.push({ level, text, tokens })
    else if (tokens === Number.POSITIVE_INFINITY) blocks.splice(-1, 1, { level, text, tokens })
  }
  return blocks
}

/** What a block adds behind another one: tokens reach across the edge between the two, so they are counted in place. */
export function addedTokens(block: string, count: TokenCounter, budget: number): number {
  const before = count(BEFORE).tokens
  const limit = budget + before + TOLD
  const { tokens } = count(`${BEFORE}\n\n${block}`, limit)
  return tokens > limit ? Number.POSITIVE_INFINITY : tokens - before
}

const BEFORE = '</skill>'
// How far above the budget is counted, so that it can be said how much was missing.
const TOLD = 2_000
