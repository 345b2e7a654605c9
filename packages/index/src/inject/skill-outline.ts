import type { SkillSections } from '@skillwright/skill'
import { cutToTokens } from './cut-text.ts'
import { type Section, sectionsOf } from './sections-of.ts'
import { isAboutElse, usageSection } from './usage-section.ts'

// The upper ends of document C's costs, for what is chosen here. What an author wrote under Overview or Usage is never cut.
const OVERVIEW_TOKENS = 180
const USAGE_TOKENS = 380
const MAX_ITEMS = 20

/** The parts of a SKILL.md body that a prompt is made of. */
export interface SkillOutline {
  /** Beside the description. */
  readonly overview: string
  /** Empty when no section says how the skill is used. */
  readonly usage: string
  /** True when the body shows examples itself. */
  readonly hasExamples: boolean
}

/**
 * The Overview and the Usage of a SKILL.md body. Most real skills have neither: then the first words and when to use it
 * are the overview, and a section of steps or instructions is the usage.
 */
export function skillOutline(body: string, description: string): SkillOutline {
  const { headings, ...sections } = sectionsOf(body)
  const overview = headings.find((section) => sections.overview !== '' && section.text === sections.overview)
  const parts = topSections(headings)
  const usage = usageSection(headings, overview)
  const first =
    introOf(body, headings) ||
    (parts.find((part) => part !== usage?.section && !isAboutElse(part) && !isWhenToUse(part, sections))?.text ?? '')
  const stated = overview && overview.text !== description ? withHeading(overview) : ''
  return {
    overview: overview ? stated : cutToTokens(opening(first, description, sections), OVERVIEW_TOKENS),
    usage:
      usage === undefined
        ? ''
        : usage.isNamed
          ? withHeading(usage.section)
          : cutToTokens(withHeading(usage.section), USAGE_TOKENS),
    hasExamples: sections.examples.length > 0,
  }
}

function opening(first: string, description: string, { whenToUse }: SkillSections): string {
  const when = whenToUse.slice(0, MAX_ITEMS).filter((item) => !first.includes(item) && !description.includes(item))
  const list = when.length === 0 ? '' : ['When to use:', ...when.map((item) => `- ${item}`)].join('\n')
  const said = first === description ? '' : first
  return [said, list].filter((text) => text !== '').join('\n\n')
}

/** The sections below the title. */
function topSections(headings: readonly Section[]): readonly Section[] {
  const below = headings[0]?.level === 1 && headings.length > 1 ? headings.slice(1) : headings
  const top = below.reduce((least, { level }) => Math.min(least, level), 7)
  return below.filter(({ level }) => level === top)
}

/** What stands in front of the first section: above the first heading, or between the title and the next one. */
function introOf(body: string, headings: readonly Section[]): string {
  const [first, second] = headings
  const lines = body.split('\n')
  const above = lines.slice(0, first?.line).join('\n').trim()
  if (above !== '' || first === undefined) return above
  return first.level === 1
    ? lines
        .slice(first.line + 1, second?.line)
        .join('\n')
        .trim()
    : ''
}

/** True for a section that says only when the skill is to be used, and when not. */
function isWhenToUse({ text }: Section, { whenToUse, whenNotToUse }: SkillSections): boolean {
  const said = new Set([...whenToUse, ...whenNotToUse])
  const items = text.split('\n').filter((line) => LIST_ITEM.test(line))
  return items.length > 0 && items.every((item) => said.has(item.replace(LIST_ITEM, '').trim()))
}

const LIST_ITEM = /^ {0,3}(?:[-*+•]|\d{1,4}[.)、])\s*(?=\S)/

function withHeading({ level, title, text }: Section): string {
  return `${'#'.repeat(level)} ${title}\n\n${text}`
}
