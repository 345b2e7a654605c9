import { type Action, type Contract, hoistSchemas, type Schema, skillToolNames } from '@skillwright/contract'

/** A skill whose actions are called at an address. */
export interface ServedSkill {
  /** `@scope/name`. */
  readonly name: string
  readonly version: string
  readonly description: string
  readonly contract: Contract
  /** Whether callers without a token may call it. */
  readonly isOpen: boolean
}

/** What one skill adds to an OpenAPI document. */
export interface SkillOperations {
  readonly paths: Readonly<Record<string, unknown>>
  readonly schemas: ReadonlyMap<string, Schema>
}

/** The operations of a skill, one for each action, and the schemas they name; no two skills have a name in common. */
export function skillOperations(skill: ServedSkill): SkillOperations {
  const { name, version, contract } = skill
  const [scope = '', id = ''] = name.replace(/^@/, '').split('/')
  const { schemas, actions } = hoistSchemas(contract, {
    nameOf: (words) => [scope, id, ...words].join('.').replaceAll(/[^A-Za-z0-9._-]+/g, '_'),
    refTo: schemaRef,
    // Ours, for readers of the contract.
    keep: (keyword) => !keyword.startsWith('x-'),
  })
  const several = actions.size > 1
  const all = [...actions]
  const ids = skillToolNames(all.map(([action]) => ({ skillId: name, action: several ? action.name : undefined })))
  const base = `/v1/skills/${name}/versions/${version}`
  const paths = all.map(([action, names], i) => [
    `${base}${several ? `/actions/${encodeURIComponent(action.name)}` : ''}/invoke`,
    { post: { operationId: ids[i], ...operation(skill, action, names) } },
  ])
  return { paths: Object.fromEntries(paths), schemas }
}

function operation(
  { name, description, isOpen }: ServedSkill,
  action: Action,
  { input, output }: { readonly input: string; readonly output: string },
): Readonly<Record<string, unknown>> {
  const examples = action.examples.map((example, i) => [example.name ?? `example${i + 1}`, { value: example.input }])
  const answer = {
    type: 'object',
    required: ['status'],
    properties: {
      status: { enum: ['success', 'partial_success', 'failed'] },
      data: { $ref: schemaRef(output) },
      errors: { type: 'array', items: { $ref: schemaRef('ResponseError') } },
      metadata: { type: 'object' },
    },
  }
  return {
    tags: [name],
    summary: action.description || description || name,
    ...(action.docs === undefined ? {} : { description: action.docs }),
    parameters: ['Prefer', 'IdempotencyKey'].map((parameter) => ({ $ref: `#/components/parameters/${parameter}` })),
    security: [...(isOpen ? [{}] : []), { token: [] }, { key: [] }],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: schemaRef(input) },
          ...(examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }),
        },
      },
    },
    responses: {
      200: { description: 'The answer of the skill.', content: { 'application/json': { schema: answer } } },
      202: {
        description: 'It takes longer, and goes on: ask status_url.',
        content: { 'application/json': { schema: { $ref: schemaRef('Run') } } },
      },
      207: { description: 'A part of it succeeded.', content: { 'application/json': { schema: answer } } },
      default: { $ref: '#/components/responses/Failure' },
    },
  }
}

function schemaRef(name: string): string {
  return `#/components/schemas/${name}`
}
