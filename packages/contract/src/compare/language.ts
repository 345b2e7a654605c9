import type { Budget } from './budget.ts'
import { ANY_CHAR, type CharSet, hasChar, LAST_CODE_POINT } from './char-set.ts'
import type { Pattern } from './parse-pattern.ts'

/** A set of strings, as an expression that can be derived by one character at a time (Brzozowski). */
export interface Language {
  readonly id: number
  readonly is: 'nothing' | 'empty' | 'chars' | 'then' | 'any' | 'all' | 'not' | 'repeat' | 'start' | 'end'
  readonly parts: readonly Language[]
  readonly set: CharSet
  readonly min: number
  readonly max: number
}

/** Makes languages and derives them; equal expressions are one object. */
export interface Languages {
  readonly everything: Language
  /** The strings in which the pattern is found. */
  matching(pattern: Pattern): Language
  ofLength(min: number, max: number): Language
  both(parts: readonly Language[]): Language
  without(language: Language): Language
  /** What may follow after the character. */
  after(language: Language, codePoint: number, isFirst: boolean): Language
  /** True when the string may end here. */
  mayEnd(language: Language, isFirst: boolean): boolean
  /** Characters between two of these boundaries all lead to the same place. */
  boundaries(language: Language): readonly number[]
}

/** Deriving one costs a part of what a step of the search does. */
const STEPS_PER_EXPRESSION = 0.25

/** Starts an algebra of languages. What it derives is paid for from the budget, by the expression. */
export function languages(budget: Budget): Languages {
  const byKey = new Map<string, Language>()

  function make(is: Language['is'], parts: readonly Language[] = [], set: CharSet = [], min = 0, max = 0): Language {
    const key = `${is} ${parts.map((part) => part.id).join(',')} ${set.join(';')} ${min} ${max}`
    const known = byKey.get(key)
    if (known) return known
    const language: Language = { id: byKey.size, is, parts, set, min, max }
    byKey.set(key, language)
    return language
  }

  const nothing = make('nothing')
  const empty = make('empty')
  const start = make('start')
  const end = make('end')
  const anyChar = make('chars', [], ANY_CHAR)
  const everything = make('repeat', [anyChar], [], 0, Number.POSITIVE_INFINITY)

  function then(first: Language, rest: Language): Language {
    if (first === nothing || rest === nothing) return nothing
    if (first === empty) return rest
    if (rest === empty) return first
    const [head, tail] = first.parts
    if (first.is === 'then' && head && tail) return then(head, then(tail, rest))
    if (first === everything && rest === everything) return everything
    return make('then', [first, rest])
  }

  function join(is: 'any' | 'all', parts: readonly Language[]): Language {
    const [zero, one] = is === 'any' ? [everything, nothing] : [nothing, everything]
    const flat = new Map<number, Language>()
    for (const part of parts) {
      for (const inner of part.is === is ? part.parts : [part]) flat.set(inner.id, inner)
    }
    flat.delete(one.id)
    if (flat.has(zero.id)) return zero
    const sorted = [...flat.values()].sort((a, b) => a.id - b.id)
    const [only] = sorted
    if (only === undefined) return one
    return sorted.length === 1 ? only : make(is, sorted)
  }

  function without(language: Language): Language {
    const [inner] = language.parts
    if (language.is === 'not' && inner) return inner
    if (language === nothing) return everything
    return language === everything ? nothing : make('not', [language])
  }

  function repeat(body: Language, min: number, max: number): Language {
    if (max < min) return nothing
    if (max === 0 || body === empty) return empty
    if (body === nothing) return min === 0 ? empty : nothing
    return min === 1 && max === 1 ? body : make('repeat', [body], [], min, max)
  }

  /** The language of a pattern followed by `rest`: a look-ahead applies to all that follows. */
  function read(pattern: Pattern, rest: Language): Language {
    switch (pattern.is) {
      case 'chars':
        return then(make('chars', [], pattern.set), rest)
      case 'start':
        return then(start, rest)
      case 'end':
        return then(end, rest)
      case 'sequence':
        return pattern.parts.reduceRight((after, part) => read(part, after), rest)
      case 'either':
        return join(
          'any',
          pattern.parts.map((part) => read(part, rest)),
        )
      case 'repeat':
        return then(repeat(read(pattern.body, empty), pattern.min, pattern.max), rest)
      case 'ahead': {
        const ahead = read(pattern.body, everything)
        return join('all', [pattern.negative ? without(ahead) : ahead, rest])
      }
    }
  }

  const derived = new Map<Language, Map<number, Language>>()
  function after(language: Language, codePoint: number, isFirst: boolean): Language {
    if (language.parts.length === 0) return derive(language, codePoint, isFirst)
    const known = derived.get(language) ?? new Map<number, Language>()
    derived.set(language, known)
    const key = isFirst ? -1 - codePoint : codePoint
    const next = known.get(key) ?? derive(language, codePoint, isFirst)
    known.set(key, next)
    return next
  }

  function derive(language: Language, codePoint: number, isFirst: boolean): Language {
    budget.spend(STEPS_PER_EXPRESSION * (1 + language.parts.length))
    const [first = nothing, rest = nothing] = language.parts
    switch (language.is) {
      case 'chars':
        return hasChar(language.set, codePoint) ? empty : nothing
      case 'then': {
        const step = then(after(first, codePoint, isFirst), rest)
        return isSkipped(first, isFirst) ? join('any', [step, after(rest, codePoint, isFirst)]) : step
      }
      case 'any':
      case 'all':
        return join(
          language.is,
          language.parts.map((part) => after(part, codePoint, isFirst)),
        )
      case 'not':
        return without(after(first, codePoint, isFirst))
      case 'repeat': {
        const more = repeat(first, Math.max(0, language.min - 1), language.max - 1)
        return then(after(first, codePoint, isFirst), more)
      }
      default:
        return nothing
    }
  }

  /** True when the language has the empty string here, with more characters to follow. */
  function isSkipped(language: Language, isFirst: boolean): boolean {
    return hasEmpty(language, isFirst, false)
  }

  function hasEmpty(language: Language, isFirst: boolean, isLast: boolean): boolean {
    switch (language.is) {
      case 'empty':
        return true
      case 'start':
        return isFirst
      case 'end':
        return isLast
      case 'then':
      case 'all':
        return language.parts.every((part) => hasEmpty(part, isFirst, isLast))
      case 'any':
        return language.parts.some((part) => hasEmpty(part, isFirst, isLast))
      case 'not':
        return !language.parts.some((part) => hasEmpty(part, isFirst, isLast))
      case 'repeat':
        return language.min === 0 || language.parts.every((part) => hasEmpty(part, isFirst, isLast))
      default:
        return false
    }
  }

  function boundaries(language: Language): readonly number[] {
    const found = new Set<number>([0, LAST_CODE_POINT + 1])
    const seen = new Set<Language>()
    const pending = [language]
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      for (const [from, to] of next.set) found.add(from).add(to + 1)
      // What stands behind a part that cannot be skipped does not see this character.
      const [first] = next.parts
      if (next.is === 'then' && first && !hasEmpty(first, true, false)) pending.push(first)
      else pending.push(...next.parts)
    }
    return [...found].sort((a, b) => a - b)
  }

  return {
    everything,
    matching: (pattern) => then(everything, read(pattern, everything)),
    ofLength: (min, max) => repeat(anyChar, min, max),
    both: (parts) => join('all', parts),
    without,
    after,
    mayEnd: (language, isFirst) => hasEmpty(language, isFirst, true),
    boundaries,
  }
}
