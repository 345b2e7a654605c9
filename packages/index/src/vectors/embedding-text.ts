import type { SkillDocument } from '../skill-document.ts'

/** Most models read 256 to 512 tokens; a longer text would only cost time. */
const MAX_CHARACTERS = 2_000

/**
 * The text of a skill that is turned into a vector: its name and description, when to use it, and the beginning of its
 * body. When not to use it is left out: a vector knows no "not".
 */
export function embeddingText({ id, name, description, whenToUse, triggers, tags, body }: SkillDocument): string {
  const parts = [name ?? id, description, whenToUse?.join('\n'), triggers?.join('\n'), tags?.join(', '), body]
  const text = parts
    .map((part) => part?.slice(0, MAX_CHARACTERS).trim())
    .filter((part) => part !== undefined && part !== '')
    .join('\n')
  return text.slice(0, MAX_CHARACTERS).toWellFormed()
}
