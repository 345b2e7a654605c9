import { defineKey, hasOwn, jsonEquals, preview } from '../json.ts'
import { escapeStep } from '../pointer.ts'
import type { CoercionPlan } from './coercion-plan.ts'
import { type CoercionRun, hint, pointerOf, record } from './coercion-run.ts'
import { foldKey } from './fold-name.ts'

/** An object under the keys that its schema declares, and under which key each value was sent. */
export interface RenamedKeys {
  readonly value: Readonly<Record<string, unknown>>
  /** The key as sent of each that was renamed. */
  readonly sent: ReadonlyMap<string, string>
}

/** A longer key is no misspelt name. */
const MAX_KEY = 200
/** An object with more unknown keys than this has other mistakes than their notation. */
const MAX_UNKNOWN = 1_000

/**
 * Gives keys in another notation (`maxResults`, `"max-results"`) the one that is declared, where nothing else stands under it. An
 * open object may have keys of its own, so there only what is required and missing is looked for.
 */
export function renameKeys(
  run: CoercionRun,
  plan: CoercionPlan,
  value: Readonly<Record<string, unknown>>,
): RenamedKeys | undefined {
  if (hasOnlyDeclaredKeys(plan, value)) return undefined
  const wanted = wantedKeys(plan, value)
  if (!wanted) return undefined
  const renames = findRenames(run, plan, value, wanted)
  if (renames.size === 0) return undefined
  const renamed: Record<string, unknown> = {}
  const sent = new Map<string, string>()
  const path = pointerOf(run)
  for (const key of Object.keys(value)) {
    const name = renames.get(key)
    defineKey(renamed, name ?? key, value[key])
    if (name === undefined) continue
    sent.set(name, key)
    record(run, { path: `${path}/${escapeStep(key)}`, from: key, to: name, rule: 'key-spelling' })
  }
  return { value: renamed, sent }
}

function hasOnlyDeclaredKeys({ keys: [only, another] }: CoercionPlan, value: object): boolean {
  if (!only || another) return only === undefined
  for (const key in value) if (!only.named.has(key)) return false
  return true
}

/** Tells the declared keys that an unknown one may stand for; undefined when there is none. */
function wantedKeys(plan: CoercionPlan, value: object): ((name: string) => boolean) | undefined {
  if (plan.keys.length === 0) return undefined
  if (plan.isClosed) return () => true
  for (const name of plan.required) if (!hasOwn(value, name)) return (each) => plan.required.has(each)
  return undefined
}

function findRenames(
  run: CoercionRun,
  plan: CoercionPlan,
  value: Readonly<Record<string, unknown>>,
  isWanted: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const renames = new Map<string, string>()
  const takers = new Map<string, string>()
  const unknown = Object.keys(value).filter((key) => !isKnown(run, plan, key))
  if (unknown.length > MAX_UNKNOWN) return renames
  for (const key of unknown) {
    if (key.length > MAX_KEY) continue
    const name = plan.spellings().get(foldKey(key))
    if (name === undefined || name === null || !isWanted(name)) continue
    if (hasOtherMeaning(run, plan, key)) {
      const text = `it could mean ${JSON.stringify(name)} or another one; send the one that is meant as it is declared`
      hint(run, { path: `${pointerOf(run)}/${escapeStep(key)}`, text })
      continue
    }
    const taker = hasOwn(value, name) ? name : takers.get(name)
    if (taker !== undefined) {
      const isSame = jsonEquals(value[taker], value[key])
      const choice = isSame ? '' : `, either ${preview(value[taker])} or ${preview(value[key])}`
      const text = `it says the same as ${JSON.stringify(taker)}; send only ${JSON.stringify(name)}${choice}`
      hint(run, { path: `${pointerOf(run)}/${escapeStep(key)}`, text })
      renames.delete(taker)
      continue
    }
    takers.set(name, key)
    renames.set(key, name)
  }
  return renames
}

/** True for the mark of a name where another name has one too (`$id` beside `id` and `@id`), and for a path into another property (`user.name`). */
function hasOtherMeaning({ setup }: CoercionRun, plan: CoercionPlan, key: string): boolean {
  const folded = foldKey(key)
  if (/^[$@]/.test(key)) return ['$', '@'].some((mark) => plan.spellings().has(`${mark}${folded}`))
  const [, outer = '', inner = ''] = /^([^./]+)[./](.+)$/.exec(key) ?? []
  const name = inner === '' ? undefined : plan.spellings().get(foldKey(outer))
  if (!name) return false
  const slots = plan.keys.flatMap(({ properties }) => properties.get(name) ?? [])
  return slots.some((slot) => setup.plans.of(slot).spellings().has(foldKey(inner)))
}

function isKnown(run: CoercionRun, plan: CoercionPlan, key: string): boolean {
  if (run.depth === 0 && key === run.setup.passThrough) return true
  return plan.keys.some((rules) => rules.named.has(key) || rules.patterns.some(({ matches }) => matches(key)))
}
