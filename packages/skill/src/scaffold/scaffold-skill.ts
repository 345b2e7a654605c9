import { SkillError } from '@skillwright/contract'
import { NO_PERMISSIONS } from '../permissions.ts'
import type { SkillFiles } from '../skill-files.ts'
import { javascriptScript } from './javascript-script.ts'
import {
  contractJson,
  exampleFiles,
  license,
  type PackageFacts,
  readme,
  skillJson,
  systemPrompt,
  testCases,
  triggerCases,
} from './package-files.ts'
import { pythonScript } from './python-script.ts'
import type { ScriptFacts } from './script-facts.ts'
import { shellScript } from './shell-script.ts'
import { skillDocument } from './skill-document.ts'
import { starterAction } from './starter-action.ts'
import { typescriptScript } from './typescript-script.ts'

/** A language a new skill can be written in. */
export type ScaffoldLanguage = 'python' | 'typescript' | 'javascript' | 'shell'

/** What a new skill is made from. */
export interface ScaffoldOptions {
  /** Kebab-case. */
  readonly id: string
  readonly language: ScaffoldLanguage
  /** Names of its actions; document B's analyze, report, fetch, push and full get their conventional parameters. */
  readonly actions?: readonly string[]
  readonly description?: string
  readonly author?: string
  /** ISO date that the documents carry, such as 2026-11-15. */
  readonly today?: string
}

/** Makes the files of a new skill: complete, lint-clean, and working as it stands. Throws for an id or action that is not one. */
export function scaffoldSkill({
  id,
  language,
  actions = ['run'],
  description = `${titleOf(id)} is new: say here in one sentence what it does. Use when the user asks for ${titleOf(id)}.`,
  author = 'your-username',
  today,
}: ScaffoldOptions): SkillFiles {
  checkName(id, /^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'an id in kebab-case such as daily-digest')
  checkActions(actions)
  const { extension, command, programs, script } = languageOf(language)
  const facts: PackageFacts = {
    id,
    title: titleOf(id),
    version: '0.1.0',
    description: oneLine(description),
    author: oneLine(author),
    today,
    entry: `tools/main.${extension}`,
    programs: [command, ...programs],
    permissions: { ...NO_PERMISSIONS, programs },
    actions: actions.map(starterAction),
  }
  const texts: [string, string][] = [
    ['SKILL.md', skillDocument(facts)],
    ['skill.json', skillJson(facts)],
    ['contract.json', contractJson(facts)],
    [facts.entry, script(facts)],
    ['prompts/system.md', systemPrompt(facts)],
    ...exampleFiles(facts),
    ['tests/basic.json', testCases(facts)],
    ['tests/triggers.json', triggerCases(facts)],
    ['README.md', readme(facts, command)],
    ['LICENSE', license(facts)],
  ]
  return textFiles(texts)
}

/** Texts by path as the files of a package. */
export function textFiles(texts: readonly (readonly [string, string])[]): SkillFiles {
  return new Map(texts.map(([path, text]) => [path, new TextEncoder().encode(text)]))
}

/** Refuses a list of actions that is empty, repeats itself or holds something that is no action name. */
export function checkActions(actions: readonly string[]): void {
  for (const action of actions) checkName(action, /^[a-z][a-z0-9_]*$/, 'an action in snake_case such as daily_briefing')
  if (actions.length === 0) throw new SkillError('INVALID_INPUT', 'Expected at least one action, got none')
  const twice = actions.find((action, i) => actions.indexOf(action) < i)
  if (twice !== undefined) throw new SkillError('INVALID_INPUT', `Expected each action once, got ${twice} again`)
}

/** Refuses a name that does not fit its pattern or is longer than 64 characters. */
export function checkName(name: string, pattern: RegExp, expected: string): void {
  if (pattern.test(name) && name.length <= 64) return
  throw new SkillError('INVALID_INPUT', `Expected ${expected}, got ${JSON.stringify(name.slice(0, 100))}`, {
    hint: 'Begin with a lower-case letter; use at most 64 lower-case letters and digits, in words joined as shown',
  })
}

/** `daily_news-digest` is titled Daily News Digest. */
export function titleOf(id: string): string {
  return id
    .split(/[-_]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** Text as one line, so that it stays inside the comment or field it is put into. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

interface Language {
  readonly extension: string
  /** The program that runs the script. */
  readonly command: string
  /** Other programs the script starts. */
  readonly programs: readonly string[]
  readonly script: (facts: ScriptFacts) => string
}

// .mts and .mjs are modules wherever they lie, without a package.json that says so.
const LANGUAGES: Readonly<Record<ScaffoldLanguage, Language>> = {
  python: { extension: 'py', command: 'python3', programs: [], script: pythonScript },
  typescript: { extension: 'mts', command: 'node', programs: [], script: typescriptScript },
  javascript: { extension: 'mjs', command: 'node', programs: [], script: javascriptScript },
  shell: { extension: 'sh', command: 'sh', programs: ['jq'], script: shellScript },
}

function languageOf(language: ScaffoldLanguage): Language {
  if (Object.hasOwn(LANGUAGES, language)) return LANGUAGES[language]
  const known = Object.keys(LANGUAGES).join(', ')
  throw new SkillError('INVALID_INPUT', `Expected a language (${known}), got ${JSON.stringify(language)}`)
}
