import { stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { readAgent, readSkill, type Skill } from '@skillwright/skill'

/** The skill that a path means: its folder, the only skill of an agent's folder, or one script of an agent. A bare name is looked for under skills/ too. */
export async function findSkill(path: string): Promise<Skill> {
  const found = (await kindOf(path)) === undefined && !/[\\/]/.test(path) ? join('skills', path) : path
  if ((await kindOf(found)) === 'file') return scriptSkill(found)
  if ((await kindOf(join(found, 'SKILL.md'))) === undefined && (await kindOf(join(found, 'agent.yaml'))) === 'file')
    return onlySkill(found)
  const skill = await readSkill((await kindOf(found)) === undefined ? path : found)
  if (skill.files.includes('SKILL.md')) return skill
  throw new SkillError('DATA_NOT_FOUND', `${path} holds no SKILL.md`, { hint: 'Name a folder that holds a SKILL.md' })
}

/** A script of document B's layout: `<agent>/.claude/skills/<script>`. */
async function scriptSkill(file: string): Promise<Skill> {
  const scripts = dirname(resolve(file))
  const agentDir = dirname(dirname(scripts))
  const isAgent = basename(scripts) === 'skills' && (await kindOf(join(agentDir, 'agent.yaml'))) === 'file'
  const skills = isAgent ? (await readAgent(agentDir)).skills : []
  const skill = skills.find(({ dir, entry }) => join(dir ?? '', entry?.path ?? '') === resolve(file))
  if (skill) return skill
  throw new SkillError('INVALID_INPUT', `${file} is a file, expected a skill folder or a script of an agent`, {
    hint: 'Name the folder that holds SKILL.md',
  })
}

async function onlySkill(dir: string): Promise<Skill> {
  const { skills } = await readAgent(dir)
  const [only, ...others] = skills
  if (only !== undefined && others.length === 0) return only
  const paths = skills.map(({ dir: home, entry, id }) => join(home ?? '', entry?.path ?? id))
  throw new SkillError('INVALID_INPUT', `The agent ${dir} has ${skills.length} skills, so one must be named`, {
    hint: paths.length === 0 ? 'Add a script under .claude/skills' : `Name one of: ${paths.join(', ')}`,
  })
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  return stat(path).then(
    (found) => (found.isDirectory() ? 'folder' : 'file'),
    () => undefined,
  )
}
