import type { SkillDocument } from '../skill-document.ts'
import { FIELD_RULES, type Field, MAX_BODY_CHARS, MAX_NEGATIVE_CHARS } from './field.ts'
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
  whenToUse = [],
  exampleInputs = [],
  whenNotToUse,
  body,
}: SkillDocument): DocumentTexts {
  const known = (whenNotToUse ?? []).slice(0, MAX_ITEMS)
  const described = splitNegative(head(description, 'description'))
  const used = splitNegative(head(joined([...whenToUse, ...exampleInputs]), 'whenToUse'))
  const read = splitNegative(plainText((body ?? '').slice(0, MAX_BODY_CHARS)), known)
  const start = read.positive.slice(0, wordEnd(read.positive, MAX_CHARS.body))
  const texts: Record<Field, string> = {
    name: plainText(namesOf(id, name).slice(0, MAX_CHARS.name)),
    triggers: head(joined(triggers), 'triggers'),
    tags: head(joined(tags), 'tags'),
    description: described.positive,
    whenToUse: used.positive,
    body: start,
  }
  const opening = openingOf(texts.description)
  const against = [joined(known), described.negative, used.negative, read.negative].join('\n')
  return {
    fields: [
      texts.name,
      texts.triggers,
      texts.tags,
      opening,
      texts.description.slice(opening.length),
      texts.whenToUse,
      start,
      read.positive.slice(start.length),
    ],
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

// The last rule is about the rest of the body.
const FIRST_RULES = FIELD_RULES.slice(0, -1)
const MAX_CHARS = Object.fromEntries(FIRST_RULES.map(({ field, maxChars }) => [field, maxChars])) as Record<
  Field,
  number
>
const MAX_ITEMS = 200
// Of Chinese half as many, which say as much.
const OPENING_CHARS = 160

const LAST_SPACE = /\s\S*$/

/** Where the word ends in which a text is to be cut. */
function wordEnd(text: string, most: number): number {
  if (text.length <= most) return most
  // Most often the last space stands near the end, and looking for it from the beginning takes far longer.
  const from = Math.max(0, most - 40)
  const near = text.slice(from, most).search(LAST_SPACE)
  const space = near < 0 ? text.slice(0, most).search(LAST_SPACE) : from + near
  return space < 0 ? most : space
}

function head(text: string | undefined, field: Field): string {
  return text === undefined || text === '' ? '' : plainText(text.slice(0, MAX_CHARS[field]))
}

function joined(items: readonly string[] | undefined): string {
  return items === undefined || items.length === 0 ? '' : items.slice(0, MAX_ITEMS).join('\n')
}

/** What a description begins with: there it says what the skill does, and then when to use it, with what, and how. */
function openingOf(description: string): string {
  const isChinese = /\p{Script=Han}/u.test(description.slice(0, OPENING_CHARS))
  const most = isChinese ? OPENING_CHARS / 2 : OPENING_CHARS
  return description.slice(0, wordEnd(description, most))
}
