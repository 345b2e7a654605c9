import { isObject } from './json.ts'
import { atPath, fromPointer, hasStep, toPointer } from './pointer.ts'
import { isSchema, type Schema } from './schema.ts'
import { isOlderDraft, upgradeSchema } from './upgrade-schema.ts'

type JsonMap = Readonly<Record<string, unknown>>

/** Every schema of a contract with the steps to it: inputs and outputs first, then the definitions. The document may be wrong. */
export function contractSchemas(document: JsonMap): [steps: readonly string[], schema: Schema][] {
  const below = (steps: readonly string[]) => Object.keys(atPath(document, steps) ?? {}).map((key) => [...steps, key])
  const paths = [
    ...[[], ...below(['actions'])].flatMap((action) => [
      [...action, 'input'],
      [...action, 'output'],
    ]),
    ...below(['migrations']).map((migration) => [...migration, 'input']),
    ...below(['definitions']),
    ...below(['$defs']),
  ]
  return paths.flatMap((path) => {
    const schema = atPath(document, path)
    return isSchema(schema) ? [[path, schema]] : []
  })
}

/** The draft a schema of a contract is written in: its own `$schema`, or else that of the document. */
export function draftNamed(schema: Schema, document: JsonMap): unknown {
  return (isObject(schema) ? schema.$schema : undefined) ?? document.$schema
}

/** A contract document with every schema of an older draft rewritten to draft 2020-12; the same document when there is none. */
export function upgradeContract(document: JsonMap): JsonMap {
  if (!contractSchemas(document).some(([, schema]) => isOlderDraft(draftNamed(schema, document)))) return document
  const upgrade = (schema: unknown) =>
    isSchema(schema) && isOlderDraft(draftNamed(schema, document)) ? upgradeSchema(schema, document.$schema) : schema
  const upgradeIn = (holder: unknown) => edit(holder, ['input', 'output'], upgrade)
  const upgradeAll = (holder: unknown) => edit(holder, Object.keys(holder ?? {}), upgrade)
  const upgraded = edit(upgradeIn(document), ['definitions', '$defs'], upgradeAll)
  return edit(upgraded, ['actions', 'migrations'], (holder) =>
    edit(holder, Object.keys(holder ?? {}), upgradeIn),
  ) as JsonMap
}

function edit(holder: unknown, keys: readonly string[], change: (value: unknown) => unknown): unknown {
  if (Array.isArray(holder)) return holder.map(change)
  if (!isObject(holder)) return holder
  const changed = new Set(keys)
  return Object.fromEntries(
    Object.entries(holder).map(([key, value]) => [key, changed.has(key) ? change(value) : value]),
  )
}

const FORMER_NAMES: Readonly<Record<string, string>> = {
  $defs: 'definitions',
  prefixItems: 'items',
  dependentRequired: 'dependencies',
  dependentSchemas: 'dependencies',
}

/** A pointer into an upgraded document as the place was called before. */
export function formerPointer(pointer: string, document: JsonMap): string {
  let place: unknown = document
  const steps = fromPointer(pointer).map((step) => {
    const former = isObject(place) && Array.isArray(place.items) && step === 'items' ? 'additionalItems' : step
    const isThere = (name: string) => typeof place === 'object' && place !== null && hasStep(place, name)
    const written = isThere(former) ? former : (FORMER_NAMES[step] ?? step)
    place = atPath(place, [written])
    return written
  })
  return toPointer(steps)
}
