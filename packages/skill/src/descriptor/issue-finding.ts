import { type Finding, type Issue, isObject } from '@skillwright/contract'
import { DESCRIPTOR_SCHEMA } from './descriptor-schema.ts'

/** Where a descriptor does not fit its schema, as a finding: a field that is not known is a warning, all else an error. */
export function issueFinding(issue: Issue): Finding {
  const { path: pointer, keyword, message } = issue
  // x-contract is ours: an unknown field in it would be lost.
  const isUnknown = keyword === 'additionalProperties' && !pointer.startsWith('/x-contract/')
  return {
    rule: isUnknown ? 'descriptor/unknown-field' : 'descriptor/document',
    severity: isUnknown ? 'warning' : 'error',
    pointer,
    message,
    fix: fixOf(issue),
  }
}

function fixOf({ path, keyword, schemaPath, expected, suggestion }: Issue): string {
  if (suggestion !== undefined) return `Write ${suggestion}.`
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (keyword === 'additionalProperties') return `Remove it, or call it x-${name}: such fields are extensions.`
  const schema = schemaPath.slice(0, schemaPath.lastIndexOf('/'))
  const isMissing = keyword === 'required'
  const example = exampleOf(isMissing ? `${schema}/properties/${name}` : schema)
  if (isMissing) return example === undefined ? 'Add it.' : `Add it, such as ${example}.`
  return example === undefined ? `Write ${expected}.` : `Write it as in ${example}.`
}

/** The example that the schema of descriptors gives at a place, as JSON. */
function exampleOf(schemaPath: string): string | undefined {
  const steps = schemaPath.split('/').slice(1)
  const place = steps.reduce<unknown>(
    (value, step) => (isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
    DESCRIPTOR_SCHEMA,
  )
  const examples = isObject(place) ? place.examples : undefined
  return Array.isArray(examples) ? JSON.stringify(examples[0]) : undefined
}
