import type { Budget } from './budget.ts'
import { LAST_CODE_POINT } from './char-set.ts'
import type { Language, Languages } from './language.ts'

/** Strings of a language, the shortest first; `isComplete` when there are no others. */
export interface StringList {
  readonly strings: readonly string[]
  readonly isComplete: boolean
}

interface Draft {
  readonly state: State
  readonly text: string
  readonly length: number
}

interface Step {
  readonly chars: readonly number[]
  /** True when no other character makes this step. */
  readonly isExact: boolean
}

interface State {
  readonly language: Language
  readonly isFirst: boolean
  readonly edges: (Step & { readonly to: State })[]
  readonly from: State[]
  /** How many characters are missing to the nearest end; infinite when there is none. */
  distance: number
}

const MAX_STATES = 1000

/** Lists up to `limit` strings of a language. */
export function listStrings(
  language: Language,
  limit: number,
  { algebra, budget }: { algebra: Languages; budget: Budget },
): StringList {
  const { start, isWhole } = explore(language, algebra, budget)
  const strings: string[] = []
  let isComplete = isWhole
  // Strings in the making by the length they will at least have; the newest first, so that one is soon finished.
  const byLength = new Map<number, Draft[]>()
  if (Number.isFinite(start.distance)) push(byLength, start.distance, { state: start, text: '', length: 0 })
  for (let least = start.distance, steps = 0; byLength.size > 0; least++) {
    const queue = byLength.get(least) ?? []
    for (let draft = queue.pop(); draft; draft = queue.pop()) {
      const { state, text, length } = draft
      if (state.distance === 0) strings.push(text)
      if (strings.length >= limit || ++steps > 20 * limit + 4 * MAX_STATES || !budget.spend(1)) {
        return { strings, isComplete: false }
      }
      for (const { chars, isExact, to } of state.edges) {
        if (!Number.isFinite(to.distance)) continue
        isComplete &&= isExact
        for (const char of chars) {
          push(byLength, length + 1 + to.distance, {
            state: to,
            text: text + String.fromCodePoint(char),
            length: length + 1,
          })
        }
      }
    }
    byLength.delete(least)
  }
  return { strings, isComplete }
}

function push(byLength: Map<number, Draft[]>, length: number, draft: Draft): void {
  const queue = byLength.get(length)
  if (queue) queue.push(draft)
  else byLength.set(length, [draft])
}

/** The states that can be reached, with how far each is from an end; not the whole of them when they are too many. */
function explore(language: Language, algebra: Languages, budget: Budget): { start: State; isWhole: boolean } {
  const start = newState(language, true)
  const states = new Map<number, State>()
  const order = [start]
  let isWhole = true
  for (const state of order) {
    if (!isWhole) break
    const steps = new Map<Language, Step>()
    const bounds = algebra.boundaries(state.language)
    for (const [k, from] of bounds.entries()) {
      const to = (bounds[k + 1] ?? 0) - 1
      if (to < from) continue
      isWhole &&= budget.spend(1)
      const next = algebra.after(state.language, pickChar(from, to), state.isFirst)
      if (next.is === 'nothing') continue
      const { chars, isExact } = pickChars(from, to)
      const known = steps.get(next)
      steps.set(next, { chars: [...chars, ...(known?.chars ?? [])], isExact: isExact && known?.isExact !== false })
    }
    isWhole &&= order.length + steps.size <= MAX_STATES
    for (const [next, step] of steps) {
      let target = states.get(next.id)
      if (target === undefined) {
        target = newState(next, false)
        states.set(next.id, target)
        order.push(target)
      }
      state.edges.push({ ...step, to: target })
      target.from.push(state)
    }
  }
  measure(order, algebra)
  return { start, isWhole }
}

function newState(language: Language, isFirst: boolean): State {
  return { language, isFirst, edges: [], from: [], distance: Number.POSITIVE_INFINITY }
}

function measure(states: readonly State[], algebra: Languages): void {
  const queue = states.filter((state) => algebra.mayEnd(state.language, state.isFirst))
  for (const state of queue) state.distance = 0
  for (const state of queue) {
    for (const source of state.from) {
      if (Number.isFinite(source.distance)) continue
      source.distance = state.distance + 1
      queue.push(source)
    }
  }
}

// Characters a person would choose, in the order of preference.
const PREFERRED = [...'aA0bB1-_. /@é中'].map((char) => char.codePointAt(0) ?? 0)

function pickChar(from: number, to: number): number {
  return PREFERRED.find((char) => char >= from && char <= to) ?? from
}

/** A few characters of a range, or all when they are few; the preferred one last, since the last is tried first. */
function pickChars(from: number, to: number): Step {
  const size = Math.min(to, LAST_CODE_POINT) - from + 1
  const chosen = pickChar(from, to)
  const others =
    size <= 16 ? Array.from({ length: size }, (_, i) => from + i) : PREFERRED.filter((c) => c > from && c < to)
  return { chars: [...others.filter((char) => char !== chosen), chosen], isExact: size <= 16 }
}
