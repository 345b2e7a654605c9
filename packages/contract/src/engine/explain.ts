import type { Issue } from '../issue.ts'
import { preview } from '../json.ts'
import { toPointer } from '../pointer.ts'
import { NO_URI } from '../resolve-uri.ts'
import { describeCondition, describeSchema } from './describe-schema.ts'
import { PHRASES, type Phrase } from './phrases.ts'
import type { Suggested } from './proven-suggestions.ts'
import type { Circumstance, Failure } from './run.ts'

/** More issues than this do not help the caller; one more then says that there may be others. */
export const MAX_ISSUES = 100

/** What a schema as a whole says, not one of its keywords. */
const NAMELESS = new Set(['false', 'depth'])

/** Puts broken keywords into words, one sentence each, none twice. */
export function explain(
  failures: readonly Failure[],
  { whole = 'the value', prove = () => EVERY }: ExplainOptions = {},
): Issue[] {
  const issues = new Map<string, Issue>()
  const told = failures.slice(0, MAX_ISSUES).map((failure) => ({ failure, ...phraseOf(failure) }))
  const proven = prove(told.flatMap(({ suggested }) => suggested ?? []))
  for (const { failure, phrase, suggested } of told) {
    const isProven = suggested === undefined || proven === EVERY || proven.has(suggested)
    const issue = toIssue(failure, isProven ? phrase : { ...phrase, suggestion: undefined }, whole)
    const key = `${issue.path} ${issue.message}`
    if (!issues.has(key)) issues.set(key, issue)
  }
  if (failures.length > MAX_ISSUES) issues.set('', more(failures.length - MAX_ISSUES))
  return [...issues.values()]
}

/** Options of explain. */
export interface ExplainOptions {
  /** What the value as a whole is called. */
  readonly whole?: string
  /** Which suggestions would help; the others are not made. */
  readonly prove?: (suggested: readonly Suggested[]) => ReadonlySet<Suggested>
}

const EVERY: ReadonlySet<Suggested> = new Set()

function phraseOf(failure: Failure): { phrase: Phrase; suggested: Suggested | undefined } {
  const phrase = PHRASES[failure.keyword]?.(failure) ?? {}
  return { phrase, suggested: phrase.edit && { path: failure.path, edit: phrase.edit } }
}

function toIssue(failure: Failure, phrase: Phrase, whole: string): Issue {
  const { node, keyword, value } = failure
  const path = toPointer(failure.path)
  const expected = phrase.expected ?? describeSchema(node)
  const received = phrase.received ?? preview(value)
  const sentence = phrase.sentence ?? `must be ${expected}, got ${received}`
  return {
    path,
    keyword,
    schemaPath: schemaPath(failure),
    expected,
    received,
    message: `${path === '' ? whole : path} ${sentence}${because(failure.circumstance)}`,
    ...(phrase.suggestion === undefined ? {} : { suggestion: phrase.suggestion }),
  }
}

function schemaPath({ node, keyword }: Failure): string {
  const document = node.document.uri === NO_URI ? '' : `${node.document.uri}#`
  return `${document}${node.pointer}${NAMELESS.has(keyword) ? '' : `/${keyword}`}`
}

function because(circumstance: Circumstance | undefined): string {
  if (!circumstance) return ''
  const { kind, node, detail } = circumstance
  const condition = node.one.get('if')
  if (kind === 'closest') return detail === '1' ? '' : ` (the closest of ${detail} alternatives)`
  if (kind === 'present') return ` when ${detail} is present`
  if (!condition) return ''
  return ` ${kind === 'then' ? 'when' : 'unless'} ${describeCondition(condition)}`
}

function more(count: number): Issue {
  return {
    path: '',
    keyword: 'more',
    schemaPath: '',
    expected: `at most ${MAX_ISSUES} mistakes`,
    received: `at least ${count} more`,
    message: `the value has more mistakes than the ${MAX_ISSUES} that are listed`,
  }
}
