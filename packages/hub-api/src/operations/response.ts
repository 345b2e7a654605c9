import * as Type from 'typebox'
import { oneOf } from './text.ts'

/** One error of a response. */
export const RESPONSE_ERROR = Type.Object(
  {
    code: Type.String({ description: 'A code of docs/errors.md, or the skill’s own.' }),
    message: Type.String(),
    recoverable: Type.Boolean(),
    details: Type.Optional(
      Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }),
    ),
    suggested_action: Type.Optional(Type.String()),
  },
  { title: 'ResponseError' },
)

/** The answer of a skill, to every caller. */
export const RESPONSE = Type.Object(
  {
    status: oneOf(['success', 'partial_success', 'failed']),
    data: Type.Optional(Type.Unknown({ description: 'What the output schema of the contract says.' })),
    errors: Type.Optional(Type.Array(RESPONSE_ERROR)),
    metadata: Type.Optional(
      Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }),
    ),
  },
  { title: 'Response', description: 'The answer of the skill.' },
)
