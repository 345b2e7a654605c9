import { type SchemaValidator, tryCompileSchema } from '../engine/compile-schema.ts'
import type { Json } from '../json.ts'
import type { Schema } from '../schema.ts'
import { documentFinder } from './find-document.ts'
import { type Found, MAYBE } from './finder.ts'
import { sampleDocuments } from './sample-documents.ts'
import type { Constraint, SchemaNode } from './schema-node.ts'

/** Whether every document of one schema is one of another: proved, disproved by a witness, or neither. */
export type Containment =
  | { readonly is: 'proved' }
  | { readonly is: 'refuted'; readonly witness: Json }
  | { readonly is: 'unknown' }

/** Asks about containment between schemas that have much in common. */
export interface ContainmentProver {
  /** Whether every document that is valid under `inner` is valid under `outer`. */
  isWithin(inner: Schema, outer: Schema, options: ContainmentOptions): Containment
  /** A value that one part of a document accepts and a part of another does not; their references lead into their documents. */
  findAt(accepting: DocumentPart, refusing: DocumentPart, steps: number): Found
  /** A document that two schemas accept and a third refuses, if one is found. */
  findWith(
    accepting: Schema,
    other: Schema,
    options: { readonly refusing: Schema; readonly steps: number },
  ): Json | undefined
  /** JSON pointers to the keywords of a schema that refuse a document. */
  refusals(schema: Schema, document: Json): readonly string[]
}

/** A schema inside a document, or one like it. */
type DocumentPart = readonly [document: Schema, part: Schema]

/** Options of isWithin. */
interface ContainmentOptions {
  /** How much work the answer is worth. */
  readonly steps: number
  /** Only documents that this schema accepts count. */
  readonly accepting?: Schema
  /** Only documents that this schema refuses count. */
  readonly refusing?: Schema
}

const SAMPLES = { documents: 250, work: 20_000 }
/** What making and checking them is worth. */
const SAMPLING_STEPS = 1_000
/** The work that one prover does in all, in steps of the search; then it answers that it cannot tell. Less than a second, on a busy machine too. */
const TOTAL_STEPS = 50_000

/** What says whether a document is accepted, for a schema that is not the whole rule of it. */
export type Acceptance = ReadonlyMap<Schema, Judge>

/** Says whether a document is accepted. */
interface Judge {
  accepts(document: Json): boolean
  /** What that costs, in steps of the search. */
  readonly steps: number
}

/** Makes a prover for draft 2020-12 schemas. Every witness is checked by the validation engine, or by what says whether it is accepted. */
export function containmentProver(acceptance: Acceptance = new Map()): ContainmentProver {
  const finder = documentFinder()
  const nodeOf = remember<Schema, SchemaNode>((schema) => finder.node(schema))
  const validatorOf = remember<Schema, SchemaValidator | undefined>((schema) => tryCompileSchema(schema))
  const accepts = (schema: Schema, document: Json): boolean | undefined => {
    const judge = acceptance.get(schema)
    if (!judge) return validatorOf(schema)?.isValid(document)
    if (left <= 0) return undefined
    left -= judge.steps
    return judge.accepts(document)
  }
  const isBetween = (accepting: Schema, refusing: Schema, document: Json): boolean =>
    accepts(accepting, document) === true && accepts(refusing, document) === false

  let left = TOTAL_STEPS
  function find(constraints: readonly Constraint[], steps: number): Found {
    if (left <= 0) return MAYBE
    const answer = finder.find(constraints, Math.min(steps, left))
    left -= finder.spent()
    return answer
  }

  return {
    isWithin(inner, outer, { steps, accepting = inner, refusing = outer }) {
      if (left <= 0) return { is: 'unknown' }
      const isWitness = (value: Json) => isBetween(accepting, refusing, value)
      const yes = (schema: Schema): Constraint => ({ node: nodeOf(schema), holds: true })
      const no = (schema: Schema): Constraint => ({ node: nodeOf(schema), holds: false })
      // Without the other two first: a smaller question, and mostly its answer will do.
      const questions = [
        [yes(inner), no(outer)],
        [yes(inner), no(outer), yes(accepting), no(refusing)],
      ]
      for (const constraints of questions) {
        const answer = find(constraints, steps)
        if (answer.is === 'none') return { is: 'proved' }
        if (answer.value !== undefined && isWitness(answer.value)) return { is: 'refuted', witness: answer.value }
      }
      // No witness can be checked when the engine refuses one of the schemas.
      if (!validatorOf(accepting) || !validatorOf(refusing) || left <= 0) return { is: 'unknown' }
      left -= SAMPLING_STEPS
      for (const sample of sampleDocuments([nodeOf(inner), nodeOf(outer)], SAMPLES)) {
        if (isWitness(sample)) return { is: 'refuted', witness: sample }
      }
      return { is: 'unknown' }
    },
    findAt: (accepting, refusing, steps) =>
      find(
        [
          { node: finder.node(...accepting), holds: true },
          { node: finder.node(...refusing), holds: false },
        ],
        steps,
      ),
    findWith(accepting, other, { refusing, steps }) {
      if (left <= 0) return undefined
      const [first, second, third] = [nodeOf(accepting), finder.node(other), nodeOf(refusing)]
      const accepted: Constraint[] = [first, second].map((node) => ({ node, holds: true }))
      const isWitness = (value: Json) => isBetween(accepting, refusing, value)
      for (const constraints of [accepted, [...accepted, { node: third, holds: false }]]) {
        const answer = find(constraints, steps)
        if (answer.is !== 'none' && answer.value !== undefined && isWitness(answer.value)) return answer.value
      }
      return undefined
    },
    refusals: (schema, document) =>
      validatorOf(schema)
        ?.issues(document)
        .map(({ schemaPath }) => schemaPath) ?? [],
  }
}

function remember<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    if (!known.has(key)) known.set(key, make(key))
    return known.get(key) as V
  }
}
