import { join } from 'node:path'
import { counted } from '@skillwright/contract'
import { tokenCounter } from './count-tokens.ts'
import { cutToLength } from './cut-text.ts'
import { describeSkill } from './describe-skill.ts'
import type { InjectableSkill } from './injectable-skill.ts'
import { type LeftOut, partitionSkills } from './left-out.ts'
import { compareIds } from './rank-skills.ts'
import { refuseWrongBudget } from './refuse-wrong-budget.ts'
import { escapeXml } from './write-block.ts'

/** Options of catalog. */
export interface CatalogOptions {
  /** How many tokens it may have. */
  readonly budget: number
  /** How many characters it may have, for hosts that count those (Codex: 8,000). */
  readonly maxCharacters?: number | undefined
  /** The model that will read it: its tokens are counted. */
  readonly model?: string | undefined
}

/** The Agent Skills catalog, and what became of each skill. */
export interface Catalog {
  /** The `<available_skills>` block; empty when it holds no skill. */
  readonly text: string
  readonly tokens: number
  /** False when the model's tokens can only be estimated; the estimate is meant to be high. */
  readonly exact: boolean
  /** The skills that are in it, in its order. */
  readonly used: readonly CatalogEntry[]
  /** The skills that are not: first those that did not fit, the most relevant one first. */
  readonly leftOut: readonly LeftOut[]
}

/** A skill that is in the catalog. */
interface CatalogEntry {
  readonly id: string
  /** How many characters its description lost; 0 when it is whole. */
  readonly cut: number
}

// Hermes' own limit: a description of that length can still say what a skill is for. Below it, fewer skills say more.
const SHORTEST_DESCRIPTION = 60
// The standard's own limit.
const LONGEST_DESCRIPTION = 1_024
// Less than the tags of any entry take: so many skills at most are worth trying.
const ENTRY_TOKENS = 12
const ENTRY_CHARACTERS = 60

/**
 * Writes the catalog of the Agent Skills standard within a budget. What is too much is taken from the longest descriptions
 * first, down to 60 characters; then the least relevant skills are left out. Both are reported.
 */
export function catalog(
  skills: readonly InjectableSkill[],
  { budget, maxCharacters = Number.POSITIVE_INFINITY, model }: CatalogOptions,
): Catalog {
  refuseWrongBudget(budget)
  const count = tokenCounter(model)
  const { offered, leftOut } = partitionSkills(skills)
  const all = offered.map(({ skill }) => ({ skill, description: describeSkill(skill) }))
  const entries = all.filter(({ description }) => description !== '')
  const most = Math.min(budget / ENTRY_TOKENS, maxCharacters / ENTRY_CHARACTERS, entries.length)
  const fits = (number: number, length: number) => {
    const text = writeCatalog(entries.slice(0, number), length)
    return text.length <= maxCharacters && count(text, budget).tokens <= budget
  }
  const number = largest(0, Math.floor(most), (tried) => fits(tried, SHORTEST_DESCRIPTION))
  const length = largest(SHORTEST_DESCRIPTION, LONGEST_DESCRIPTION, (tried) => fits(number, tried))
  const kept = entries.slice(0, number).toSorted(byId)
  const text = writeCatalog(kept, length)
  const { tokens, exact } = count(text)
  return {
    text,
    tokens,
    exact,
    used: kept.map(({ skill: { id }, description }) => ({ id, cut: charactersCut(description, length) })),
    leftOut: [
      ...entries.slice(number).map(({ skill: { id } }) => ({ id, reason: 'budget' as const, message: noRoom(number) })),
      ...all.filter(({ description }) => description === '').map(({ skill: { id } }) => ({ id, ...NOTHING_SAID })),
      ...leftOut,
    ],
  }
}

interface Entry {
  readonly skill: InjectableSkill
  readonly description: string
}

const NOTHING_SAID = { reason: 'empty', message: 'It has no description, and no text to take one from' } as const

function noRoom(number: number): string {
  return `There is room for ${counted(number, 'skill')}, and more relevant ones took it`
}

/** The catalog as the standard's own tool writes it, with descriptions of at most so many characters. */
function writeCatalog(entries: readonly Entry[], length: number): string {
  if (entries.length === 0) return ''
  const lines = entries.toSorted(byId).flatMap(({ skill, description }) => {
    const location = skill.location ?? (skill.dir === undefined ? undefined : join(skill.dir, 'SKILL.md'))
    return [
      '<skill>',
      ...element('name', skill.id),
      ...element('description', cutToLength(description, length)),
      ...(location === undefined ? [] : element('location', location)),
      '</skill>',
    ]
  })
  return ['<available_skills>', ...lines, '</available_skills>'].join('\n')
}

function byId(a: Entry, b: Entry): number {
  return compareIds(a.skill.id, b.skill.id)
}

function element(tag: string, text: string): string[] {
  return [`<${tag}>`, escapeXml(text), `</${tag}>`]
}

function charactersCut(description: string, length: number): number {
  // The mark of the cut is no part of the description.
  return description.length <= length ? 0 : description.length - cutToLength(description, length).length + 1
}

/** The largest whole number up to `high` that holds, where all smaller ones hold too; `low` is taken to. */
function largest(low: number, high: number, holds: (number: number) => boolean): number {
  if (high <= low || holds(high)) return Math.max(low, high)
  let [yes, no] = [low, high]
  while (no - yes > 1) {
    const middle = Math.floor((yes + no) / 2)
    if (holds(middle)) yes = middle
    else no = middle
  }
  return yes
}
