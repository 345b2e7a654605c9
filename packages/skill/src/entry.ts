import type { Finding } from '@skillwright/contract'
import type { EntryLanguage, Skill, SkillEntry } from './skill.ts'

const LANGUAGE_OF_ENDING: Readonly<Record<string, EntryLanguage>> = {
  py: 'python',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  sh: 'shell',
  bash: 'shell',
}

// Where a skill keeps its script when skill.json does not say.
const USUAL_PLACES = /^(?:tools|scripts|src|bin)?\/?(?:main|main_tool|run|index)\.(?:py|js|mjs|ts|mts|sh)$/

/** The script that runs a skill: the one skill.json names, else one in a usual place, else the only script under tools/. */
function findEntry(named: string | undefined, files: readonly string[]): SkillEntry | undefined {
  if (named !== undefined && named !== 'SKILL.md') {
    const path = named.replace(/^\.\//, '')
    return files.includes(path) ? { path, language: languageOf(path) } : undefined
  }
  const usual = files.find((path) => USUAL_PLACES.test(path))
  if (usual !== undefined) return { path: usual, language: languageOf(usual) }
  const tools = files.filter(
    (path) =>
      /^tools\/[^/]+$/.test(path) && languageOf(path) !== 'executable' && !/\/(?:__init__|helpers?)\.\w+$/.test(path),
  )
  const [only] = tools
  return tools.length === 1 && only !== undefined ? { path: only, language: languageOf(only) } : undefined
}

/** The same with a finding when the named script is not there. */
export function entryOf(
  named: string | undefined,
  paths: readonly string[],
  lineOf: (pointer: string) => number | undefined,
  findings: Finding[],
): Skill['entry'] {
  const entry = findEntry(named, paths)
  if (named !== undefined && named !== 'SKILL.md' && entry === undefined) {
    const line = lineOf('/entry') ?? lineOf('/entry_point')
    findings.push({
      rule: 'skill/entry',
      severity: 'error',
      file: 'skill.json',
      ...(line === undefined ? {} : { line }),
      message: `The entry ${named} is not in the package`,
      fix: 'Name a script of the package, or add it.',
    })
  }
  return entry
}

/** The language of a script by its ending. */
export function languageOf(path: string): EntryLanguage {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return (Object.hasOwn(LANGUAGE_OF_ENDING, ending) ? LANGUAGE_OF_ENDING[ending] : undefined) ?? 'executable'
}

/** True for a script that belongs to no agent and no folder: the files beside it are not part of it. */
export function standsAlone({ dialect, files }: Pick<Skill, 'dialect' | 'files'>): boolean {
  return dialect === 'script' && files.length === 1
}
