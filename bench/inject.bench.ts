import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { countTokens, type InjectableSkill, inject, LEVEL_VALUES, type Level } from '@skillwright/index'
import { readSkill } from '@skillwright/skill'
import { type Measure, measure, speedRatio } from './measure.ts'

const CASES = 10_000
const LEVELS: readonly Level[] = ['full', 'overview-usage', 'overview', 'tools']

/** What the injector must show: never over the budget, as useful as trying everything, and little more than counting. */
export async function run(): Promise<Measure[]> {
  const { worst, over } = packRandomCases()
  const root = join(import.meta.dirname, '../skills')
  const names = readdirSync(root).filter((name) => name !== 'agents')
  const skills = await Promise.all(names.map((name) => readSkill(join(root, name))))
  return [
    measure({
      name: `inject: ${CASES.toLocaleString('en')} random cases, the worst usefulness`,
      value: worst,
      unit: 'of the best',
      baseline: 'the best of all choices, each counted as the text it makes',
      better: 'higher',
      target: 0.95,
    }),
    measure({
      name: `inject: ${CASES.toLocaleString('en')} random cases over budget`,
      value: over,
      unit: 'cases',
      baseline: 'the budget, counted on the prompt that came out',
      better: 'lower',
      target: 0,
    }),
    measure({
      name: `inject: ${skills.length} skills into 2,000 tokens`,
      value:
        1 /
        speedRatio(
          () => skills.map(({ body }) => countTokens(body)),
          () => inject('', skills, { budget: 2_000 }),
        ),
      unit: 'times the time',
      baseline: 'counting the tokens of their texts once',
      better: 'lower',
      target: 8,
    }),
  ]
}

interface Block {
  readonly text: string
  readonly tokens: number
  readonly value: number
}

function packRandomCases(): { worst: number; over: number } {
  const random = randomNumbers(1)
  const pool = Array.from({ length: 60 }, (_, i) => randomSkill(`skill-${i}`, random))
  const blocks = new Map(pool.map((skill) => [skill.id, blocksOf(skill)]))
  let worst = 1
  let over = 0
  for (let i = 0; i < CASES; i++) {
    const skills = Array.from({ length: 1 + random(6) }, () => ({
      ...(pool[random(pool.length)] ?? { id: 'none' }),
      score: 1 + random(20),
    })).filter(({ id }, k, all) => all.findIndex((other) => other.id === id) === k)
    const budget = random(900)
    const { prompt, used } = inject('', skills, { budget })
    if (countTokens(prompt).tokens > budget) over++
    const best = Math.max(...skills.map(({ score }) => score))
    const choices = skills.map(({ id, score }) =>
      (blocks.get(id) ?? []).map((block) => ({ ...block, value: (block.value * score) / best })),
    )
    const value = used.reduce((sum, { id, level }) => {
      const skill = skills.find((other) => other.id === id)
      return sum + (LEVEL_VALUES[level] * (skill?.score ?? 0)) / best
    }, 0)
    const most = bestValue(choices, budget, value)
    if (most > 0) worst = Math.min(worst, value / most)
  }
  return { worst, over }
}

function blocksOf(skill: InjectableSkill): Block[] {
  return LEVELS.flatMap((level) => {
    const { prompt, tokens, used } = inject('', [skill], { budget: 100_000, levels: [level] })
    return used.length === 0 ? [] : { text: prompt, tokens, value: LEVEL_VALUES[level] }
  })
}

/** The value of the best choice of blocks that fits, or `known` when none is better. */
function bestValue(choices: readonly (readonly Block[])[], budget: number, known: number): number {
  let combinations: Block[] = [{ text: '', tokens: 0, value: 0 }]
  for (const blocks of choices) {
    combinations = combinations.flatMap((taken) => [
      taken,
      ...blocks.map(({ text, tokens, value }) => ({
        text: taken.text + text,
        // Side by side two blocks share a token at most.
        tokens: taken.tokens + tokens - 1,
        value: taken.value + value,
      })),
    ])
  }
  const better = combinations.filter(({ tokens, value }) => value > known && tokens <= budget)
  const fitting = better.toSorted((a, b) => b.value - a.value).find(({ text }) => countTokens(text).tokens <= budget)
  return fitting?.value ?? known
}

const WORDS =
  'news summary of the feed topic. write **bold** `run()` x=1; 新闻 总结 今天 的 话题。 https://a.example/b'.split(' ')

function randomSkill(id: string, random: (bound: number) => number): InjectableSkill {
  const text = (most: number) => Array.from({ length: 3 + random(most) }, () => WORDS[random(WORDS.length)]).join(' ')
  const sections = [`## Overview\n\n${text(40)}`, `## Usage\n\n${text(80)}`, `## Examples\n\n${text(150)}`]
  // A third has no sections at all, as most real skills.
  const body = random(3) === 0 ? text(200) : `# ${id}\n\n${sections.join('\n\n')}`
  return { id, description: text(15), body }
}

function randomNumbers(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}
