import { type Coerce, type CoercionOutcome, prepareCoercion } from './coerce/coerce.ts'
import type { Coercion } from './coerce/coercion.ts'
import { generateNumberRepair } from './coerce/generate-number-repair.ts'
import { type DefaultFiller, prepareDefaults } from './defaults/fill-defaults.ts'
import { type CompileOptions, compileSchema, type SchemaValidator } from './engine/compile-schema.ts'
import { explainIssues } from './explain-issues.ts'
import { generateCheck } from './generate-check.ts'
import { isCircular } from './is-circular.ts'
import type { Issue } from './issue.ts'
import { hasOwn, isObject, preview } from './json.ts'
import type { Schema } from './schema.ts'
import { mapSchema } from './schema-map.ts'

export type { Coercion } from './coerce/coercion.ts'

/** How a value that fails strict validation is treated. */
export type Policy = 'strict' | 'friendly'

/** What a check found out. */
export interface CheckResult {
  readonly ok: boolean
  /** The value with repairs and defaults when ok; the value as it was sent otherwise. */
  readonly value: unknown
  /** What was repaired; when not ok, what would be, so that the issues name only the rest. */
  readonly coercions: readonly Coercion[]
  readonly issues: readonly Issue[]
  /** The keys that were forwarded untouched, when the schema has a pass-through property and the value has it too. */
  readonly passedThrough?: readonly string[]
}

/** Options of a check. */
export interface CheckOptions {
  /** `friendly` repairs what has one lossless reading, `strict` repairs nothing. */
  readonly policy?: Policy
}

/** A schema that checks values: validates, repairs, fills in defaults. */
export interface SchemaChecker {
  readonly schema: Schema
  check(value: unknown, options?: CheckOptions): CheckResult
  /** The compiled validator, made on first use. */
  readonly validator: SchemaValidator
}

/** Options of openSchema. */
export interface OpenSchemaOptions extends CompileOptions {
  /** Name of the top-level property whose content is neither repaired nor filled in. */
  readonly passThrough?: string | undefined
  /** The name of the tool that takes the values, which callers may wrap them in. */
  readonly name?: string | undefined
}

/** Makes a checker of a schema. Nothing is compiled before the first check. */
export function openSchema(schema: Schema, options: OpenSchemaOptions = {}): SchemaChecker {
  const { passThrough } = options
  let validator: SchemaValidator | undefined
  let tools: CheckTools | undefined
  function compiled(): SchemaValidator {
    validator ??= compileSchema(schema, options)
    return validator
  }
  function check(value: unknown, checkOptions?: CheckOptions): CheckResult {
    tools ??= prepareTools(compiled(), options)
    if (checker.check === check && passThrough === undefined) checker.check = generated(tools, check) ?? check
    try {
      const result = checkWith(tools, value, checkOptions)
      return passThrough === undefined ? result : withPassedThrough(result, passThrough)
    } catch (error) {
      return refuseUnreadable(value, error)
    }
  }
  const checker = new Checker(schema, check, compiled)
  return checker
}

/** A class, so that all checkers have one hidden class: a getter of its own would give each one of its own, and make every call of `check` a search. */
class Checker implements SchemaChecker {
  readonly schema: Schema
  check: SchemaChecker['check']
  readonly #compiled: () => SchemaValidator

  constructor(schema: Schema, check: SchemaChecker['check'], compiled: () => SchemaValidator) {
    this.schema = schema
    this.check = check
    this.#compiled = compiled
  }

  get validator(): SchemaValidator {
    return this.#compiled()
  }
}

/** What the checks of one schema share. */
interface CheckTools {
  readonly validator: SchemaValidator
  readonly isValid: (value: unknown) => boolean
  readonly defaults: DefaultFiller
  readonly coerce: Coerce
}

function prepareTools(validator: SchemaValidator, options: OpenSchemaOptions): CheckTools {
  const { isValid } = validator
  const { passThrough, name } = options
  const map = mapSchema(validator, options)
  const defaults = prepareDefaults(map, { passThrough, isValid })
  let coerce: Coerce | undefined
  return {
    validator,
    isValid,
    defaults,
    coerce(value, coerceOptions) {
      coerce ??= prepareCoercion(map, { passThrough, name, fill: defaults.fill })
      return coerce(value, coerceOptions)
    },
  }
}

/** The check in code of its own, for a schema that is fit for it and was checked often enough to pay. */
function generated(
  { validator, defaults }: CheckTools,
  otherwise: SchemaChecker['check'],
): SchemaChecker['check'] | undefined {
  const { source } = validator
  if (!source || !validator.isSettled()) return undefined
  return generateCheck(source, { filler: defaults.generate(), repairNumbers: generateNumberRepair(source), otherwise })
}

function checkWith(tools: CheckTools, value: unknown, options?: CheckOptions): CheckResult {
  if (tools.isValid(value)) return accepted(tools.defaults.fillValid(value), NOTHING)
  return checkInvalid(tools, value, options)
}

function checkInvalid(tools: CheckTools, value: unknown, { policy = 'friendly' }: CheckOptions = {}): CheckResult {
  // A repair of it would be tried at every level, without end.
  if (isCircular(value)) throw new RangeError('The value contains itself')
  return policy === 'friendly' ? checkFriendly(tools, value) : checkStrict(tools, value)
}

function checkStrict({ validator, defaults }: CheckTools, value: unknown): CheckResult {
  const filled = defaults.fill(value)
  if (filled !== value && validator.isValid(filled)) return accepted(filled, NOTHING)
  return refused(value, explainIssues(validator, value, filled))
}

function checkFriendly(tools: CheckTools, value: unknown): CheckResult {
  const { validator, defaults, coerce } = tools
  // Repairs outside of alternatives and conditions come first: what they repair is wrong whatever else may hold.
  const sure = coerce(value)
  const repaired = settle(tools, sure)
  if (repaired) return repaired
  const filled = defaults.fill(value)
  if (filled !== value && validator.isValid(filled)) return accepted(filled, NOTHING)
  const withChoices = coerce(filled, { withChoices: true })
  const outcome = { ...withChoices, hints: [...withChoices.hints, ...sure.hints] }
  const settled = settle(tools, outcome)
  if (settled) return settled
  const issues = explainIssues(validator, value, filled, outcome)
  return refuseTheRest(tools, value, sure, outcome, issues)
}

/**
 * The refusal of a value of which something can be repaired: what has one reading is repaired and said although something
 * else is wrong, so that the issues name only what is really wrong. A place that stays wrong is reported as it was sent.
 */
function refuseTheRest(
  { validator, defaults }: CheckTools,
  value: unknown,
  sure: CoercionOutcome,
  outcome: CoercionOutcome,
  asSent: readonly Issue[],
): CheckResult {
  if (sure.coercions.length === 0) return refused(value, asSent)
  const left = explainIssues(validator, sure.value, defaults.fill(sure.value), outcome)
  const isInVain = (path: string): boolean => left.some((issue) => isAt(issue.path, path))
  const [repaired, inVain] = [false, true].map((wanted) =>
    sure.coercions.filter(({ path }) => isInVain(path) === wanted),
  )
  const isTried = (issue: Issue): boolean => inVain?.some(({ path }) => isAt(issue.path, path)) === true
  const issues = [...left.filter((issue) => !isTried(issue)), ...asSent.filter(isTried)]
  return issues.length === 0 ? refused(value, asSent) : { ...refused(value, issues), coercions: repaired ?? NOTHING }
}

/** True for a place and everything in it. */
function isAt(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`)
}

/** The result of a repair, if the repaired value is valid, alone or with its defaults. */
function settle({ isValid, defaults }: CheckTools, { value, coercions }: CoercionOutcome): CheckResult | undefined {
  if (coercions.length === 0) return undefined
  if (isValid(value)) return accepted(defaults.fillValid(value), coercions)
  const filled = defaults.fill(value)
  return filled !== value && isValid(filled) ? accepted(filled, coercions) : undefined
}

const NOTHING: readonly never[] = Object.freeze([])

function accepted(value: unknown, coercions: readonly Coercion[]): CheckResult {
  return { ok: true, value, coercions, issues: NOTHING }
}

function refused(value: unknown, issues: readonly Issue[]): CheckResult {
  return { ok: false, value, coercions: NOTHING, issues }
}

/** The answer for what no JSON could be: too deep for the stack, or with parts that cannot be read. Any other error is a bug and goes on. */
function refuseUnreadable(value: unknown, error: unknown): CheckResult {
  // Where the stack ends in a pattern that is not compiled yet, the engine calls that a wrong pattern.
  if (error instanceof RangeError || /: Stack overflow$/.test(String(error)))
    return refuseWhole(value, 'depth', 'a value that is not nested thousands of levels deep', preview(value))
  if (isReadable(value)) throw error
  return refuseWhole(
    value,
    'type',
    'a JSON value',
    `an object that throws when it is read: ${String(error).slice(0, 80)}`,
  )
}

function refuseWhole(value: unknown, keyword: string, expected: string, received: string): CheckResult {
  return refused(value, [
    { path: '', keyword, schemaPath: '', expected, received, message: `expected ${expected}, got ${received}` },
  ])
}

function isReadable(value: unknown): boolean {
  try {
    isCircular(value)
    return true
  } catch {
    return false
  }
}

function withPassedThrough(result: CheckResult, name: string): CheckResult {
  const inner = isObject(result.value) && hasOwn(result.value, name) ? result.value[name] : undefined
  return isObject(inner) ? { ...result, passedThrough: Object.keys(inner) } : result
}
