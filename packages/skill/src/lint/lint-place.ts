import { relative, sep } from 'node:path'
import type { Finding } from '@skillwright/contract'
import { SKILLS_FOLDER } from '../read-agent.ts'
import { listFiles } from '../read-files.ts'
import type { SkillPlace } from '../read-places.ts'
import { readSkillCases } from '../read-skill-cases.ts'
import type { Skill } from '../skill.ts'
import type { LintOptions } from './lint-context.ts'
import { lintSkill } from './lint-skill.ts'
import { SKILL_RULES } from './skill-rules.ts'

/** Everything that could be better about a skill, an agent with all its skills, or a script; files are named from `place.dir`. */
export async function lintPlace(
  place: SkillPlace,
  options: Omit<LintOptions, 'folder'> = {},
): Promise<readonly Finding[]> {
  if (place.kind === 'skill') return lintSkill(place.dir, options)
  const { dir } = place
  const isAgent = place.kind === 'agent'
  const inside = await Promise.all(
    place.skills.map(async (skill) => {
      if (skill.dialect === 'script')
        return [...(await readSkillCases(skill)).findings.map(explained), ...scriptFindings(skill)]
      const found = await lintSkill(skill, options)
      return found.map((finding) => inFolder(finding, relative(dir, skill.dir ?? dir)))
    }),
  )
  const own = isAgent ? place.findings : place.skills.flatMap(({ findings }) => findings)
  const hasInstructions = !isAgent || (await listFiles(dir)).paths.includes('CLAUDE.md')
  return [
    ...own.map(explained),
    ...(hasInstructions ? [] : [finding('skill/agent-instructions', 'CLAUDE.md', 'There is no CLAUDE.md')]),
    ...(isAgent ? sameNames(place.skills) : []),
    ...inside.flat(),
  ]
}

function scriptFindings({ description, body, entry, files }: Skill): Finding[] {
  const path = entry?.path ?? ''
  if (description === '') return [finding('skill/script-docs', path, `${path} does not say what it does`)]
  const readme = `${SKILLS_FOLDER}README.md`
  if (body !== '' || !path.startsWith(SKILLS_FOLDER)) return []
  const message = files.includes(readme) ? `${readme} has no heading for ${path}` : `There is no ${readme}`
  return [finding('skill/script-readme', readme, message)]
}

function sameNames(skills: readonly Skill[]): Finding[] {
  const twice = skills.filter(({ id }, i) => skills.findIndex((other) => other.id === id) < i)
  return twice.map(({ id }) => finding('skill/agent-yaml', 'agent.yaml', `Two skills are called ${id}`))
}

function inFolder(found: Finding, folder: string): Finding {
  const file = [...folder.split(sep), found.file ?? ''].filter((step) => step !== '').join('/')
  return { ...found, file }
}

function finding(rule: string, file: string, message: string): Finding {
  const { severity, why, fix } = SKILL_RULES[rule] ?? { severity: {}, why: '', fix: '' }
  return { rule, severity: severity.standard ?? 'warning', file, line: 1, message, why, fix }
}

function explained(found: Finding): Finding {
  const why = SKILL_RULES[found.rule]?.why
  return why === undefined ? found : { why, ...found }
}
