import { hasOwn, isObject, preview } from '../json.ts'
import type { Coercion } from './coercion.ts'
import type { CoercionPlan, PlanSlot } from './coercion-plan.ts'
import {
  adoptOnly,
  attempt,
  attemptBelow,
  type CoercionRun,
  hint,
  type Outcome,
  pointerOf,
  severalMeanings,
} from './coercion-run.ts'
import { foldKey, foldName } from './fold-name.ts'
import { hintAt, hintGuess } from './guess-value.ts'
import { isOtherTool, isToolName } from './tool-name.ts'

/** What callers put arguments or a value under that the schema did not ask for. */
const WRAPPERS: ReadonlySet<string> = new Set(
  (
    'arguments args parameters params kwargs input inputs toolinput functionargs functionarguments functioncall ' +
    'toolcall function call tool data payload body request json properties value values item items list array ' +
    'result content text object root actioninput inputdata toolarguments toolargs toolparameters toolparams ' +
    'functionparameters functionparams 参数 输入 数据'
  ).split(' '),
)
/** A key that only names the kind of the value below it, which is all there is. */
const KINDS: ReadonlySet<string> = new Set(
  'string number integer int float boolean bool date datetime time uuid email uri url'.split(' '),
)
/** What stands beside it and says nothing about the value: which tool is called, and by which name. */
const LABELS: ReadonlySet<string> = new Set(
  'name type id tool toolname function functionname action callid toolcallid index title recipientname jsonrpc method'.split(
    ' ',
  ),
)
/** The labels that say which tool is called. */
const TOOL_LABELS: ReadonlySet<string> = new Set(
  'name tool toolname function functionname action recipientname method'.split(' '),
)
const MAX_KEYS = 5
const MAX_KEY = 100
const MAX_LAYERS = 4
/** Deeper inside a value nothing is unwrapped: each try walks through everything below it. */
const MAX_DEPTH = 12
/** Each of them asks whether everything inside is valid; real mistakes are few. */
const MAX_UNWRAPS = 50

/** Reads an object as the value that is wrapped in it, when that is the only way to make it fit; undefined when it wraps nothing. */
export function unwrap(
  run: CoercionRun,
  slot: PlanSlot,
  plan: CoercionPlan,
  value: Readonly<Record<string, unknown>>,
): { readonly value: unknown } | undefined {
  if (run.depth > MAX_DEPTH || run.unwrapping.length >= MAX_LAYERS || run.unwrapping.includes(value)) return undefined
  const key = wrapperKey(run, plan, value)
  if (key === undefined && run.depth === 0) hintInside(run, slot, plan, value)
  if (key === undefined || run.unwraps >= MAX_UNWRAPS) return undefined
  run.unwraps++
  if (run.setup.isValid(slot, value)) return undefined
  const outer = run.unwrapping
  run.unwrapping = [...outer, value]
  const inside = doubtCall(run, slot, value, attemptBelow(run, slot, key, value[key]))
  const inPlace = attempt(run, slot, value)
  run.unwrapping = outer
  const sound = [inside && unwrapped(run, key, value, inside), inPlace, ...labelReadings(value, key)].filter(
    (outcome) => outcome !== undefined && run.setup.isValid(slot, outcome.value),
  ) as Outcome[]
  // What can be repaired where it stands needs no other reading of the whole.
  if (sound.length === 0 || sound[0]?.coercions[0]?.rule !== 'unwrap') return undefined
  return { value: adoptOnly(run, sound, value) }
}

/** Reads a list of one call, or of one object, as the input that it holds; undefined when that does not fit. */
export function unwrapOnly(
  run: CoercionRun,
  slot: PlanSlot,
  list: readonly unknown[],
): { readonly value: unknown } | undefined {
  if (run.depth > 0 || list.length !== 1 || !isObject(list[0]) || run.setup.isValid(slot, list)) return undefined
  const inside = attemptBelow(run, slot, 0, list[0])
  if (!inside || !run.setup.isValid(slot, inside.value)) return undefined
  const taken: Coercion = { path: pointerOf(run), from: list, to: list[0], rule: 'unwrap' }
  return { value: adoptOnly(run, [{ ...inside, coercions: [taken, ...inside.coercions] }], list) }
}

/** Hints at what stands under a single key that the schema does not know, or under wrappers that stand beside something else. */
function hintInside(
  run: CoercionRun,
  slot: PlanSlot,
  plan: CoercionPlan,
  value: Readonly<Record<string, unknown>>,
): void {
  const keys = Object.keys(value)
  if (run.attempts > 0 || keys.length > MAX_KEYS) return
  const unknown = keys.filter((key) => !plan.keys.some(({ named }) => named.has(key)))
  if (unknown.length === 1 && keys.length === 1) {
    hintGuess(run, slot, value)
    return
  }
  const wrappers = unknown.filter((key) => WRAPPERS.has(foldName(key)) && isObject(value[key]))
  const inside = wrappers.map((key) => attemptBelow(run, slot, key, value[key])?.value)
  const meanings = inside.filter((each) => each !== undefined && run.setup.isValid(slot, each))
  if (meanings.length === 1) hintAt(run, meanings[0])
  else if (meanings.length > 1) hint(run, severalMeanings(pointerOf(run), meanings))
}

/** True for an object that may be no more than the wrapping of another value. */
export function isWrapper(run: CoercionRun, plan: CoercionPlan, value: Readonly<Record<string, unknown>>): boolean {
  return wrapperKey(run, plan, value) !== undefined
}

function unwrapped(run: CoercionRun, key: string, from: Readonly<Record<string, unknown>>, inside: Outcome): Outcome {
  const taken: Coercion = { path: pointerOf(run), from, to: from[key], rule: 'unwrap' }
  return { ...inside, coercions: [taken, ...inside.coercions] }
}

/** The input inside a call of another tool, which may be for that one alone. */
function doubtCall(
  run: CoercionRun,
  slot: PlanSlot,
  call: Readonly<Record<string, unknown>>,
  inside: Outcome | undefined,
): Outcome | undefined {
  const { map, names, tool } = run.setup
  if (inside === undefined || slot.place !== map.root) return inside
  const other = Object.keys(call).find((key) => {
    const name = TOOL_LABELS.has(foldName(key)) ? call[key] : undefined
    return typeof name === 'string' && isOtherTool(name, tool, names)
  })
  if (other === undefined) return inside
  const text = `it calls ${preview(call[other])}, not ${preview(tool)}; send ${preview(inside.value)}, if that is meant`
  return { ...inside, doubts: [...inside.doubts, { path: '', text }] }
}

/** What stands beside the wrapped value may be the value itself: a number has an id as good as a number. */
function labelReadings(value: Readonly<Record<string, unknown>>, wrapper: string): readonly Outcome[] {
  const labels = Object.keys(value).filter((key) => key !== wrapper && foldName(key) !== 'type')
  return labels.map((key) => ({ value: value[key], coercions: [], doubts: [] }))
}

/** The one key of an object under which the value is wrapped. The schema must not know it, nor the labels beside it. */
function wrapperKey(run: CoercionRun, plan: CoercionPlan, value: object): string | undefined {
  const keys: string[] = []
  for (const key in value) {
    // An object with a declared key is no mere wrapping, which is soon known of nearly all.
    if (keys.length === MAX_KEYS || plan.keys.some(({ named }) => named.has(key))) return undefined
    keys.push(key)
  }
  if (keys.length === 0) return undefined
  const own = run.depth > 0 ? foldName(String(run.setup.path[run.depth - 1])) : undefined
  let found: string | undefined
  for (const key of keys) {
    const folded = key.length > MAX_KEY ? '' : foldName(key)
    if (plan.spellings().has(folded)) return undefined
    const inner = (value as Record<string, unknown>)[key]
    const isLabel = LABELS.has(folded) && (typeof inner === 'string' || typeof inner === 'number' || inner === null)
    if (isLabel && keys.length > 1) continue
    const isWrapping =
      WRAPPERS.has(folded) ||
      folded === own ||
      `${folded}s` === own ||
      (keys.length === 1 && (KINDS.has(folded) || isToolCall(run, plan, key, inner)))
    if (found === undefined && isWrapping && inner !== undefined) found = key
    else return undefined
  }
  if (found === undefined || !hasOwn(value, found) || isDeclaredInBranch(run, plan, found, new Set())) return undefined
  return keys.length > 1 || isTelling(value, found) ? found : undefined
}

/** True for the whole input under the name of its tool: as it was told, or as tools are called. */
function isToolCall({ setup, depth }: CoercionRun, plan: CoercionPlan, key: string, inner: unknown): boolean {
  if (depth > 0 || !isObject(inner) || key.length > MAX_KEY) return false
  const [, inNamespace, name = ''] = /^(functions[./])?(?:[\w-]+\.)*([\w-]+)$/.exec(key) ?? []
  const { names, tool } = setup
  const isCalled =
    names.some((each) => [key, name].some((sent) => foldName(sent) === foldName(each))) ||
    ((inNamespace !== undefined || isToolName(name)) && !isOtherTool(name, tool, names))
  return isCalled && Object.keys(inner).some((each) => plan.spellings().has(foldKey(each)))
}

/** True when an alternative of the place asks for the key, which then wraps nothing. */
function isDeclaredInBranch(run: CoercionRun, plan: CoercionPlan, key: string, asked: Set<CoercionPlan>): boolean {
  if (asked.has(plan)) return false
  asked.add(plan)
  return plan.unions.some(({ branches }) =>
    branches.some((branch) => {
      const inner = run.setup.plans.of(branch)
      return inner.keys.some(({ named }) => named.has(key)) || isDeclaredInBranch(run, inner, key, asked)
    }),
  )
}

/** An object with nothing in it is no wrapping. */
function isTelling(value: object, key: string): boolean {
  const inner: unknown = (value as Record<string, unknown>)[key]
  return !isObject(inner) || Object.keys(inner).length > 0
}
