import { ERROR_CODES } from '@skillwright/contract'
import * as Type from 'typebox'
import { oneOf } from './text.ts'

/** One thing a check noticed. */
export const FINDING = Type.Object(
  {
    rule: Type.String(),
    severity: oneOf(['error', 'warning', 'info']),
    message: Type.String(),
    pointer: Type.Optional(Type.String()),
    file: Type.Optional(Type.String()),
    line: Type.Optional(Type.Integer()),
    why: Type.Optional(Type.String()),
    fix: Type.Optional(Type.String()),
  },
  { title: 'Finding' },
)

/** An error as it is sent (RFC 9457), with a code of our table; its details are further members. */
export const PROBLEM = Type.Object(
  {
    type: Type.String({ format: 'uri' }),
    title: Type.String({ description: 'What the code means.' }),
    status: Type.Integer(),
    detail: Type.String({ description: 'What was expected, and what came.' }),
    code: oneOf(Object.keys(ERROR_CODES), { description: 'Stable; docs/errors.md lists them.' }),
    hint: Type.String({ description: 'What to do.' }),
    findings: Type.Optional(Type.Array(FINDING)),
    request_id: Type.String(),
  },
  { title: 'Problem', additionalProperties: true },
)

/** The media type of a problem document. */
export const PROBLEM_TYPE = 'application/problem+json'
