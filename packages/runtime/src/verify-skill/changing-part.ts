import { isObject } from '@skillwright/contract'

/** Where two answers to the same input differ, as JSON pointers with `*` for every item; an object of other names or a list of another length differs as a whole. */
export function changesBetween(first: unknown, second: unknown, path = ''): string[] {
  if (Array.isArray(first) && Array.isArray(second) && first.length === second.length)
    return first.flatMap((item, i) => changesBetween(item, second[i], `${path}/*`))
  if (isObject(first) && isObject(second) && sameNames(first, second))
    return Object.entries(first).flatMap(([name, inner]) => changesBetween(inner, second[name], `${path}/${name}`))
  return JSON.stringify(first) === JSON.stringify(second) ? [] : [path]
}

/** An answer without what stands at some of these places. */
export function withoutChanges(value: unknown, changes: ReadonlySet<string>, path = ''): unknown {
  if (changes.has(path)) return undefined
  if (Array.isArray(value)) return value.map((item) => withoutChanges(item, changes, `${path}/*`) ?? null)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutChanges(inner, changes, `${path}/${name}`)]),
  )
}

function sameNames(first: object, second: object): boolean {
  const names = Object.keys(first)
  return names.length === Object.keys(second).length && names.every((name) => Object.hasOwn(second, name))
}
