import type { Skill } from '@skillwright/skill'
import type { SkillDocument } from '../skill-document.ts'
import { keptId } from './skill-record.ts'

type Readable = Pick<Skill, 'id' | 'name' | 'description' | 'tags' | 'sections' | 'body' | 'frontMatter'>

/** The words of a skill that are searched, under the id by which the index knows it. */
export function toDocument(
  { id: stated, name, description, tags, sections, body, frontMatter }: Readable,
  id: string = keptId(stated),
): SkillDocument {
  return {
    id,
    name,
    description,
    tags: [...tags, ...phrases(frontMatter.keywords)],
    triggers: [...sections.invocations, ...phrases(frontMatter.triggers), ...phrases(frontMatter.trigger)],
    whenToUse: [...sections.whenToUse, ...phrases(frontMatter.when_to_use)],
    whenNotToUse: sections.whenNotToUse,
    body,
  }
}

/** The phrases of a non-standard field: a list, or one text. */
function phrases(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
