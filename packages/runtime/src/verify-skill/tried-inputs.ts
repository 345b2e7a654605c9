import { type Action, exampleInput, isObject, SkillError, validInputs } from '@skillwright/contract'

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
  const generated = validInputs(schema, { seed, count })
  const isAllowed = (value: unknown) => check(value, { policy: 'strict' }).ok
  const changed = changedInputs(known.filter(isAllowed), generated, count * 2)
  const own = new Set(known.map(keyOf))
  const isNew = (value: unknown) => !own.has(keyOf(value))
  const near = changed.filter((value) => isNew(value) && isAllowed(value)).slice(0, Math.floor(count / 2))
  const tried = [...exampleOf(schema), ...near, ...generated.filter(isNew)]
  return distinct(tried.length > 0 ? tried : generated).slice(0, count)
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

/** Each known input in turn, with one property after the other as a generated input has it. */
function changedInputs(known: readonly unknown[], generated: readonly unknown[], count: number): unknown[] {
  const bases = known.filter(isObject)
  const donors = generated.filter(isObject)
  if (bases.length === 0 || donors.length === 0) return []
  return Array.from({ length: count }, (_, i) => {
    const base = bases[i % bases.length] ?? {}
    const donor = donors[i % donors.length] ?? {}
    const names = [...new Set([...Object.keys(base), ...Object.keys(donor)])].sort()
    const name = names[Math.floor(i / bases.length) % Math.max(names.length, 1)] ?? ''
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
