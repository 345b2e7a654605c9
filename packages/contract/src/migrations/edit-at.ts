import { defineKey, hasOwn, jsonEquals } from '../json.ts'
import { fromPointer, hasStep, type PathStep } from '../pointer.ts'

/** A migration path in two: up to the last `*`, and what follows inside each place that this leads to. */
export interface SplitPath {
  readonly base: readonly string[]
  readonly inner: readonly string[]
}

/** Splits a path after its last `*`. */
export function splitPath(path: string): SplitPath {
  const steps = fromPointer(path)
  const end = steps.lastIndexOf('*') + 1
  return { base: steps.slice(0, end), inner: steps.slice(end) }
}

/** Rewrites every place that a path leads to. Nothing is changed in the value itself: containers on the way are copied. */
export function editAt(
  value: unknown,
  path: readonly string[],
  edit: (value: unknown, at: readonly PathStep[]) => unknown,
  at: readonly PathStep[] = [],
): unknown {
  const [step, ...rest] = path
  if (step === undefined) return edit(value, at)
  if (typeof value !== 'object' || value === null) return value
  let copy: object | undefined
  for (const key of step === '*' ? Object.keys(value) : [step]) {
    if (!hasStep(value, key)) continue
    const before = itemOf(value, key)
    const after = editAt(before, rest, edit, [...at, key])
    if (after === before) continue
    copy ??= copyOf(value)
    defineKey(copy, key, after)
  }
  return copy ?? value
}

/** Takes out what is at a path without `*`; undefined when nothing is there. */
export function takeAt(value: unknown, path: readonly string[]): { left: unknown; taken: unknown } | undefined {
  const [step, ...rest] = path
  if (step === undefined || typeof value !== 'object' || value === null || !hasStep(value, step)) return undefined
  const item = itemOf(value, step)
  if (rest.length > 0) {
    const inner = takeAt(item, rest)
    if (inner === undefined) return undefined
    const left = copyOf(value)
    defineKey(left, step, inner.left)
    return { left, taken: inner.taken }
  }
  if (Array.isArray(value)) return { left: value.toSpliced(Number(step), 1), taken: item }
  const left: Record<string, unknown> = { ...value }
  delete left[step]
  return { left, taken: item }
}

/** What stops `putAt`: a container on the way that is no object, or a different value at the end. */
export interface Obstacle {
  readonly at: readonly string[]
  readonly found: unknown
  readonly isOccupied: boolean
}

/** Puts something at a path without `*`, making the objects on the way. */
export function putAt(
  value: unknown,
  path: readonly string[],
  item: unknown,
  { overwrite }: { readonly overwrite: boolean },
): { left: unknown } | { obstacle: Obstacle } {
  const [step, ...rest] = path
  if (step === undefined) {
    if (value === undefined || overwrite || jsonEquals(value, item)) return { left: item }
    return { obstacle: { at: [], found: value, isOccupied: true } }
  }
  const container = value === undefined ? {} : value
  if (typeof container !== 'object' || container === null || Array.isArray(container)) {
    return { obstacle: { at: [], found: container, isOccupied: false } }
  }
  const inside = putAt(hasOwn(container, step) ? itemOf(container, step) : undefined, rest, item, { overwrite })
  if ('obstacle' in inside) return { obstacle: { ...inside.obstacle, at: [step, ...inside.obstacle.at] } }
  const left = copyOf(container)
  defineKey(left, step, inside.left)
  return { left }
}

function itemOf(container: object, key: string): unknown {
  return (container as Record<string, unknown>)[key]
}

function copyOf(container: object): object {
  return Array.isArray(container) ? [...container] : { ...container }
}
