import { type Finding, isObject } from '@skillwright/contract'
import { MAX_QUERY_LENGTH, MAX_TRIGGERS } from './schemas/triggers-schema.ts'
import type { SkillFiles } from './skill-files.ts'

/** A message, and whether the skill must be found for it. */
export interface TriggerTest {
  readonly query: string
  readonly shouldTrigger: boolean
  readonly note?: string
}

/** Where a skill keeps its trigger tests. */
export const TRIGGERS_FILE = 'tests/triggers.json'

const MAX_BYTES = 4 * 1_024 * 1_024
const LABELS = ['should_trigger', 'shouldTrigger', 'expect']

/** The trigger tests that a skill brings, and a finding for each that cannot be used. Never throws. */
export function readTriggers(files: SkillFiles): { triggers: readonly TriggerTest[]; findings: readonly Finding[] } {
  const bytes = files.get(TRIGGERS_FILE)
  if (bytes === undefined) return { triggers: [], findings: [] }
  const list = parseList(bytes)
  if ('message' in list) return { triggers: [], findings: [list] }
  const findings: Finding[] = []
  const triggers = new Map<string, TriggerTest>()
  for (const [i, item] of list.items.slice(0, MAX_TRIGGERS).entries()) {
    const test = readTest(item)
    const problem = typeof test === 'string' ? test : clash(test, triggers.get(queryKey(test.query)))
    if (problem !== undefined) findings.push(wrong(problem, `/${i}`))
    else if (typeof test !== 'string') triggers.set(queryKey(test.query), test)
  }
  if (list.items.length > MAX_TRIGGERS)
    findings.push(wrong(`has ${list.items.length} tests, expected at most ${MAX_TRIGGERS}; the rest is not run`, ''))
  return { triggers: [...triggers.values()], findings }
}

/** What makes two messages the same. */
export function queryKey(query: string): string {
  return query.trim().normalize('NFC')
}

function parseList(bytes: Uint8Array): { readonly items: readonly unknown[] } | Finding {
  if (bytes.length > MAX_BYTES) return wrong(`has ${bytes.length} bytes, expected at most ${MAX_BYTES}`, '')
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return Array.isArray(value) ? { items: value } : wrong(`is ${kindOf(value)}, expected a list`, '')
  } catch (cause) {
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\s+/g, ' ')
    // The engine says where it stopped, though not always.
    const line = /\(line (\d+) column/.exec(reason)?.[1]
    return { ...wrong(`is not JSON: ${reason}`, ''), ...(line === undefined ? {} : { line: Number(line) }) }
  }
}

/** The test, or what is wrong with it. */
function readTest(value: unknown): TriggerTest | string {
  if (!isObject(value)) return `is ${kindOf(value)}, expected an object`
  const { query, note } = value
  if (typeof query !== 'string' || query.trim() === '') return `has no query: expected a message, got ${kindOf(query)}`
  if (query.length > MAX_QUERY_LENGTH)
    return `has a query of ${query.length} characters, expected at most ${MAX_QUERY_LENGTH}`
  const labels = LABELS.filter((name) => value[name] !== undefined)
  const [label = 'should_trigger'] = labels
  if (labels.length > 1) return `says ${labels.join(' and ')}, expected one of them`
  const shouldTrigger = value[label]
  if (typeof shouldTrigger !== 'boolean')
    return `does not say whether it should trigger: expected true or false in ${label}, got ${kindOf(shouldTrigger)}`
  return { query, shouldTrigger, ...(typeof note === 'string' ? { note } : {}) }
}

function clash({ shouldTrigger }: TriggerTest, earlier: TriggerTest | undefined): string | undefined {
  if (earlier === undefined) return undefined
  return earlier.shouldTrigger === shouldTrigger
    ? 'repeats an earlier query'
    : 'says the opposite of an earlier test with the same query'
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return value.trim() === '' ? 'empty text' : 'text'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function wrong(problem: string, pointer: string): Finding {
  return {
    rule: 'index/trigger-test',
    severity: 'warning',
    file: TRIGGERS_FILE,
    pointer,
    message: `${TRIGGERS_FILE}${pointer} ${problem}`,
    why: 'A test that cannot be read says nothing about whether the skill is found.',
    fix: 'Write [{"query": "what a person would write", "should_trigger": true}, …].',
  }
}
