import { ERROR_CODES } from '../error-codes.ts'
import type { Action, Contract } from '../open-contract.ts'
import { CURRENT_DRAFT } from '../schema.ts'
import { hoistSchemas } from './hoist-schemas.ts'
import { isForModels } from './rewrite-schema.ts'

/** Where the actions are served. */
export interface OpenApiOptions {
  readonly baseUrl?: string
  /** What comes before the name of an action. */
  readonly path?: string
}

/** The contract as an OpenAPI 3.1 document: each action is a POST that answers with a skill response. */
export function toOpenApi(
  contract: Contract,
  { baseUrl, path = '/actions' }: OpenApiOptions = {},
): Record<string, unknown> {
  const { schemas, actions } = hoistSchemas(contract, {
    nameOf: (words) => words.join('.').replaceAll(/[^A-Za-z0-9._-]+/g, '_'),
    refTo: (name) => `#/components/schemas/${name}`,
    reserved: ['Problem', 'ResponseError'],
    keep: isForModels,
  })
  const about = contract.docs ?? contract.description
  return {
    openapi: '3.1.1',
    info: {
      title: contract.title ?? 'Skill',
      version: contract.version ?? '0.0.0',
      ...(about === undefined ? {} : { description: about }),
    },
    jsonSchemaDialect: CURRENT_DRAFT,
    ...(baseUrl === undefined ? {} : { servers: [{ url: baseUrl }] }),
    paths: Object.fromEntries(
      [...actions].map(([action, names]) => [
        `${path.replace(/\/+$/, '')}/${encodeURIComponent(action.name.toWellFormed())}`,
        { post: operation(action, names) },
      ]),
    ),
    components: {
      schemas: { ...Object.fromEntries(schemas), Problem: PROBLEM, ResponseError: RESPONSE_ERROR },
      responses: Object.fromEntries(errorStatuses().map((status) => [errorName(status), errorResponse(status)])),
    },
  }
}

function operation(action: Action, { input, output }: { input: string; output: string }): Record<string, unknown> {
  const about = action.docs ?? action.description
  const examples = Object.fromEntries(
    action.examples.map((example, i) => [
      `example${i + 1}`,
      { summary: example.name ?? `Example ${i + 1}`, value: example.input },
    ]),
  )
  return {
    operationId: action.name,
    ...(action.description === undefined ? {} : { summary: action.description }),
    ...(about === undefined ? {} : { description: about }),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: refTo(input), ...(action.examples.length > 0 ? { examples } : {}) },
      },
    },
    responses: {
      200: {
        description: 'The answer of the skill. Its status says whether all, some or none of the work succeeded.',
        content: { 'application/json': { schema: envelope(output) } },
      },
      ...Object.fromEntries(
        errorStatuses().map((status) => [status, { $ref: `#/components/responses/${errorName(status)}` }]),
      ),
    },
  }
}

function refTo(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` }
}

/** The response of document A, 31.4, around the output of one action. */
function envelope(output: string): Record<string, unknown> {
  return {
    type: 'object',
    required: ['status'],
    properties: {
      status: { enum: ['success', 'partial_success', 'failed'] },
      data: refTo(output),
      errors: { type: 'array', items: refTo('ResponseError') },
      metadata: { type: 'object' },
    },
  }
}

const RESPONSE_ERROR = {
  type: 'object',
  required: ['code', 'message', 'recoverable'],
  properties: {
    code: {
      type: 'string',
      description: 'A code of the table, or one of the skill’s own.',
      examples: ['INVALID_INPUT'],
    },
    message: { type: 'string' },
    recoverable: { type: 'boolean', description: 'True when the caller can do something and try again.' },
    details: { type: 'object' },
    suggested_action: { type: 'string' },
  },
}

const PROBLEM = {
  type: 'object',
  description: 'A problem document (RFC 9457) that carries the error of the skill response.',
  required: ['title', 'status', 'code'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer', minimum: 100, maximum: 599 },
    detail: { type: 'string' },
    instance: { type: 'string', format: 'uri-reference' },
    code: { type: 'string', examples: ['INVALID_INPUT'] },
    recoverable: { type: 'boolean' },
    suggested_action: { type: 'string' },
    details: { type: 'object' },
  },
}

/** The HTTP statuses of failures, ascending. Partial success is an answer and not among them. */
function errorStatuses(): readonly number[] {
  const statuses = new Set(Object.values(ERROR_CODES).map(({ status }): number => status))
  return [...statuses].filter((status) => status >= 400).sort((a, b) => a - b)
}

function errorName(status: number): string {
  return `Error${status}`
}

function errorResponse(status: number): Record<string, unknown> {
  const codes = Object.entries(ERROR_CODES).filter(([, entry]) => entry.status === status)
  return {
    description: codes.map(([code, { meaning }]) => `${code}: ${meaning}`).join('\n'),
    content: { 'application/problem+json': { schema: refTo('Problem') } },
  }
}
