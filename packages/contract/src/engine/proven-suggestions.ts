import { defineKey, hasOwn } from '../json.ts'
import { type PathStep, toPointer } from '../pointer.ts'
import type { Failure } from './run.ts'

/** What a suggestion would do to a value. */
export type Edit =
  | { readonly kind: 'replace'; readonly value: unknown }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'remove'; readonly index: number }

/** A suggestion that is to be tried: where it was made, and what it would do. */
export interface Suggested {
  readonly path: readonly PathStep[]
  readonly edit: Edit
}

/**
 * Tells which suggestions would put their place right. All are tried at once on a copy, of which only the containers that change are
 * copied, so that it costs one more validation however many there are.
 */
export function provenSuggestions(
  value: unknown,
  suggested: readonly Suggested[],
  failuresOf: (value: unknown) => readonly Failure[],
): ReadonlySet<Suggested> {
  if (suggested.length === 0) return new Set()
  const draft = openDraft(value)
  const targets = suggested.map((each) => ({ each, target: apply(draft, each) }))
  const wrong = failuresOf(draft.root()).map(({ path }) => toPointer(path))
  const isRight = (target: string) => !wrong.some((path) => path === target || path.startsWith(`${target}/`))
  return new Set(targets.filter(({ target }) => target !== undefined && isRight(target)).map(({ each }) => each))
}

/** Does what a suggestion says, and gives the pointer of the place that must then be right; undefined when it cannot be done. */
function apply(draft: Draft, { path, edit }: Suggested): string | undefined {
  if (edit.kind === 'remove') {
    const list = draft.at(path)
    if (!Array.isArray(list)) return undefined
    list.splice(edit.index, 1)
    return toPointer(path)
  }
  const steps = path.slice(0, -1)
  if (edit.kind === 'replace') return draft.set(path, edit.value) ? toPointer(path) : undefined
  const holder = draft.at(steps)
  const target = toPointer([...steps, edit.to])
  if (holder === undefined || Array.isArray(holder)) return undefined
  if (!hasOwn(holder, edit.from)) return hasOwn(holder, edit.to) ? target : undefined
  defineKey(holder, edit.to, holder[edit.from])
  delete holder[edit.from]
  return target
}

/** A value that can be changed without changing the one it was made of. */
interface Draft {
  root(): unknown
  /** The container at a path, ready to be changed. */
  at(path: readonly PathStep[]): (unknown[] & Record<string, unknown>) | Record<string, unknown> | undefined
  set(path: readonly PathStep[], value: unknown): boolean
}

function openDraft(value: unknown): Draft {
  const holder: Record<string, unknown> = { value }
  const own = new Set<unknown>([holder])
  function container(from: Record<string, unknown>, step: PathStep): Record<string, unknown> | undefined {
    const inner = from[step]
    if (typeof inner !== 'object' || inner === null) return undefined
    const copy = own.has(inner) ? inner : Array.isArray(inner) ? [...inner] : { ...inner }
    own.add(copy)
    defineKey(from, String(step), copy)
    return copy as Record<string, unknown>
  }
  function at(path: readonly PathStep[]): Record<string, unknown> | undefined {
    let current: Record<string, unknown> | undefined = holder
    for (const step of ['value', ...path]) current = current && container(current, step)
    return current
  }
  return {
    root: () => holder.value,
    at,
    set(path, next) {
      const target = path.length === 0 ? holder : at(path.slice(0, -1))
      if (!target) return false
      defineKey(target, String(path.at(-1) ?? 'value'), next)
      return true
    },
  }
}
