import { cleanText } from './clean-text.ts'
import { examplesText } from './examples-text.ts'
import type { InjectableSkill } from './injectable-skill.ts'
import type { Level } from './skill-level.ts'
import { skillOutline } from './skill-outline.ts'
import { toolsText } from './tools-text.ts'

/** What a skill says at each level, its description first, its folder and settings named; absent where it has nothing to say there. */
export function levelTexts(skill: InjectableSkill): Partial<Record<Level, string>> {
  const body = cleanText(skill.body ?? '').trim()
  const description = cleanText(skill.description ?? '').trim()
  const systemPrompt = cleanText(skill.systemPrompt ?? '').trim()
  const { overview, usage, hasExamples } = skillOutline(body, description)
  const tools = toolsText(skill)
  const place = [folderLine(skill), settingsLine(skill)].filter((line) => line !== '').join('\n')
  const head = [description, place]
  return {
    ...(body === '' && systemPrompt === ''
      ? {}
      : { full: paragraphs(frontMatterOf(skill), place, systemPrompt, body, examplesText(skill, hasExamples)) }),
    ...(overview === '' && usage === '' && systemPrompt === ''
      ? {}
      : { 'overview-usage': paragraphs(...head, systemPrompt, overview, usage) }),
    // A text that repeats its description is introduced by that.
    ...(overview === '' && (body === '' || description === '') ? {} : { overview: paragraphs(...head, overview) }),
    ...(tools === '' ? {} : { tools: place === '' ? tools : `${tools}\n${place}` }),
  }
}

/** Where the files lie that a skill refers to by relative paths. */
function folderLine({ dir = '' }: InjectableSkill): string {
  const path = cleanText(dir).replace(/\s+/g, ' ').trim()
  return path === '' ? '' : `Folder: ${path}`
}

/** What holds for this user wherever the document leaves a choice. */
function settingsLine({ settings = {} }: InjectableSkill): string {
  return Object.keys(settings).length === 0 ? '' : `Settings of the user: ${cleanText(JSON.stringify(settings))}`
}

function paragraphs(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}

/** The front matter as it was read, a line for each field. What is nested belongs to one host alone, and is left out. */
function frontMatterOf(skill: InjectableSkill): string {
  const { name, version, description, toolsRequired: tools_required, toolsOptional: tools_optional } = skill
  const fields = skill.frontMatter ?? { name, version, description, tools_required, tools_optional }
  const lines = Object.entries(fields).flatMap(([key, value]) => {
    const text = (Array.isArray(value) ? value : [value]).filter(isPlain).join(', ').replace(/\s+/g, ' ').trim()
    return text === '' ? [] : `${key}: ${text}`
  })
  return lines.length === 0 ? '' : ['---', ...lines, '---'].join('\n')
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
