import { compileSchema, type SchemaValidator } from '../engine/compile-schema.ts'
import type { Json } from '../json.ts'
import type { Schema } from '../schema.ts'
import { documentFinder } from './find-document.ts'
import { sampleDocuments } from './sample-documents.ts'
import type { SchemaNode } from './schema-node.ts'

/** Whether every document of one schema is one of another: proved, disproved by a witness, or neither. */
export type Containment =
  | { readonly is: 'proved' }
  | { readonly is: 'refuted'; readonly witness: Json }
  | { readonly is: 'unknown' }

/** Asks about containment between schemas that have much in common. */
export interface ContainmentProver {
  /** Whether every document that is valid under `inner` and invalid under all of `outside` is valid under `outer`. */
  isWithin(inner: Schema, outer: Schema, judges?: Judges): Containment
}

/** The schemas whose verdict a witness must bear out, when they are not the ones compared. */
export interface Judges {
  readonly accepts: Schema
  readonly refuses: Schema
}

const SAMPLES = 250

/** Makes a prover for draft 2020-12 schemas. A witness it names was accepted by one schema and refused by the other. */
export function containmentProver({ steps }: { steps: number }): ContainmentProver {
  const validators = new Map<Schema, SchemaValidator | undefined>()
  const finder = documentFinder({ steps })
  const nodes = new Map<Schema, SchemaNode>()

  const nodeOf = (schema: Schema): SchemaNode => {
    const node = nodes.get(schema) ?? finder.node(schema)
    nodes.set(schema, node)
    return node
  }

  function validatorOf(schema: Schema): SchemaValidator | undefined {
    if (!validators.has(schema)) validators.set(schema, tryCompile(schema))
    return validators.get(schema)
  }

  function isWitness(value: Json, { accepts, refuses }: Judges): boolean {
    return validatorOf(accepts)?.isValid(value) === true && validatorOf(refuses)?.isValid(value) === false
  }

  return {
    isWithin(inner, outer, judges = { accepts: inner, refuses: outer }) {
      const claims = [
        { node: nodeOf(inner), holds: true },
        { node: nodeOf(outer), holds: false },
      ]
      const direct = finder.find(claims)
      if (direct.is === 'none') return { is: 'proved' }
      if ('value' in direct && isWitness(direct.value as Json, judges)) return { is: 'refuted', witness: direct.value as Json }
      if (judges.refuses !== outer) {
        const both = finder.find([...claims, { node: nodeOf(judges.refuses), holds: false }])
        if (both.is === 'none') return { is: 'proved' }
        if ('value' in both && isWitness(both.value as Json, judges)) return { is: 'refuted', witness: both.value as Json }
        return { is: 'unknown' }
      }
      for (const sample of sampleDocuments([nodeOf(inner), nodeOf(outer)], SAMPLES)) {
        if (isWitness(sample, judges)) return { is: 'refuted', witness: sample }
      }
      return { is: 'unknown' }
    },
  }
}

function tryCompile(schema: Schema): SchemaValidator | undefined {
  try {
    return compileSchema(schema)
  } catch {
    return undefined
  }
}
