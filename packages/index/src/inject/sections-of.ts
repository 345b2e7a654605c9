import { parseSkill, type SkillSections } from '@skillwright/skill'

/** A heading and everything below it, up to the next of its level or higher. */
export interface Section {
  readonly level: number
  readonly title: string
  readonly text: string
  /** Its line in the body, from 0. */
  readonly line: number
}

const FRONT_MATTER = '---\nid: skill\n---\n'
const FIRST_LINE = 4

/** The known sections of a SKILL.md body, and every heading it has. */
export function sectionsOf(body: string): SkillSections & { readonly headings: readonly Section[] } {
  const { sections } = parseSkill(new Map([['SKILL.md', Buffer.from(FRONT_MATTER + body)]]))
  const found: readonly Section[] = 'headings' in sections && Array.isArray(sections.headings) ? sections.headings : []
  return { ...sections, headings: found.map((heading) => ({ ...heading, line: heading.line - FIRST_LINE })) }
}
