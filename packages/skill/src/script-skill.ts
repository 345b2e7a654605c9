import type { Finding } from '@skillwright/contract'
import { markdownSections } from './markdown-sections.ts'
import { kebab } from './parse-skill.ts'
import { NO_PERMISSIONS } from './permissions.ts'
import { readScriptDocs } from './script-docs.ts'
import type { Skill } from './skill.ts'
import { languageOf } from './skill-fields.ts'
import { skillSections } from './skill-sections.ts'

/** What is known of a flat script beside its text. */
export interface ScriptFacts {
  readonly dir: string
  /** Path of the script, relative to `dir`. */
  readonly entry: string
  /** README.md beside the scripts: a heading with the script's name documents it. */
  readonly readme: string
  /** Every file that belongs to it. */
  readonly paths: readonly string[]
  /** Its name in agent.yaml. */
  readonly name?: string | undefined
  readonly timeoutSeconds?: number | undefined
  /** What is wrong with what agent.yaml says of it. */
  readonly findings?: readonly Finding[]
}

/** Makes a Skill of a flat script of document B: named by agent.yaml or its file, described by README or its own first words. */
export function parseScriptSkill(
  source: string,
  { dir, entry, readme, paths, name, timeoutSeconds, findings = [] }: ScriptFacts,
): Skill {
  const stem = entry.slice(entry.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  const id = kebab(name ?? stem) ?? 'skill'
  const docs = readScriptDocs(source)
  const headings = markdownSections(readme).map((section) => ({
    ...section,
    title: section.title.toLowerCase().replaceAll('_', '-'),
  }))
  const section =
    headings.find(({ title }) => title === id || title === `${id}.py`) ??
    headings.find(({ title }) => title.includes(id))
  const body = section?.text ?? ''
  return {
    dir,
    id,
    name: docs.title ?? name ?? stem,
    version: undefined,
    description: body.split('\n\n', 1)[0]?.trim() || docs.description,
    author: undefined,
    license: undefined,
    homepage: undefined,
    language: undefined,
    created: undefined,
    updated: undefined,
    tags: [],
    hermesVersion: undefined,
    toolsRequired: [],
    toolsOptional: [],
    capabilityType: 'plugin',
    dialect: 'script',
    frontMatter: {},
    manifest: undefined,
    body,
    sections: skillSections(body),
    contract: undefined,
    contractSource: undefined,
    systemPrompt: undefined,
    examples: [],
    entry: { path: entry, language: languageOf(entry) },
    permissions: NO_PERMISSIONS,
    dependencies: new Map(),
    timeoutSeconds,
    files: paths,
    findings,
  }
}
