import { t, word } from '../i18n.svelte.ts'
import { contractActions, type ShownAction } from './contract-actions.ts'
import { type ParameterRow, parameterRows } from './parameter-rows.ts'

/** A parameter that is another one than before: what is said of it on each side. */
interface ComparedRow {
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly old: readonly ComparedFact[]
  readonly current: readonly ComparedFact[]
}

/** One thing that a contract says of a parameter. */
interface ComparedFact {
  readonly text: string
  /** The other side says so, too. */
  readonly isSame: boolean
}

/** What changed in the input or the output of an action. */
export interface ComparedPart {
  readonly action: string
  readonly direction: 'input' | 'output'
  readonly rows: readonly ComparedRow[]
}

/** What changed between two contracts, parameter by parameter; parts without a change are left out. */
export function contractDiff(before: unknown, after: unknown): readonly ComparedPart[] {
  const olds = byName(contractActions(before))
  const news = byName(contractActions(after))
  return [...new Set([...olds.keys(), ...news.keys()])]
    .flatMap((action) =>
      (['input', 'output'] as const).map((direction) => ({
        action,
        direction,
        rows: compareRows(rowsOf(olds.get(action)?.[direction]), rowsOf(news.get(action)?.[direction])),
      })),
    )
    .filter(({ rows }) => rows.length > 0)
}

function byName(actions: readonly ShownAction[]): ReadonlyMap<string, ShownAction> {
  return new Map(actions.map((action) => [action.name ?? '', action]))
}

function rowsOf(schema: ShownAction['input'] | undefined): ReadonlyMap<string, readonly string[]> {
  return new Map(schema === undefined ? [] : parameterRows(schema).map((row) => [row.path, factsOf(row)]))
}

type Facts = ReadonlyMap<string, readonly string[]>

function compareRows(olds: Facts, news: Facts): readonly ComparedRow[] {
  return [...new Set([...olds.keys(), ...news.keys()])].flatMap((path): ComparedRow[] => {
    const old = compareFacts(olds.get(path), news.get(path))
    const current = compareFacts(news.get(path), olds.get(path))
    if ([...old, ...current].every(({ isSame }) => isSame)) return []
    return [{ path, kind: !olds.has(path) ? 'added' : !news.has(path) ? 'removed' : 'changed', old, current }]
  })
}

function compareFacts(facts: readonly string[] = [], others: readonly string[] = []): readonly ComparedFact[] {
  return facts.map((text) => ({ text, isSame: others.includes(text) }))
}

function factsOf({ type, isRequired, limits, fallback, description }: ParameterRow): readonly string[] {
  const facts = [
    type,
    isRequired ? t('contract.required') : '',
    ...limits.map(({ text, unit }) => (unit === undefined ? text : `${text} ${word('unit', unit)}`)),
    fallback === undefined ? '' : t('contract.default', { value: fallback }),
    description,
  ]
  return facts.filter((fact) => fact !== '')
}
