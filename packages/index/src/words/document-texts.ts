import type { SkillDocument } from '../skill-document.ts'
import { FIELD_RULES, type Field, MAX_NEGATIVE_CHARS } from './field.ts'
import { nameKey } from './name-key.ts'
import { splitNegative } from './negative-text.ts'
import { plainText } from './split-words.ts'

/** What is indexed of a document. */
export interface DocumentTexts {
  /** What it says in each field, in the order of FIELD_RULES, cut to what is read of it. */
  readonly fields: readonly string[]
  /** What it says it is not for. */
  readonly against: string
}

/** Gathers the text of each field of a document; what its description and body exclude is kept apart. */
export function documentTexts({
  id,
  name,
  description,
  tags,
  triggers,
  whenToUse,
  whenNotToUse,
  body,
}: SkillDocument): DocumentTexts {
  const known = (whenNotToUse ?? []).slice(0, MAX_ITEMS)
  const described = splitNegative(head(description, 'description'))
  const used = splitNegative(head(joined(whenToUse), 'whenToUse'))
  const read = splitNegative(head(body, 'body'), known)
  const texts: Record<Field, string> = {
    name: plainText(namesOf(id, name).slice(0, MAX_CHARS.name)),
    triggers: head(joined(triggers), 'triggers'),
    tags: head(joined(tags), 'tags'),
    description: described.positive,
    whenToUse: used.positive,
    body: read.positive,
  }
  const against = [joined(known), described.negative, used.negative, read.negative].join('\n')
  return {
    fields: FIELD_RULES.map(({ field }) => texts[field]),
    against: plainText(against.slice(0, MAX_NEGATIVE_CHARS)),
  }
}

/** The name, and what the id adds to it. */
function namesOf(id: string, name = ''): string {
  const own = idName(id)
  return nameKey(own) === nameKey(name) ? name : `${name} ${own}`
}

/** The part of an id that names the skill: `news/daily-digest` is a daily digest. */
export function idName(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1)
}

const MAX_CHARS = Object.fromEntries(FIELD_RULES.map(({ field, maxChars }) => [field, maxChars])) as Record<
  Field,
  number
>
const MAX_ITEMS = 200

function head(text: string | undefined, field: Field): string {
  return text === undefined || text === '' ? '' : plainText(text.slice(0, MAX_CHARS[field]))
}

function joined(items: readonly string[] | undefined): string {
  return items === undefined || items.length === 0 ? '' : items.slice(0, MAX_ITEMS).join('\n')
}
