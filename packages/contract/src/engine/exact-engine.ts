import { toPointer } from '../pointer.ts'
import { isSchemaObject } from '../schema.ts'
import { APPLICATORS, UNEVALUATED } from './applicators.ts'
import { ASSERTIONS } from './assertions.ts'
import { mergeEvaluated, newEvaluated } from './evaluated.ts'
import type { LinkedSchema } from './link-schema.ts'
import {
  type Answer,
  type Answers,
  type Applicator,
  type Check,
  type DynamicScope,
  each,
  enter,
  type Failure,
  fail,
  holds,
  keywordsOf,
  type Run,
} from './run.ts'
import type { SchemaNode } from './schema-node.ts'

/** A validator that follows the specification to the letter and can say why. */
export interface ExactEngine {
  /** Whether a value fits the schema, or the given part of it, alone. */
  isValid(value: unknown, node?: SchemaNode): boolean
  /** The broken keywords, at most `limit`. Empty when the value is valid. */
  failures(value: unknown, limit: number): readonly Failure[]
}

/** Options of createExactEngine. */
export interface ExactEngineOptions {
  readonly assertFormats: boolean
  /** True when references can lead to one schema on so many ways that its answers must be kept. */
  readonly keepsAnswers: boolean
}

// As lists: each is gone through for every part of a schema.
const ASSERTED = Object.entries(ASSERTIONS)
const APPLIED = Object.entries(APPLICATORS)
const APPLIED_LAST = Object.entries(UNEVALUATED)

/** Makes a validator of closures, one per schema, without generating code: quick to make, exact, and linear on whatever it is given. */
export function createExactEngine({ root, nodes }: LinkedSchema, options: ExactEngineOptions): ExactEngine {
  const isDynamic = nodes.some((node) => node.dynamicName !== undefined)
  const checks = new Map<SchemaNode, Check>()
  const outermost: DynamicScope = { anchors: new Map(), inner: new Map() }

  return {
    isValid(value, node = root) {
      try {
        return checkOf(node)(value, newRun(undefined), undefined)
      } catch (thrown) {
        if (thrown instanceof RangeError) return false
        throw thrown
      }
    },
    failures(value, limit) {
      const list: Failure[] = []
      try {
        checkOf(root)(value, newRun({ list, limit, reported: new Map() }), undefined)
      } catch (thrown) {
        if (!(thrown instanceof RangeError)) throw thrown
        list.push({ path: [], node: root, keyword: 'depth', value, circumstance: undefined })
      }
      return list
    },
  }

  function newRun(failures: Run['failures']): Run {
    const answers = failures || options.keepsAnswers ? new Map() : undefined
    return { scope: outermost, failures, path: [], circumstance: undefined, answers }
  }

  function checkOf(node: SchemaNode): Check {
    const known = checks.get(node)
    if (known) return known
    const check = isDynamic ? scoped(node, compile(node)) : compile(node)
    checks.set(node, check)
    return check
  }

  function scoped(node: SchemaNode, check: Check): Check {
    return (value, run, seen) => {
      const outer = run.scope
      run.scope = enter(outer, node.resource)
      const ok = check(value, run, seen)
      run.scope = outer
      return ok
    }
  }

  function compile(node: SchemaNode): Check {
    const { schema } = node
    if (schema === true) return () => true
    if (!isSchemaObject(schema)) return (value, run) => fail(run, node, 'false', value)
    const checks: Check[] = []
    const type = node.resource.asserts && schema.type !== undefined ? ASSERTIONS.type?.(schema) : undefined
    checks.push(...assertions(node))
    if (node.ref) checks.push(follow(node.ref))
    if (node.dynamicRef) checks.push(followDynamic(node, node.dynamicRef))
    checks.push(...applicators(node, APPLIED))
    const rest = applicators(node, APPLIED_LAST)
    const all: Check = (value, run, seen) =>
      // A value of the wrong type breaks most other keywords too: one reason is enough.
      type && !type(value) ? fail(run, node, 'type', value) : each(checks, run, (check) => check(value, run, seen))
    return rest.length > 0 ? tracked(all, rest) : all
  }

  /** What a schema with `unevaluated…` evaluates does not count outside of it until the schema is known to hold. */
  function tracked(check: Check, rest: readonly Check[]): Check {
    return (value, run, seen) => {
      const own = newEvaluated()
      // What a failed schema would have evaluated is unknown: checking the rest would only add noise.
      const ok = check(value, run, own) && each(rest, run, (last) => last(value, run, own))
      if (ok && seen) mergeEvaluated(seen, own)
      return ok
    }
  }

  function applicators(node: SchemaNode, table: readonly (readonly [string, Applicator])[]): Check[] {
    const schema = keywordsOf(node)
    return table.flatMap(([keyword, make]) => (Object.hasOwn(schema, keyword) ? make(node, checkOf) : []))
  }

  function assertions(node: SchemaNode): Check[] {
    const { schema } = node
    if (!isSchemaObject(schema)) return []
    return ASSERTED.flatMap(([keyword, make]): Check[] => {
      if (keyword === 'type' || !Object.hasOwn(schema, keyword)) return []
      // Formats are a vocabulary of their own.
      if (keyword === 'format' ? !options.assertFormats : !node.resource.asserts) return []
      const predicate = make(schema)
      return [(value, run) => predicate(value) || fail(run, node, keyword, value)]
    })
  }

  function followDynamic(node: SchemaNode, fallback: SchemaNode): Check {
    const { dynamicName } = node
    if (dynamicName === undefined) return follow(fallback)
    const known = new Map<SchemaNode, Check>()
    return (value, run, seen) => {
      const target = run.scope.anchors.get(dynamicName) ?? fallback
      const check = known.get(target) ?? follow(target)
      known.set(target, check)
      return check(value, run, seen)
    }
  }

  /** References are where a schema can be met twice by one value, so this is where answers are kept. */
  function follow(target: SchemaNode): Check {
    let found: Check | undefined
    return (value, run, seen) => {
      found ??= checkOf(target)
      if (!run.answers) return found(value, run, seen)
      const known = answersOf(run, run.answers, target)
      let answer = known.get(value)
      if (!answer || (seen && !answer.seen)) {
        const own = seen && newEvaluated()
        answer = { ok: holds(found, value, run, own), seen: own }
        known.set(value, answer)
      }
      if (answer.ok && seen && answer.seen) mergeEvaluated(seen, answer.seen)
      if (!answer.ok && run.failures && isNews(run, target)) found(value, run, undefined)
      return answer.ok
    }
  }
}

function answersOf(run: Run, answers: Answers, target: SchemaNode): Map<unknown, Answer> {
  const bySchema = answers.get(run.scope) ?? new Map<SchemaNode, Map<unknown, Answer>>()
  if (bySchema.size === 0) answers.set(run.scope, bySchema)
  const byValue = bySchema.get(target) ?? new Map<unknown, Answer>()
  if (byValue.size === 0) bySchema.set(target, byValue)
  return byValue
}

function isNews(run: Run, target: SchemaNode): boolean {
  const pointer = toPointer(run.path)
  const reported = run.failures?.reported
  const places = reported?.get(target)
  if (places?.has(pointer)) return false
  if (places) places.add(pointer)
  else reported?.set(target, new Set([pointer]))
  return true
}
