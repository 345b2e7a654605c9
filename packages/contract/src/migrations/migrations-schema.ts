import { CURRENT_DRAFT, type Schema, type SchemaObject } from '../schema.ts'
import { LINE_PATTERN } from './version-line.ts'

/** How calls written for an older line of versions become calls of a newer one. */
export interface Migration {
  /** The line it starts from: a major such as `1`, or `0.3` before 1.0.0 (`0` for every 0.x without one of its own). */
  readonly from: string
  readonly to: string
  /** The action it is for; all of them when absent. */
  readonly action?: string
  /** What the input was. With it an old call is recognised although its caller states no version. */
  readonly input?: Schema
  readonly steps?: readonly MigrationStep[]
}

/** One change of the input. A path is a JSON pointer in which `*` stands for every item or key. */
export type MigrationStep =
  | { readonly op: 'rename' | 'move'; readonly path: string; readonly to: string; readonly overwrite?: boolean }
  | { readonly op: 'wrap' | 'unwrap' | 'remove'; readonly path: string }
  | {
      readonly op: 'map'
      readonly path: string
      readonly values: Readonly<Record<string, unknown>>
      readonly otherwise?: 'error' | 'keep'
    }
  | { readonly op: 'set'; readonly path: string; readonly value: unknown; readonly overwrite?: boolean }
  | { readonly op: 'convert'; readonly path: string; readonly to: ConvertTarget }

/** What a value can be converted to. */
export type ConvertTarget = 'integer' | 'number' | 'string' | 'boolean'

const PATH: SchemaObject = {
  type: 'string',
  pattern: '^(/([^/~]|~[01])*)+$',
  maxLength: 1000,
  description: 'A JSON pointer, such as /topics; * stands for every item of an array and every key of an object.',
}
const OVERWRITE: SchemaObject = {
  type: 'boolean',
  default: false,
  description: 'True to replace what is there already.',
}

/** The JSON Schema of a contract's `migrations`. Holds no references, so that it can be embedded anywhere. */
export const MIGRATIONS_SCHEMA: SchemaObject = {
  type: 'array',
  maxItems: 200,
  description: 'How calls written for older majors become calls of this one, step by step.',
  items: {
    type: 'object',
    required: ['from', 'to'],
    properties: {
      from: {
        type: 'string',
        pattern: `^(0|${LINE_PATTERN})$`,
        description: 'The older major, such as "1"; before 1.0.0 the minor counts, as in "0.3".',
      },
      to: { type: 'string', pattern: `^(${LINE_PATTERN})$`, description: 'The major it leads to, such as "2".' },
      action: { type: 'string', minLength: 1, description: 'The action it is for; all of them when absent.' },
      input: {
        $ref: CURRENT_DRAFT,
        description: 'The older input schema. With it an old call is recognised although it states no version.',
      },
      steps: { type: 'array', maxItems: 1000, items: stepSchema(), description: 'What is done, in this order.' },
    },
    additionalProperties: false,
  },
}

function stepSchema(): SchemaObject {
  const shapes: Readonly<Record<MigrationStep['op'], SchemaObject>> = {
    rename: shape({ to: PATH, overwrite: OVERWRITE }, ['to']),
    move: shape({ to: PATH, overwrite: OVERWRITE }, ['to']),
    wrap: shape({}),
    unwrap: shape({}),
    map: shape(
      {
        values: {
          type: 'object',
          minProperties: 1,
          description: 'New values by old ones; numbers are written as text.',
        },
        otherwise: { enum: ['error', 'keep'], default: 'error', description: 'What becomes of any other value.' },
      },
      ['values'],
    ),
    set: shape({ value: true, overwrite: OVERWRITE }, ['value']),
    remove: shape({}),
    convert: shape({ to: { enum: ['integer', 'number', 'string', 'boolean'] } }, ['to']),
  }
  return {
    type: 'object',
    required: ['op', 'path'],
    properties: { op: { enum: Object.keys(shapes) } },
    // One condition per operation instead of oneOf: a mistake is then reported for the operation that was meant.
    allOf: Object.entries(shapes).map(([op, then]) => ({
      if: { required: ['op'], properties: { op: { const: op } } },
      then,
    })),
  }
}

function shape(properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): SchemaObject {
  return { properties: { op: true, path: PATH, ...properties }, required, additionalProperties: false }
}
