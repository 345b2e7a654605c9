import { type Finding, isObject } from '@skillwright/contract'
import { unknownField, wrong, wrongType } from './agent-findings.ts'

/** A job of an agent: which of its skills is run when. */
export interface AgentJob {
  readonly name: string
  /** The name of one of its skills, as agent.yaml or its file says it. */
  readonly skill: string
  readonly action: string | undefined
  readonly params: Readonly<Record<string, unknown>>
  /** Five fields, or six with seconds first. */
  readonly cron: string
  /** An IANA name. */
  readonly timeZone: string
  readonly overlap: (typeof OVERLAPS)[number]
  readonly missed: (typeof MISSED)[number]
  readonly priority: number
  /** How often it is tried again when it failed for the moment. */
  readonly retries: number
  /** Line that names it. */
  readonly line: number
}

/** What to do when the run before has not ended. */
export const OVERLAPS = ['skip', 'queue', 'replace'] as const
/** What to do about times at which nothing ran. */
export const MISSED = ['skip', 'once', 'all'] as const

const FIELDS = ['name', 'skill', 'action', 'params', 'cron', 'timezone', 'overlap', 'missed', 'priority', 'retries']
const MAX_PRIORITY = 1_000_000
const MAX_RETRIES = 99

type LineOf = (field: readonly string[]) => number

/** Reads `jobs` of agent.yaml. A job with something wrong is left out, and what is wrong is a finding with its line. */
export function readAgentJobs(
  value: unknown,
  lineOf: (path: readonly (string | number)[]) => number | undefined,
): { readonly jobs: readonly AgentJob[]; readonly findings: readonly Finding[] } {
  if (value === undefined || value === null) return { jobs: [], findings: [] }
  const line = lineOf(['jobs']) ?? 1
  if (!Array.isArray(value))
    return {
      jobs: [],
      findings: [wrong(line, 'jobs should be a list of {name, skill, cron}', 'Write each job as a list item.')],
    }
  const findings: Finding[] = []
  const jobs: AgentJob[] = []
  for (const [i, item] of value.entries()) {
    const job = readJob(item, (field) => lineOf(['jobs', i, ...field]) ?? line, findings)
    if (job !== undefined && jobs.some(({ name }) => name === job.name))
      findings.push(wrong(job.line, `agent.yaml names the job ${job.name} twice`, 'Give each its own name.'))
    else if (job !== undefined) jobs.push(job)
  }
  return { jobs, findings }
}

function readJob(item: unknown, lineOf: LineOf, findings: Finding[]): AgentJob | undefined {
  if (!isObject(item)) {
    findings.push(wrong(lineOf([]), 'A job in agent.yaml is not a map', 'Give it name, skill and cron.'))
    return undefined
  }
  const before = findings.length
  const field = <T>(
    name: string,
    expected: string,
    read: (value: unknown) => T | undefined,
    fallback?: T,
  ): T | undefined => {
    const value = item[name] ?? fallback
    const found = read(value)
    if (found === undefined && (value !== undefined || fallback === undefined))
      findings.push(wrongType(name, lineOf([name]), expected, value))
    return found
  }
  const job = {
    name: field('name', 'a name such as daily_briefing', text),
    skill: field('skill', 'the name of a skill of this agent', text),
    action: item.action === undefined ? undefined : field('action', 'the name of an action', text),
    params: field('params', 'a map of parameters', (value) => (isObject(value) ? value : undefined), {}),
    cron: field('cron', 'five fields, or six with seconds first, such as "30 7 * * 1-5"', cronPattern),
    timeZone: field('timezone', 'a time zone such as Europe/Berlin', timeZone, 'UTC'),
    overlap: field('overlap', OVERLAPS.join(', '), (value) => OVERLAPS.find((one) => one === value), 'skip'),
    missed: field('missed', MISSED.join(', '), (value) => MISSED.find((one) => one === value), 'skip'),
    priority: field('priority', 'a whole number', (value) => whole(value, -MAX_PRIORITY, MAX_PRIORITY), 0),
    retries: field('retries', `a whole number from 0 to ${MAX_RETRIES}`, (value) => whole(value, 0, MAX_RETRIES), 0),
    line: lineOf(['name']),
  }
  const isWrong = findings.length > before
  for (const key of Object.keys(item))
    if (!FIELDS.includes(key)) findings.push(unknownField(key, lineOf([key]), 'a job', FIELDS))
  // What was read is what was asked for, or it is said.
  return isWrong ? undefined : (job as AgentJob)
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function cronPattern(value: unknown): string | undefined {
  const fields = text(value)?.split(/\s+/) ?? []
  return fields.length === 5 || fields.length === 6 ? fields.join(' ') : undefined
}

function timeZone(value: unknown): string | undefined {
  const zone = text(value)
  try {
    return zone === undefined ? undefined : new Intl.DateTimeFormat('en', { timeZone: zone }) && zone
  } catch {
    return undefined
  }
}

function whole(value: unknown, least: number, most: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : undefined
}
