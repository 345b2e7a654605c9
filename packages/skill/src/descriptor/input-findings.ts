import {
  type Finding,
  isObject,
  openSchema,
  type ParameterDefinition,
  parametersToSchema,
  type SchemaObject,
  SkillError,
  schemaToParameters,
} from '@skillwright/contract'

const TYPES: ReadonlySet<unknown> = new Set('string integer number boolean array object null any'.split(' '))

/** What is wrong with the `inputs` of a descriptor that fit its schema: types, defaults, names. Pointers begin at the document. */
export function inputFindings(inputs: readonly unknown[]): Finding[] {
  const { schema, findings } = parametersToSchema(inputs)
  const read = findings
    // What stands beside the known fields is the schema's to say.
    .filter(({ severity, pointer = '' }) => severity === 'error' || !/^\/\d+$/.test(pointer))
    .map((finding) => ({ fix: fixOf(finding), ...finding, pointer: `/inputs${finding.pointer ?? ''}` }))
  if (read.some(({ severity }) => severity === 'error')) return read
  const plain = new Map(schemaToParameters(schema).parameters.map((parameter) => [parameter.name, parameter]))
  const unfit = unfitDefaults(schema)
  const own = inputs.flatMap((input, i) => {
    if (!isObject(input)) return []
    const name = String(input.name)
    const at = `/inputs/${i}`
    return [
      ...typeFindings(input.type, plain.get(name), at),
      ...defaultFindings(input, schema.properties?.[name], unfit.get(name), at),
    ]
  })
  return [...read, ...own]
}

function fixOf({ severity, pointer = '' }: Finding): string {
  if (severity !== 'error') return 'Write the same in both places.'
  if (pointer.endsWith('/type')) return `Write one of ${[...TYPES].join(', ')}.`
  return pointer.endsWith('/name') ? 'Give each input a name of its own.' : 'Write what is expected there.'
}

/** Type names that we read and other clients may not, such as text or string[]. */
function typeFindings(type: unknown, plain: ParameterDefinition | undefined, at: string): Finding[] {
  if (TYPES.has(type) || plain === undefined) return []
  const message = `${at}/type must be the name of a JSON type, got ${JSON.stringify(type)}`
  const schema = plain.schema === undefined ? '' : `, "schema": ${JSON.stringify(plain.schema)}`
  const fix = `Write "type": ${JSON.stringify(plain.type)}${schema}.`
  return [{ rule: 'descriptor/input-type', severity: 'warning', pointer: `${at}/type`, message, fix }]
}

function defaultFindings(
  { default: stated, required }: Readonly<Record<string, unknown>>,
  schema: unknown,
  unfit: string | undefined,
  at: string,
): Finding[] {
  if (!isObject(schema) || schema.default === undefined) return []
  const pointer = stated == null ? `${at}/schema/default` : `${at}/default`
  const findings: Finding[] = []
  if (unfit !== undefined)
    findings.push({
      rule: 'descriptor/input-default',
      severity: 'error',
      pointer,
      message: `${pointer} does not fit its own input: ${unfit}`,
      why: 'It is filled in before the check, so every call that leaves the input out fails.',
      fix: 'Correct the default, or the type and schema.',
    })
  if (required === true)
    findings.push({
      rule: 'descriptor/input-required',
      severity: 'warning',
      pointer: `${at}/required`,
      message: `${at} is required and has a default`,
      why: 'Defaults are filled in before the check, so the requirement asks for nothing and misleads callers.',
      fix: 'Write "required": false, or remove the default.',
    })
  return findings
}

/** Why the default of an input does not fit it, by the input's name. */
function unfitDefaults({ required: _each, ...schema }: SchemaObject): ReadonlyMap<string, string> {
  const defaults = Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, unknown][] =>
    isObject(property) && property.default !== undefined ? [[name, property.default]] : [],
  )
  if (defaults.length === 0) return new Map()
  try {
    const { issues } = openSchema(schema).check(Object.fromEntries(defaults), { policy: 'strict' })
    return new Map(issues.map(({ path, message }) => [nameOf(path), message]))
  } catch (thrown) {
    // A dangling reference is reported when the contract is opened.
    if (thrown instanceof SkillError) return new Map()
    throw thrown
  }
}

function nameOf(path: string): string {
  return (path.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
}
