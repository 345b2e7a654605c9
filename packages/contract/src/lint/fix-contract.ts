import type { Finding } from '../finding.ts'
import { defineKey, isObject } from '../json.ts'
import { type PathStep, toPointer } from '../pointer.ts'
import { findProblems, type Problem } from './find-problems.ts'
import { contractContext, type LintOptions } from './lint-context.ts'
import type { Edit } from './rule.ts'

/** Options of fixContract. */
export interface FixOptions extends LintOptions {
  /**
   * Also make the repairs after which something that is accepted today may be refused, such as closing an object.
   * A published contract needs a new major version after them.
   */
  readonly breaking?: boolean
}

/** A repaired contract, and what was wrong with it. */
export interface FixResult {
  /** The repaired document; the very same one when there was nothing to repair. */
  readonly document: unknown
  readonly fixed: readonly Finding[]
}

// One repair can make room for another; more rounds than this would mean that two of them undo each other.
const MAX_ROUNDS = 8

/**
 * Repairs what is mechanical and returns a new document. Every input that was accepted still is, and outputs are judged as
 * before, unless breaking repairs are allowed. Repairing twice changes nothing more.
 */
export function fixContract(document: unknown, { breaking = false, ...options }: FixOptions = {}): FixResult {
  const fixed: Finding[] = []
  let current = document
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const problems = findProblems(contractContext(current, options))
    const chosen = withoutConflicts(problems.filter(({ repair }) => repair && (breaking || !repair.breaking)))
    if (chosen.length === 0) break
    current = applyEdits(current, chosen.flatMap(editsOf))
    fixed.push(...chosen.map(({ finding }) => finding))
  }
  return { document: current, fixed }
}

/** The problems whose repairs touch different places; the others wait for the next round. */
function withoutConflicts(problems: readonly Problem[]): readonly Problem[] {
  const valueAt = new Map<string, string>()
  return problems.filter((problem) => {
    const edits = editsOf(problem).map(({ at, value }) => [toPointer(at), JSON.stringify(value) ?? ''] as const)
    if (edits.some(([pointer, value]) => (valueAt.get(pointer) ?? value) !== value)) return false
    for (const [pointer, value] of edits) valueAt.set(pointer, value)
    return true
  })
}

function editsOf({ place, repair }: Problem): readonly Edit[] {
  return (repair?.edits ?? []).map((edit) => ({ ...edit, at: [...place, ...edit.at] }))
}

/** Applies edits to a copy: every ancestor of an edit is copied once, everything else is shared with the original. */
function applyEdits(document: unknown, edits: readonly Edit[]): unknown {
  const copies = new Set<unknown>()
  const copyOf = (value: unknown): unknown => {
    if (copies.has(value)) return value
    const copy = Array.isArray(value) ? [...value] : copyObject(value)
    copies.add(copy)
    return copy
  }
  const root = copyOf(document)
  for (const edit of edits) {
    const { at } = edit
    let holder = root
    for (const step of at.slice(0, -1)) {
      const inner = copyOf(read(holder, step))
      write(holder, step, inner)
      holder = inner
    }
    const last = at.at(-1) ?? ''
    if (edit.value === undefined) remove(holder, last)
    else write(holder, last, edit.value)
  }
  return root
}

function copyObject(value: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(isObject(value) ? value : {})) defineKey(copy, key, inner)
  return copy
}

function read(holder: unknown, step: PathStep): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, step) : undefined
}

function write(holder: unknown, step: PathStep, value: unknown): void {
  if (typeof holder === 'object' && holder !== null) defineKey(holder, String(step), value)
}

function remove(holder: unknown, step: PathStep): void {
  if (typeof holder === 'object' && holder !== null) Reflect.deleteProperty(holder, step)
}
