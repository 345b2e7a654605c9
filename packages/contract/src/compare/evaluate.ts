import { hasOwn, type Json, type JsonObject } from '../json.ts'
import type { Finder } from './finder.ts'
import {
  type Atom,
  type Condition,
  type Constraint,
  canonicalText,
  kindOf,
  type SchemaNode,
  type Shape,
} from './schema-node.ts'
import { evaluationCases } from './unevaluated.ts'

type Answer = boolean | undefined
type Asked = Pick<Finder, 'test' | 'budget'>

/** Whether all constraints hold for a value; undefined when that is unknown. */
export function constraintsHold(constraints: readonly Constraint[], value: Json, asked: Asked): Answer {
  return every(constraints, ({ node, holds }) => {
    const answer = fits(node, value, asked)
    return answer === undefined ? undefined : answer === holds
  })
}

function fits(node: SchemaNode, value: Json, asked: Asked): Answer {
  if (!asked.budget.spend(1)) return undefined
  if (node.target) return fits(node.target, value, asked)
  const kind = kindOf(value)
  if (!node.kinds.has(kind)) return false
  if (node.values && !node.values.has(canonicalText(value))) return false
  return all([
    () => every(node.atoms[kind] ?? [], (atom) => atomHolds(atom, value, asked)),
    () => every(node.allOf, (sub) => fits(sub, value, asked)),
    () => every(node.anyOf, (subs) => some(subs, (sub) => fits(sub, value, asked))),
    () =>
      every(node.oneOf, ({ nodes: subs }) =>
        isBetween(
          count(subs, (sub) => fits(sub, value, asked)),
          1,
          1,
        ),
      ),
    () => every(node.not, (sub) => negate(fits(sub, value, asked))),
    () => every(node.conditions, (condition) => conditionHolds(condition, value, asked)),
    () => every(node.dependents, ({ name, node: sub }) => !isObjectWith(value, name) || fits(sub, value, asked)),
    () => (node.opaque === undefined ? true : undefined),
    () => restHolds(node, value, asked),
  ])
}

function conditionHolds(condition: Condition, value: Json, asked: Asked): Answer {
  const isMet = fits(condition.test, value, asked)
  return isMet === undefined ? undefined : fits(isMet ? condition.met : condition.unmet, value, asked)
}

/** What `unevaluatedProperties` and `unevaluatedItems` say. */
function restHolds(node: SchemaNode, value: Json, asked: Asked): Answer {
  const cases = evaluationCases(node, kindOf(value))
  if (cases === undefined) return true
  return some(cases, ({ constraints, atoms, rest }) =>
    all([
      () => constraintsHold(constraints, value, asked),
      () => every(rest ? [...atoms, rest] : atoms, (atom) => atomHolds(atom, value, asked)),
    ]),
  )
}

function atomHolds(atom: Atom, value: Json, asked: Asked): Answer {
  if (typeof value === 'number') return numberHolds(atom, value, asked)
  if (typeof value === 'string') return stringHolds(atom, value, asked)
  if (Array.isArray(value)) return arrayHolds(atom, value, asked)
  return objectHolds(atom, value as JsonObject, asked)
}

function numberHolds(atom: Atom, value: number, asked: Asked): Answer {
  if (atom.is === 'min') return atom.exclusive ? value > atom.value : value >= atom.value
  if (atom.is === 'max') return atom.exclusive ? value < atom.value : value <= atom.value
  if (atom.is !== 'multiple') return undefined
  return atom.of === 1 ? Number.isInteger(value) : asked.test('multipleOf', atom.of, value)
}

function stringHolds(atom: Atom, value: string, asked: Asked): Answer {
  if (atom.is === 'minLength') return value.length >= atom.length && [...value].length >= atom.length
  if (atom.is === 'maxLength') return value.length <= atom.length || [...value].length <= atom.length
  if (atom.is === 'pattern') return asked.test('pattern', atom.source, value)
  return atom.is === 'format' ? asked.test('format', atom.name, value) : undefined
}

function arrayHolds(atom: Atom, value: readonly Json[], asked: Asked): Answer {
  switch (atom.is) {
    case 'tuple':
      return every(value, (item, i) => constraintsHold(atom.prefix[i] ?? atom.rest, item, asked))
    case 'minItems':
      return value.length >= atom.count
    case 'maxItems':
      return value.length <= atom.count
    case 'atLeast':
      return isBetween(
        count(value, (item) => fits(atom.node, item, asked)),
        atom.count,
        Number.POSITIVE_INFINITY,
      )
    case 'atMost':
      return isBetween(
        count(value, (item) => fits(atom.node, item, asked)),
        0,
        atom.count,
      )
    case 'unique':
      return new Set(value.map(canonicalText)).size === value.length
    default:
      return undefined
  }
}

function objectHolds(atom: Atom, value: JsonObject, asked: Asked): Answer {
  switch (atom.is) {
    case 'shape':
      return every(Object.keys(value), (name) => propertyHolds(atom.shape, name, value[name] ?? null, asked))
    case 'names':
      return every(Object.keys(value), (name) => constraintsHold(atom.constraints, name, asked))
    case 'has':
      return hasOwn(value, atom.name)
    case 'lacks':
      return !hasOwn(value, atom.name)
    case 'needs':
      return !hasOwn(value, atom.name) || hasOwn(value, atom.other)
    case 'minProperties':
      return Object.keys(value).length >= atom.count
    case 'maxProperties':
      return Object.keys(value).length <= atom.count
    default:
      return undefined
  }
}

function propertyHolds({ names, patterns, additional }: Shape, name: string, value: Json, asked: Asked): Answer {
  const named = names.get(name)
  const matches = patterns.map((pattern) => ({ ...pattern, isMatch: asked.test('pattern', pattern.source, name) }))
  return all([
    () => constraintsHold(named ?? [], value, asked),
    () =>
      every(matches, ({ isMatch, constraints }) =>
        isMatch === false ? true : isMatch && constraintsHold(constraints, value, asked),
      ),
    () => {
      if (named || additional.length === 0 || matches.some(({ isMatch }) => isMatch)) return true
      return matches.every(({ isMatch }) => isMatch === false) ? constraintsHold(additional, value, asked) : undefined
    },
  ])
}

function isObjectWith(value: Json, name: string): boolean {
  return kindOf(value) === 'object' && hasOwn(value as object, name)
}

function every<T>(list: readonly T[], ask: (item: T, index: number) => Answer): Answer {
  let answer: Answer = true
  for (const [i, item] of list.entries()) {
    const next = ask(item, i)
    if (next === false) return false
    if (next === undefined) answer = undefined
  }
  return answer
}

function all(questions: readonly (() => Answer)[]): Answer {
  return every(questions, (ask) => ask())
}

function some<T>(list: readonly T[], ask: (item: T) => Answer): Answer {
  return negate(every(list, (item) => negate(ask(item))))
}

function negate(answer: Answer): Answer {
  return answer === undefined ? undefined : !answer
}

/** How many say yes: at least and at most. */
function count<T>(list: readonly T[], ask: (item: T) => Answer): readonly [number, number] {
  let least = 0
  let most = 0
  for (const item of list) {
    const answer = ask(item)
    if (answer !== false) most++
    if (answer === true) least++
  }
  return [least, most]
}

function isBetween([least, most]: readonly [number, number], min: number, max: number): Answer {
  if (least >= min && most <= max) return true
  return most < min || least > max ? false : undefined
}
