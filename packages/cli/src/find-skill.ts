import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { readPlaces, type Skill, type SkillPlace } from '@skillwright/skill'
import { Argument } from 'commander'
import { findingLines } from './finding-lines.ts'
import type { Terminal } from './terminal.ts'

const SKILL_ARGUMENT = 'folder of a skill or an agent, or a script; a bare name is looked for in skills/ and agents/'

/** The argument of a verb for one skill; `more` is said of it as well. */
export function skillArgument(name = '<skill>', more = ''): Argument {
  return new Argument(name, SKILL_ARGUMENT + more)
}

/** What a verb for one skill says about the word behind it. */
export const NAME_ARGUMENT = "which skill, in an agent's folder with several"

/** What a verb for many skills says about its arguments. */
export const SKILLS_ARGUMENT = 'folders of skills, of agents (all their skills) or of either, or scripts'

/** A skill, and the folder or file that it was found in. */
export interface FoundSkill {
  readonly skill: Skill
  readonly place: SkillPlace
}

/** The places that a path means; a bare name is looked for under skills/ and agents/ too. */
export async function findPlaces(path: string): Promise<readonly SkillPlace[]> {
  const places = /[\\/]/.test(path) ? [path] : [path, join('skills', path), join('agents', path)]
  return readPlaces(places.find((place) => existsSync(place)) ?? path)
}

/** The one skill that a path means, or the one of that name in it. Throws when it holds none, or several and none was named. */
export async function findSkill(path: string, name?: string): Promise<FoundSkill> {
  const { found, rest } = await findNamedSkill(path, name === undefined ? [] : [name])
  if (rest.length === 0) return found
  throw new SkillError('DATA_NOT_FOUND', `${path} has no skill ${name}`, {
    hint: `Leave it out: there is only ${found.skill.id}`,
  })
}

/** The same where words follow: the first one is taken when it names a skill of several, or of an agent; the rest is left. */
export async function findNamedSkill(
  path: string,
  words: readonly string[],
): Promise<{ readonly found: FoundSkill; readonly rest: readonly string[] }> {
  const places = await findPlaces(path)
  const all = places.flatMap((place) => place.skills.map((skill): FoundSkill => ({ skill, place })))
  const [word, ...rest] = words
  const mayName = all.length > 1 || places[0]?.kind === 'agent'
  const [named, second] = word === undefined || !mayName ? [] : all.filter(({ skill }) => isNamed(skill, word))
  if (named !== undefined && second === undefined) return { found: named, rest }
  const [only, ...others] = all
  if (only === undefined || others.length > 0) throw notOne(path, word, places)
  return { found: checked(only), rest: words }
}

/** Every skill that a path means. Throws when it holds none. */
export async function findSkills(path: string): Promise<readonly FoundSkill[]> {
  const places = await findPlaces(path)
  const all = places.flatMap((place) => place.skills.map((skill) => checked({ skill, place })))
  if (all.length === 0) throw notOne(path, undefined, places)
  return all
}

/** The files that say how a skill is run; what is wrong with another one is the business of `lint`. */
const DECISIVE = new Set(['agent.yaml', 'skill.json', 'contract.json', 'descriptor.json'])

/** Says what is wrong with the files that decide how a skill is run, beside the answer. */
export function noteFindings(terminal: Terminal, { skill, place }: FoundSkill): void {
  const findings = [...new Set([...place.findings, ...skill.findings])]
  const decisive = findings.filter(({ file, severity }) => severity !== 'info' && DECISIVE.has(file ?? ''))
  if (decisive.length === 0) return
  for (const line of findingLines(decisive, { folder: place.path })) terminal.note(line)
}

/** How a skill is named in what is printed: as one would type it. */
export function labelOf({ skill, place: { kind, path } }: FoundSkill): string {
  return kind === 'agent' ? `${path} ${skill.id}` : path
}

function checked(found: FoundSkill): FoundSkill {
  const { dialect, files } = found.skill
  if (dialect === 'script' || files.some((file) => file.toLowerCase() === 'skill.md')) return found
  throw new SkillError('DATA_NOT_FOUND', `${found.place.path} holds no SKILL.md`, {
    hint: 'Name a folder that holds a SKILL.md or an agent.yaml, or a script',
  })
}

/** By its id, or the name of its script with or without the ending. */
function isNamed({ id, entry, dialect }: Skill, word: string): boolean {
  const file = dialect === 'script' ? basename(entry?.path ?? '') : ''
  return (
    plain(word) === plain(id) || (file !== '' && (word === file || plain(word) === plain(file.replace(/\.\w+$/, ''))))
  )
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}

function notOne(path: string, word: string | undefined, places: readonly SkillPlace[]): SkillError {
  const ids = places.flatMap(({ skills }) => skills.map(({ id }) => id))
  const findings = places.flatMap((place) => place.findings)
  const hint = ids.length === 0 ? 'Add a script under .claude/skills' : `Name one of: ${ids.join(', ')}`
  if (word !== undefined) return new SkillError('DATA_NOT_FOUND', `${path} has no skill ${word}`, { hint, findings })
  const message = `${path} has ${ids.length === 0 ? 'no skills' : `${ids.length} skills, so one must be named`}`
  return new SkillError(ids.length === 0 ? 'DATA_NOT_FOUND' : 'INVALID_INPUT', message, { hint, findings })
}
