import { firstSentence } from './cut-text.ts'
import type { InjectableSkill } from './injectable-skill.ts'

/** What a skill is for, on one line: its description, else the first sentence of its text, else its name for people. */
export function describeSkill({ id, name = '', description = '', body = '' }: InjectableSkill): string {
  const stated = oneLine(description)
  if (stated !== '') return stated
  const line = body.slice(0, 10_000).split('\n').find(isProse) ?? ''
  return firstSentence(oneLine(line)) || (name === id ? '' : oneLine(name))
}

function isProse(line: string): boolean {
  return /\S/.test(line) && !/^\s*(?:#|>|\||`{3}|~{3}|-{3}|[-*+] |<)/.test(line)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
