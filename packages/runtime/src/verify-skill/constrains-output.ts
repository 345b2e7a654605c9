import { invalidInputs, isObject, type SchemaChecker } from '@skillwright/contract'

const TRIED = 20

/** True when an answer could break the output schema by what it holds, not merely by being no object or no list. */
export function constrainsOutput({ schema, check }: SchemaChecker): boolean {
  const isKept = (value: unknown) => check(value, { policy: 'strict' }).ok
  const broken = () => invalidInputs(schema, { count: TRIED }).map(({ value }) => value)
  if (isKept({}) && !broken().some(isObject)) return false
  return !(isKept([]) && !broken().some((value) => Array.isArray(value)))
}
