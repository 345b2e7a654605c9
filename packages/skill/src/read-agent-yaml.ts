import { type Finding, isObject } from '@skillwright/contract'
import { unknownField, wrong, wrongType } from './agent-findings.ts'
import { nearestName } from './lint/nearest-name.ts'
import { type AgentJob, readAgentJobs } from './read-agent-jobs.ts'
import { readYaml } from './read-yaml.ts'

/** What agent.yaml says of one skill. */
export interface ConfiguredSkill {
  readonly name: string
  /** Path of its script from the agent's folder. */
  readonly entry: string
  readonly timeoutSeconds: number | undefined
  /** Line that names it. */
  readonly line: number
  /** What is wrong with what is said of it. */
  readonly findings: readonly Finding[]
}

/** agent.yaml as it was read. */
export interface AgentYaml {
  readonly skills: readonly ConfiguredSkill[]
  readonly jobs: readonly AgentJob[]
  /** False when it cannot be read at all, so that no script is known to be as its author meant it. */
  readonly isRead: boolean
  /** What is wrong beside what concerns one skill. */
  readonly findings: readonly Finding[]
}

const FIELDS = ['name', 'entry', 'timeout', 'description']

/** Reads the text of agent.yaml (document B). Never throws: what is wrong is a finding with its line. */
export function readAgentYaml(yaml: string | undefined): AgentYaml {
  if (yaml === undefined) return unread(1, 'There is no agent.yaml', 'Add one that lists the skills.')
  const { value, problems, lineOf } = readYaml(yaml)
  const [problem] = problems
  if (problem) return unread(problem.line, `agent.yaml is not YAML: ${problem.message}`, 'Correct it.')
  if (value === null || value === undefined) return { skills: [], jobs: [], isRead: true, findings: [] }
  if (!isObject(value)) return unread(1, 'agent.yaml should be a map with skills in it', 'Write skills: and a list.')
  const { jobs, findings: ofJobs } = readAgentJobs(value.jobs, lineOf)
  const findings = [...misspelt(value, lineOf), ...ofJobs]
  if (value.skills === undefined || value.skills === null) return { skills: [], jobs, isRead: true, findings }
  const line = lineOf(['skills']) ?? 1
  if (!Array.isArray(value.skills))
    return unread(line, 'skills should be a list of {name, entry, timeout}', 'Write each skill as a list item.')
  const items = value.skills.map((item: unknown, i) =>
    readItem(item, (field) => lineOf(['skills', i, ...field]) ?? line),
  )
  const skills = items.filter((item) => 'name' in item)
  return {
    skills: skills.map((skill, i) => {
      const isSecond = skills.findIndex(({ name }) => name === skill.name) < i
      const again = wrong(skill.line, `agent.yaml names ${skill.name} twice`, 'Give each its own name.')
      return isSecond ? { ...skill, findings: [...skill.findings, again] } : skill
    }),
    jobs,
    isRead: true,
    findings: [...items.flatMap((item) => ('name' in item ? [] : [item])), ...findings],
  }
}

function readItem(item: unknown, lineOf: (field: readonly string[]) => number): ConfiguredSkill | Finding {
  if (!isObject(item) || typeof item.name !== 'string' || item.name.trim() === '')
    return wrong(lineOf([]), 'A skill in agent.yaml has no name', 'Give it name and entry.')
  const name = item.name.trim()
  const findings: Finding[] = Object.keys(item)
    .filter((key) => !FIELDS.includes(key))
    .map((key) => unknownField(key, lineOf([key]), 'a skill', FIELDS))
  const path = (field: string) => {
    const value = item[field]
    if (value === undefined || value === null || (typeof value === 'string' && value.trim() !== '')) return value
    findings.push(wrongType(field, lineOf([field]), 'the path of a script', value))
    return undefined
  }
  const entry = String(path('entry') ?? `.claude/skills/${name}.py`).replace(/^\.\//, '')
  const timeoutSeconds = readTimeout(item.timeout, lineOf(['timeout']), findings)
  return { name, entry, timeoutSeconds, line: lineOf(['name']), findings }
}

function readTimeout(value: unknown, line: number, findings: Finding[]): number | undefined {
  if (value === undefined || value === null) return undefined
  const seconds = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value
  const isLimit = typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0
  // Text with a number in it has one reading; anything else would run with another limit than its author meant.
  if (seconds !== value || !isLimit)
    findings.push({
      ...wrongType('timeout', line, 'a number of seconds above 0', value),
      severity: isLimit ? 'warning' : 'error',
    })
  return isLimit ? seconds : undefined
}

const LISTS = ['skills', 'jobs']

/** A misspelt list is one whose absence would go unnoticed. Other fields are for other readers. */
function misspelt(
  value: Readonly<Record<string, unknown>>,
  lineOf: (path: readonly string[]) => number | undefined,
): Finding[] {
  const absent = LISTS.filter((list) => value[list] === undefined || value[list] === null)
  return Object.keys(value).flatMap((key) => {
    if (LISTS.includes(key)) return []
    const meant = absent.find((list) => list === `${key.toLowerCase()}s`) ?? nearestName(key, absent)
    if (meant === undefined) return []
    return [wrong(lineOf([key]) ?? 1, `${key} is not a field of agent.yaml`, `Write ${meant}.`)]
  })
}

function unread(line: number, message: string, fix: string): AgentYaml {
  return { skills: [], jobs: [], isRead: false, findings: [wrong(line, message, fix)] }
}
