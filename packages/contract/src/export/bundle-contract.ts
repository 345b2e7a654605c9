import type { Contract } from '../open-contract.ts'
import { toFragment, toPointer } from '../pointer.ts'
import { CURRENT_DRAFT, type SchemaObject } from '../schema.ts'
import { hoistSchemas } from './hoist-schemas.ts'

/** The whole contract as one JSON Schema document: `$defs` has `<action>.input`, `<action>.output` and all they refer to. */
export function bundleContract(contract: Contract): SchemaObject {
  const { schemas } = hoistSchemas(contract, {
    nameOf: (words) => words.join('.').toWellFormed(),
    refTo: (name) => toFragment(toPointer(['$defs', name])),
  })
  return {
    $schema: CURRENT_DRAFT,
    ...(contract.title === undefined ? {} : { title: contract.title }),
    ...(contract.description === undefined ? {} : { description: contract.description }),
    ...(contract.version === undefined ? {} : { version: contract.version }),
    $defs: Object.fromEntries(schemas),
  }
}
