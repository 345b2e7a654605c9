import type { Finding } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'

/** What is kept of a skill for lists and results, as short as can be: fields that say nothing are left out. */
export interface SkillRecord {
  readonly name: string
  readonly description: string
  readonly version?: string
  readonly tags?: readonly string[]
  readonly findings?: readonly Finding[]
  /** Why it could not be read. */
  readonly unreadable?: string
}

const MAX_ID = 200
const MAX_NAME = 200
const MAX_DESCRIPTION = 4_000
const MAX_TAGS = 50
const MAX_FINDINGS = 5

/** The record of a skill, cut so that no skill can fill the memory. */
export function skillRecord(
  { name, description, version, tags, findings }: Pick<Skill, 'name' | 'description' | 'version' | 'tags' | 'findings'>,
  unreadable?: string,
): SkillRecord {
  return {
    name: cut(name, MAX_NAME),
    description: cut(description, MAX_DESCRIPTION),
    ...(version === undefined ? {} : { version: cut(version, MAX_NAME) }),
    ...(tags.length === 0 ? {} : { tags: tags.slice(0, MAX_TAGS).map((tag) => cut(tag, MAX_NAME)) }),
    ...(findings.length === 0 ? {} : { findings: findings.slice(0, MAX_FINDINGS).map(short) }),
    ...(unreadable === undefined ? {} : { unreadable }),
  }
}

/** An id as it is kept: on one line, without the character that ids are kept apart by. */
export function keptId(id: string): string {
  const plain = cut(id, MAX_ID).replace(/\p{Cc}+/gu, ' ')
  // A piece of a text keeps the whole text in memory: only a copy lets go of the file it came from.
  return Buffer.from(plain).toString()
}

function short({ rule, severity, message, file, line }: Finding): Finding {
  return {
    rule,
    severity,
    message: cut(message, MAX_NAME),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
  }
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`
}
