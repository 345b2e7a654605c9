import { type Action, exampleInput, isObject, SkillError, validInputs } from '@skillwright/contract'

/** So many are tried that look like what the skill gets every day, however few are asked for: most others may be nonsense to it. */
const LEAST_NEAR = 8

/** What inputs are made of. */
export interface InputSource {
  readonly seed: number
  readonly count: number
  /** Inputs of the skill's own examples and tests. */
  readonly known: readonly unknown[]
}

/**
 * Inputs that the contract of an action allows, all different: first the one that a person would show, then the skill's own
 * examples with one property changed, which look like what it gets every day, then anything. An example itself, which was
 * tried already, is among them only where the contract shows it or allows nothing else. Throws INVALID_CONTRACT when there is none.
 */
export function triedInputs({ input: { schema, check } }: Action, { seed, count, known }: InputSource): unknown[] {
  // Half of them may turn out to be the skill's own.
  const generated = validInputs(schema, { seed, count: 2 * count + 1 })
  const isAllowed = (value: unknown) => check(value, { policy: 'strict' }).ok
  const changed = changedInputs(known.filter(isAllowed), generated, Math.max(LEAST_NEAR, count) * 2)
  const own = new Set(known.map(keyOf))
  const isNew = (value: unknown) => !own.has(keyOf(value))
  const near = distinct(changed.filter((value) => isNew(value) && isAllowed(value))).slice(
    0,
    Math.max(LEAST_NEAR, Math.floor(count / 2)),
  )
  const tried = [...exampleOf(schema), ...near, ...generated.filter(isNew)]
  return distinct(tried.length > 0 ? tried : generated).slice(0, Math.max(count, near.length + 1))
}

/** Tells whether an input stands in the package, in a case or as the example of the contract: its answer could be kept ready. */
export function ownInputs({ input: { schema } }: Action, known: readonly unknown[]): (input: unknown) => boolean {
  const own = new Set([...known, ...exampleOf(schema)].map(keyOf))
  return (input) => own.has(keyOf(input))
}

function exampleOf(schema: Action['input']['schema']): unknown[] {
  try {
    return [exampleInput(schema)]
  } catch (thrown) {
    // There may be valid inputs though none that is made of the author's own values.
    if (thrown instanceof SkillError) return []
    throw thrown
  }
}

/** Each known input in turn, with one property as a generated input has it: of each another one, so that a few show much. */
function changedInputs(known: readonly unknown[], generated: readonly unknown[], count: number): unknown[] {
  const bases = known.filter(isObject)
  const donors = generated.filter(isObject)
  if (bases.length === 0 || donors.length === 0) return []
  return Array.from({ length: count }, (_, i) => {
    const base = bases[i % bases.length] ?? {}
    const donor = donors[i % donors.length] ?? {}
    const names = [...new Set([...Object.keys(base), ...Object.keys(donor)])].sort()
    const name = names[(i + Math.floor(i / bases.length)) % Math.max(names.length, 1)] ?? ''
    const { [name]: _replaced, ...rest } = base
    return Object.hasOwn(donor, name) ? { ...rest, [name]: donor[name] } : rest
  })
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()]
}

function keyOf(value: unknown): string {
  return JSON.stringify(value)
}
