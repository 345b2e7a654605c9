import { isTooLarge } from '../contract-findings.ts'
import { isObject } from '../json.ts'
import type { PathStep } from '../pointer.ts'
import { collectSites, type Root } from './collect-sites.ts'
import { estimateTokens } from './estimate-tokens.ts'
import type { ActionPlace, LintContext } from './rule.ts'
import type { Place } from './schema-site.ts'

/** Options of the lint. */
export interface LintOptions {
  /** Counts the tokens of a description. The default is an estimate: see `estimateTokens`. */
  readonly countTokens?: (text: string) => number
}

const WHOLE: Place = { parent: undefined, steps: [], order: 0 }
const DEFINITIONS = ['definitions', '$defs'] as const

/** Collects everything in a contract document that the rules check. */
export function contractContext(document: unknown, { countTokens = estimateTokens }: LintOptions): LintContext {
  const contract = isObject(document) ? { ...WHOLE, value: document } : undefined
  const base = { document, contract, isBareSchema: false, whole: WHOLE, countTokens }
  if (isTooLarge(document)) return { ...base, sites: [], actions: [], isTooLarge: true }
  const written = contract ? actionsOf(contract.value) : []
  const { sites, roots, isCut } = collectSites(document, [...written.flatMap(rootsOf), ...definitionsOf(document)])
  if (isCut) return { ...base, sites: [], actions: [], isTooLarge: true }
  const actions = written.map(({ value, steps }, i): ActionPlace => {
    const [input, output] = [roots[2 * i], roots[2 * i + 1]]
    // Just before its input, so that what is said about an action comes first.
    const order = ((input ?? output)?.order ?? 1) - 0.5
    return { value, steps, order, parent: undefined, input, output }
  })
  return { ...base, sites, actions, isTooLarge: false }
}

/** Collects everything in a bare schema that the rules check. */
export function schemaContext(
  schema: unknown,
  use: 'input' | 'output',
  { countTokens = estimateTokens }: LintOptions,
): LintContext {
  const base = { document: schema, contract: undefined, isBareSchema: true, whole: WHOLE, countTokens, actions: [] }
  if (isTooLarge(schema)) return { ...base, sites: [], isTooLarge: true }
  const { sites, isCut } = collectSites(schema, [{ schema, steps: [], use }])
  return { ...base, sites: isCut ? [] : sites, isTooLarge: isCut }
}

interface WrittenAction {
  readonly value: Readonly<Record<string, unknown>>
  readonly steps: readonly PathStep[]
}

function actionsOf(document: Readonly<Record<string, unknown>>): WrittenAction[] {
  if (document.actions === undefined) return document.input === undefined ? [] : [{ value: document, steps: [] }]
  const actions = isObject(document.actions) ? Object.entries(document.actions) : []
  return actions.flatMap(([name, value]) => (isObject(value) ? [{ value, steps: ['actions', name] }] : []))
}

function rootsOf({ value, steps }: WrittenAction): Root[] {
  const passThrough = typeof value.pass_through === 'string' ? value.pass_through : undefined
  return [
    { schema: value.input, steps: [...steps, 'input'], use: 'input', passThrough },
    { schema: value.output, steps: [...steps, 'output'], use: 'output' },
  ]
}

function definitionsOf(document: unknown): Root[] {
  if (!isObject(document)) return []
  return DEFINITIONS.flatMap((keyword) => {
    const map = document[keyword]
    if (!isObject(map)) return []
    return Object.entries(map).map(([name, schema]): Root => ({ schema, steps: [keyword, name], use: 'definition' }))
  })
}
