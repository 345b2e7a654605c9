import type { NumberRepair } from './coerce/generate-number-repair.ts'
import type { ValidFiller } from './defaults/fill-defaults.ts'
import { type CodeSource, emitJudge, FITTING, LACKING, openWriter } from './engine/code-writer.ts'
import { emitNode } from './engine/generate-validator.ts'
import type { SchemaChecker } from './open-schema.ts'

/** What the check of one schema is made of. */
export interface CheckParts {
  readonly filler: ValidFiller
  readonly repairNumbers: NumberRepair
  /** The check of every other value: one that has other mistakes, or that cannot be read. */
  readonly otherwise: SchemaChecker['check']
}

/**
 * Generates the check of a schema: a valid value, and one with numbers in quotes, is answered here, every other one elsewhere. It is a function
 * of its own for each schema, not a closure, because V8 keeps what it learns by function: of a closure that all schemas share
 * it would learn that it calls many things, and take none of them in. A small value would then cost twice as much.
 */
export function generateCheck(
  source: CodeSource,
  { filler, repairNumbers, otherwise }: CheckParts,
): SchemaChecker['check'] {
  const writer = openWriter(source, emitNode)
  const [fill, repair, others] = [filler.fill, repairNumbers, otherwise].map(writer.refer)
  const { staysValid } = filler
  const kept = staysValid ? `filled === value || ${writer.refer(staysValid)}(filled) ? filled : value` : 'filled'
  return writer.finish(`const NOTHING = Object.freeze([])
${emitJudge('judge', writer.emit(source.linked.root, 'v', 'return 0'))}
function answer(found, value, coercions) {
if (found === ${FITTING}) return { ok: true, value, coercions, issues: NOTHING }
const filled = ${fill}(value)
return { ok: true, value: ${kept}, coercions, issues: NOTHING }
}
return function check(value, options) {
try {
let found = judge(value)
if (found === ${FITTING}) return { ok: true, value, coercions: NOTHING, issues: NOTHING }
if (found === ${LACKING}) return answer(found, value, NOTHING)
if (options === undefined || options.policy !== 'strict') {
const repaired = ${repair}(value)
if (repaired !== undefined && (found = judge(repaired.value)) !== 0) return answer(found, repaired.value, repaired.coercions)
}
} catch {}
return ${others}(value, options)
}`)
}
