import { isObject, type SchemaChecker } from '@skillwright/contract'

/** One of every kind of value. */
const VALUES: readonly unknown[] = [null, true, -0.5, 'something else', [], {}]
// An answer may be as long as its author likes.
const MOST_CHANGES = 200

/** True when the answer would break the schema if it held less or something else: what every answer keeps shows nothing. */
export function couldBeWrong({ check }: SchemaChecker, answer: unknown): boolean {
  return changesOf(answer)
    .take(MOST_CHANGES)
    .some((changed) => !check(changed, { policy: 'strict' }).ok)
}

/** The answer with one thing of it left out or replaced; that an object is one is no promise about what it holds. */
function* changesOf(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) for (const other of replacements(item)) yield value.with(i, other)
  } else if (isObject(value)) {
    for (const name of Object.keys(value))
      yield Object.fromEntries(Object.entries(value).filter(([own]) => own !== name))
    for (const [name, inner] of Object.entries(value))
      for (const other of replacements(inner)) yield { ...value, [name]: other }
  } else yield* VALUES
}

function* replacements(value: unknown): Generator<unknown> {
  yield* VALUES
  if (typeof value === 'object' && value !== null) yield* changesOf(value)
}
