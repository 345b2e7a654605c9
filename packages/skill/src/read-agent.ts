import { basename, join, resolve } from 'node:path'
import type { Finding } from '@skillwright/contract'
import { decodeText } from './decode-text.ts'
import { languageOf } from './entry.ts'
import { fieldPlace } from './field-place.ts'
import { fieldReader } from './field-reader.ts'
import { listFiles, PACKAGE_LIMITS, readAtMost } from './read-files.ts'
import { readSkill } from './read-skill.ts'
import { readYaml } from './read-yaml.ts'
import { parseScriptSkill } from './script-skill.ts'
import type { Skill } from './skill.ts'

/** An agent folder of document B: agent.yaml, CLAUDE.md and the skills under .claude/skills. */
export interface Agent {
  readonly dir: string
  /** Name of the folder, the agent's role. */
  readonly role: string
  /** CLAUDE.md: how the agent behaves. */
  readonly instructions: string | undefined
  readonly skills: readonly Skill[]
  readonly findings: readonly Finding[]
}

const SKILLS_FOLDER = '.claude/skills/'

/** Reads an agent folder. Flat scripts and skill folders both count; what agent.yaml says of a script wins. */
export async function readAgent(path: string): Promise<Agent> {
  const dir = resolve(path)
  const { paths, findings } = await listFiles(dir)
  const text = async (file: string): Promise<string | undefined> => {
    const bytes = paths.includes(file)
      ? await readAtMost(join(dir, file), PACKAGE_LIMITS.maxFileBytes).catch(() => undefined)
      : undefined
    return bytes && decodeText(bytes, file).text
  }
  const configured = readAgentYaml(await text('agent.yaml'), findings)
  for (const { name, entry, line } of configured)
    if (!paths.includes(entry)) {
      const fix = 'Correct the path, or add the script.'
      findings.push({ ...wrong(line, `The entry ${entry} of ${name} is not there`, fix), rule: 'skill/entry' })
    }

  const isFlat = (file: string) =>
    file.startsWith(SKILLS_FOLDER) &&
    !file.slice(SKILLS_FOLDER.length).includes('/') &&
    languageOf(file) !== 'executable'
  const scripts = [...new Set([...configured.map(({ entry }) => entry), ...paths.filter(isFlat)])].filter((file) =>
    paths.includes(file),
  )
  const readme = (await text(`${SKILLS_FOLDER}README.md`)) ?? ''
  const flat = await Promise.all(
    scripts.map(async (entry) => {
      const config = configured.find((skill) => skill.entry === entry)
      return parseScriptSkill((await text(entry)) ?? '', {
        dir,
        entry,
        readme,
        paths,
        name: config?.name,
        timeoutSeconds: config?.timeout,
      })
    }),
  )
  const folders = paths
    .filter((file) => /^\.claude\/skills\/[^/]+\/SKILL\.md$/.test(file))
    .map((file) => join(dir, file, '..'))
  const skills = [...flat, ...(await Promise.all(folders.map(readSkill)))]
  return { dir, role: basename(dir), instructions: await text('CLAUDE.md'), skills, findings }
}

interface ConfiguredSkill {
  readonly name: string
  readonly entry: string
  readonly timeout: number | undefined
  /** Line of agent.yaml that names it. */
  readonly line: number
}

function readAgentYaml(yaml: string | undefined, findings: Finding[]): ConfiguredSkill[] {
  if (yaml === undefined) {
    findings.push(wrong(1, 'There is no agent.yaml', 'Add one that lists the skills.'))
    return []
  }
  const { value, problems } = readYaml(yaml)
  for (const { line, message } of problems)
    findings.push(wrong(line, `agent.yaml is not YAML: ${message}`, 'Correct it.'))
  const skills = typeof value === 'object' && value !== null && 'skills' in value ? value.skills : undefined
  if (skills === undefined || skills === null) return []
  const listLine = fieldPlace(yaml, 'skills')?.line ?? 1
  if (!Array.isArray(skills)) {
    findings.push(
      wrong(listLine, 'skills should be a list of {name, entry, timeout}', 'Write each skill as a list item.'),
    )
    return []
  }
  return skills.flatMap((skill: unknown) => {
    const fields = typeof skill === 'object' && skill !== null ? (skill as Record<string, unknown>) : {}
    const line = lineOfSkill(yaml, fields.name) ?? listLine
    const reader = fieldReader(fields, 'agent.yaml', findings, () => ({ line, source: '' }))
    const name = reader.text('name')
    if (name === undefined) {
      findings.push(wrong(line, 'A skill in agent.yaml has no name', 'Give it name and entry.'))
      return []
    }
    const entry = reader.text('entry')?.replace(/^\.\//, '') ?? `${SKILLS_FOLDER}${name}.py`
    return [{ name, entry, timeout: reader.number('timeout'), line }]
  })
}

function lineOfSkill(yaml: string, name: unknown): number | undefined {
  if (typeof name !== 'string') return undefined
  const at = yaml.split('\n').findIndex((line) => /^\s*(?:- +)?name\s*:/.test(line) && line.includes(name))
  return at < 0 ? undefined : at + 1
}

function wrong(line: number, message: string, fix: string): Finding {
  return { rule: 'skill/agent-yaml', severity: 'error', file: 'agent.yaml', line, message, fix }
}
