/** How much of a skill is injected, from most to least: document C's four strategies. */
export const LEVELS = ['full', 'overview-usage', 'overview', 'tools'] as const

/** One of the four strategies. */
export type Level = (typeof LEVELS)[number]

/** The levels chosen from unless others are asked for: at most what document C recommends for production. */
export const PRODUCTION_LEVELS: readonly Level[] = LEVELS.filter((level) => level !== 'full')

/** What a level is worth to the model, as a share of the whole SKILL.md. The first tokens of a skill say the most. */
export const LEVEL_VALUES: Readonly<Record<Level, number>> = {
  full: 1,
  'overview-usage': 0.9,
  overview: 0.6,
  tools: 0.35,
}
