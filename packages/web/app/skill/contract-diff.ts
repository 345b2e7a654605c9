import { contractActions, type ShownAction } from './contract-actions.ts'
import { type ParameterRow, parameterRows } from './parameter-rows.ts'

/** A parameter that is another one than before, each side as one line of text. */
interface ComparedRow {
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly old: string
  readonly current: string
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

function rowsOf(schema: ShownAction['input'] | undefined): ReadonlyMap<string, string> {
  return new Map(schema === undefined ? [] : parameterRows(schema).map((row) => [row.path, lineOf(row)]))
}

function compareRows(olds: ReadonlyMap<string, string>, news: ReadonlyMap<string, string>): readonly ComparedRow[] {
  return [...new Set([...olds.keys(), ...news.keys()])].flatMap((path): ComparedRow[] => {
    const old = olds.get(path)
    const current = news.get(path)
    if (old === current) return []
    const kind = old === undefined ? 'added' : current === undefined ? 'removed' : 'changed'
    return [{ path, kind, old: old ?? '', current: current ?? '' }]
  })
}

function lineOf({ type, isRequired, limits, fallback, description }: ParameterRow): string {
  const facts = [
    isRequired ? `${type}!` : type,
    ...limits.map(({ text }) => text),
    ...(fallback === undefined ? [] : [`= ${fallback}`]),
    description,
  ]
  return facts.filter((fact) => fact !== '').join(' · ')
}
