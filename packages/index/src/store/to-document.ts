import { type SkillHead, triggerLists } from '@skillwright/skill'
import type { SkillDocument } from '../skill-document.ts'
import { keptId } from './skill-record.ts'

type Readable = Pick<SkillHead, 'id' | 'name' | 'description' | 'tags' | 'body' | 'frontMatter'>

// When to use a skill stands near the top; a body may be of any length.
const MAX_LISTS = 32_000

/** The words of a skill that are searched, under the id by which the index knows it. */
export function toDocument(
  { id: stated, name, description, tags, body, frontMatter }: Readable,
  id: string = keptId(stated),
): SkillDocument {
  const { whenToUse, whenNotToUse, invocations, exampleInputs } = triggerLists(body.slice(0, MAX_LISTS))
  return {
    id,
    name,
    description,
    tags: [...tags, ...phrases(frontMatter.keywords)],
    triggers: [...invocations, ...phrases(frontMatter.triggers), ...phrases(frontMatter.trigger)],
    whenToUse: [...whenToUse, ...phrases(frontMatter.when_to_use)],
    whenNotToUse,
    exampleInputs,
    body,
  }
}

/** The phrases of a non-standard field: a list, or one text. */
function phrases(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
