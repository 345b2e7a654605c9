import { basename, join, resolve } from 'node:path'
import type { Finding } from '@skillwright/contract'
import { parseDocument } from 'yaml'
import { decodeText } from './decode-text.ts'
import { languageOf } from './entry.ts'
import { fieldReader } from './field-reader.ts'
import { listFiles, PACKAGE_LIMITS, readAtMost } from './read-files.ts'
import { readSkill } from './read-skill.ts'
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
  for (const { name, entry } of configured) if (!paths.includes(entry)) findings.push(missingEntry(name, entry))

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
}

function readAgentYaml(yaml: string | undefined, findings: Finding[]): ConfiguredSkill[] {
  if (yaml === undefined) {
    findings.push(wrong('There is no agent.yaml', 'Add one that lists the skills.'))
    return []
  }
  let value: unknown
  try {
    const document = parseDocument(yaml, { logLevel: 'silent' })
    const [error] = document.errors
    if (error)
      findings.push({
        ...wrong(`agent.yaml is not YAML: ${error.message.split('\n', 1)[0]}`, 'Correct it.'),
        line: error.linePos?.[0].line ?? 1,
      })
    else value = document.toJS({ maxAliasCount: 50 })
  } catch (cause) {
    findings.push(wrong(`agent.yaml cannot be read: ${String(cause)}`, 'Simplify it.'))
  }
  const skills = typeof value === 'object' && value !== null && 'skills' in value ? value.skills : undefined
  if (skills === undefined) return []
  if (!Array.isArray(skills)) {
    findings.push(wrong('skills should be a list of {name, entry, timeout}', 'Write each skill as a list item.'))
    return []
  }
  return skills.flatMap((skill: unknown) => {
    const fields = typeof skill === 'object' && skill !== null ? (skill as Record<string, unknown>) : {}
    const reader = fieldReader(fields, 'agent.yaml', findings)
    const name = reader.text('name')
    const entry =
      reader.text('entry')?.replace(/^\.\//, '') ?? (name === undefined ? undefined : `${SKILLS_FOLDER}${name}.py`)
    if (name === undefined || entry === undefined) {
      findings.push(wrong('A skill in agent.yaml has no name', 'Give it name and entry.'))
      return []
    }
    return [{ name, entry, timeout: reader.number('timeout') }]
  })
}

function missingEntry(name: string, entry: string): Finding {
  return {
    ...wrong(`The entry ${entry} of ${name} is not there`, 'Correct the path, or add the script.'),
    rule: 'skill/entry',
  }
}

function wrong(message: string, fix: string): Finding {
  return { rule: 'skill/agent-yaml', severity: 'error', file: 'agent.yaml', message, fix }
}
