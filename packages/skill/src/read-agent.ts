import { basename, join, resolve } from 'node:path'
import type { Finding } from '@skillwright/contract'
import { decodeText } from './decode-text.ts'
import { kebab, readSkill } from './parse-skill.ts'
import type { AgentJob } from './read-agent-jobs.ts'
import { type AgentYaml, type ConfiguredSkill, readAgentYaml } from './read-agent-yaml.ts'
import { listFiles, readListed } from './read-files.ts'
import { parseScriptSkill } from './script-skill.ts'
import type { Skill } from './skill.ts'
import { languageOf } from './skill-fields.ts'

/** An agent folder of document B: agent.yaml, CLAUDE.md and the skills under .claude/skills. */
export interface Agent {
  readonly dir: string
  /** Name of the folder, the agent's role. */
  readonly role: string
  /** CLAUDE.md: how the agent behaves. */
  readonly instructions: string | undefined
  readonly skills: readonly Skill[]
  /** What of its skills is run when. */
  readonly jobs: readonly AgentJob[]
  /** Everything that is wrong with agent.yaml and the folder; what concerns a script is among the script's findings too. */
  readonly findings: readonly Finding[]
}

/** Where an agent keeps its skills. */
export const SKILLS_FOLDER = '.claude/skills/'

/** Reads an agent folder. Flat scripts and skill folders both count; what agent.yaml says of a script wins. */
export async function readAgent(path: string): Promise<Agent> {
  const dir = resolve(path)
  const { paths, findings } = await listFiles(dir)
  const text = async (file: string): Promise<string | undefined> => {
    const bytes = paths.includes(file) ? (await readListed(dir, [file], findings)).get(file) : undefined
    return bytes && decodeText(bytes, file).text
  }
  const yaml = readAgentYaml(await text('agent.yaml'))
  const missing = yaml.skills.filter(({ entry }) => !paths.includes(entry)).map(missingEntry)
  const readme = (await text(`${SKILLS_FOLDER}README.md`)) ?? ''
  const flat = await Promise.all(
    flatScripts(yaml, paths).map(async (entry) => {
      const config = yaml.skills.find((skill) => skill.entry === entry)
      return parseScriptSkill((await text(entry)) ?? '', {
        dir,
        entry,
        readme,
        paths,
        name: config?.name,
        timeoutSeconds: config?.timeoutSeconds,
        findings: [...(yaml.isRead ? [] : yaml.findings), ...(config?.findings ?? [])],
      })
    }),
  )
  const folders = paths
    .filter((file) => /^\.claude\/skills\/[^/]+\/SKILL\.md$/.test(file))
    .map((file) => join(dir, file, '..'))
  const skills = [...flat, ...(await Promise.all(folders.map(readSkill)))]
  const strangers = yaml.jobs.filter(({ skill }) => !skills.some(({ id }) => id === kebab(skill)))
  return {
    dir,
    role: basename(dir),
    instructions: await text('CLAUDE.md'),
    skills,
    jobs: yaml.jobs.filter((job) => !strangers.includes(job)),
    findings: [
      ...findings,
      ...yaml.findings,
      ...yaml.skills.flatMap((skill) => skill.findings),
      ...missing,
      ...strangers.map((job) => strangeSkill(job, skills)),
    ],
  }
}

/** The scripts that are skills: those agent.yaml names, and the others under .claude/skills. */
function flatScripts({ skills }: AgentYaml, paths: readonly string[]): string[] {
  const configured = skills.map(({ entry }) => entry).filter((entry) => paths.includes(entry))
  return [...new Set([...configured, ...paths.filter((path) => isFlatScript(path, paths))])]
}

/** True for a script under .claude/skills that is a skill by itself: no test of another (document B), no module for others. */
function isFlatScript(path: string, paths: readonly string[]): boolean {
  const file = path.startsWith(SKILLS_FOLDER) ? path.slice(SKILLS_FOLDER.length) : '/'
  if (file.includes('/') || languageOf(file) === 'executable' || /^(?:_|conftest\.)/.test(file)) return false
  const tested = /^test_(.+)$|^(.+?)_test(\.\w+)$/.exec(file)
  return tested === null || !paths.includes(`${SKILLS_FOLDER}${tested[1] ?? `${tested[2]}${tested[3]}`}`)
}

function strangeSkill({ name, skill, line }: AgentJob, skills: readonly Skill[]): Finding {
  return {
    rule: 'skill/entry',
    severity: 'error',
    file: 'agent.yaml',
    line,
    message: `The job ${name} names the skill ${skill}, and this agent has none of that name`,
    fix: `Name one of its skills: ${skills.map(({ id }) => id).join(', ') || 'there are none'}.`,
  }
}

function missingEntry({ name, entry, line }: ConfiguredSkill): Finding {
  return {
    rule: 'skill/entry',
    severity: 'error',
    file: 'agent.yaml',
    line,
    message: `The entry ${entry} of ${name} is not there`,
    fix: 'Correct the path, or add the script.',
  }
}
