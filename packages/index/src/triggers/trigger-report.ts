/** Counts of trigger tests; a rate is null where nothing was counted. */
export interface TriggerCounts {
  /** Messages for which the skill should be found. */
  readonly should: number
  /** Those of them for which it was offered. */
  readonly found: number
  /** Those of them for which it triggered: it was the best offered, or as good as the best. */
  readonly triggered: number
  /** The share for which it was offered. */
  readonly recall: number | null
  /** Messages for which it should not be found. */
  readonly shouldNot: number
  /** Those of them for which it was offered, be it beside a better one. */
  readonly falselyOffered: number
  /** Those of them for which it triggered. */
  readonly falsely: number
  readonly falseRate: number | null
}

/** A message that was not answered as its test says. */
export interface WrongTrigger {
  readonly query: string
  readonly shouldTrigger: boolean
  /** Place of the skill among the results, from 1; null when it was not among them. */
  readonly rank: number | null
  /** The skills that were offered instead or as well, the best first. */
  readonly others: readonly string[]
}

/** How the tests of one skill went. */
export interface SkillTriggers extends TriggerCounts {
  readonly id: string
  readonly wrong: readonly WrongTrigger[]
}

/** A message of one skill for which another one is as good as found. */
export interface Contest {
  readonly query: string
  /** The skill whose test it is. */
  readonly of: string
  readonly rank: number | null
  readonly rivalRank: number
}

/** Two skills that are easily taken for each other. */
export interface ConfusedPair {
  readonly skills: readonly [string, string]
  readonly contests: readonly Contest[]
  /** Asked with the description of one, the score of the other as a share of its own; null when they are not near. */
  readonly nearness: number | null
}

/** How the trigger tests of many skills went. */
export interface TriggerReport {
  /** True when every skill was offered where it should, and triggered nowhere that it should not. */
  readonly ok: boolean
  /** What counts as offered: among the first `topK`, with at least this score and this share of the best one. */
  readonly topK: number
  readonly minScore: number
  readonly minShare: number
  /** What counts as triggered: offered, and no further below the best score than this share of it. */
  readonly margin: number
  readonly total: TriggerCounts
  /** The skills that have tests, by id. */
  readonly skills: readonly SkillTriggers[]
  /** The skills that have none, by id. */
  readonly untested: readonly string[]
  /** The worst first. */
  readonly confused: readonly ConfusedPair[]
  /** How many skills were looked for by their own description, of how many that have one. */
  readonly descriptions: { readonly checked: number; readonly of: number }
}
