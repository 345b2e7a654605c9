import { compileSchema } from '../engine/compile-schema.ts'
import type { Schema } from '../schema.ts'
import { upgradeSchema } from '../upgrade-schema.ts'
import { documentFinder } from './find-document.ts'

export function compareSchemas(before: Schema, after: Schema) {
  const [a, b] = [upgradeSchema(before), upgradeSchema(after)]
  const finder = documentFinder()
  const result = finder.find([
    { node: finder.node(a), holds: true },
    { node: finder.node(b), holds: false },
  ])
  const ok = 'value' in result && compileSchema(a).isValid(result.value) && !compileSchema(b).isValid(result.value)
  return { compatible: result.is === 'none' ? true : ok ? false : 'unknown', result }
}
