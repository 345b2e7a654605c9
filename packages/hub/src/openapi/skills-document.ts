import { ERROR_CODES } from '@skillwright/contract'
import { RESPONSE, RESPONSE_ERROR, RUN } from '@skillwright/hub-api'
import type { SkillOperations } from './skill-operations.ts'

const DRAFT = 'https://json-schema.org/draft/2020-12/schema'

/** One OpenAPI 3.1 document of the operations of several skills. */
export function skillsDocument(url: string, skills: readonly SkillOperations[]): Readonly<Record<string, unknown>> {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Skills of a Skillwright hub',
      version: '1',
      description: 'Every skill that the caller may call here, each action an operation of its own.',
    },
    jsonSchemaDialect: DRAFT,
    servers: [{ url }],
    paths: Object.assign({}, ...skills.map(({ paths }) => paths)),
    components: {
      // Names of skills have a dot in them.
      schemas: {
        ...Object.fromEntries(skills.flatMap(({ schemas }) => [...schemas])),
        Run: RUN,
        Response: RESPONSE,
        ResponseError: RESPONSE_ERROR,
      },
      parameters: {
        Prefer: header('Prefer', '`respond-async` answers 202 at once; `wait=5` after five seconds.'),
        IdempotencyKey: header('Idempotency-Key', 'The same key is the same run, and its answer.'),
      },
      responses: { Failure: FAILURE },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token of the hub with the scope "invoke".' },
        key: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same token.' },
      },
    },
  }
}

function header(name: string, description: string) {
  return { name, in: 'header', required: false, description, schema: { type: 'string', maxLength: 255 } }
}

const FAILURE = {
  description: `What went wrong, in \`errors\`, with the status of its code. ${codes()}`,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Response' } } },
}

function codes(): string {
  const byStatus = Map.groupBy(Object.entries(ERROR_CODES), ([, { status }]) => status)
  const sorted = [...byStatus].sort(([one], [other]) => one - other)
  return sorted.map(([status, entries]) => `${status}: ${entries.map(([code]) => code).join(', ')}.`).join(' ')
}
