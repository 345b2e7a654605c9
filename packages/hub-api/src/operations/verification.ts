import * as Type from 'typebox'
import { SKILL_NAME, WANTED_PARAMS } from './names.ts'
import type { Operation } from './operation.ts'
import { mapOf, oneOf, orNull, TIME } from './text.ts'

const COUNTS = Type.Object(
  { answered: Type.Integer(), refused: Type.Integer(), broken: Type.Integer(), unavailable: Type.Integer() },
  { title: 'ActionRuns' },
)

const CHECK = {
  name: oneOf([
    'examples',
    'valid-inputs',
    'invalid-inputs',
    'idempotency',
    'limits',
    'undeclared',
    'lint',
    'scan',
    'links',
    'triggers',
  ]),
  outcome: oneOf(['pass', 'fail', 'unavailable', 'not-applicable']),
  passed: Type.Integer(),
  failed: Type.Integer(),
}

const ANY = { description: 'Any JSON; cut to a text when it is long.' }

const FAILURE = Type.Object(
  {
    problem: Type.String(),
    action: Type.Optional(Type.String()),
    input: Type.Optional(Type.Unknown(ANY)),
    answer: Type.Optional(Type.Unknown(ANY)),
  },
  { title: 'VerifyFailure' },
)

/** What was tried, and how. */
const TRIAL = {
  subject: oneOf(['answers', 'documents']),
  seed: Type.Integer({ description: 'The same seed tries the same inputs again.' }),
  containment: Type.Optional(
    Type.Object({ kind: oneOf(['bubblewrap', 'namespaces', 'none']), system_call_filter: Type.Boolean() }),
  ),
  actions: mapOf(COUNTS, { description: 'How the runs of each action went.' }),
}

/** Why something could not be checked, and what to do about it. */
export const OBSTACLE = Type.Object(
  { code: Type.String(), message: Type.String(), hint: Type.Optional(Type.String()) },
  { title: 'VerifyObstacle' },
)

/** What a verification showed. */
export const VERIFY_REPORT = Type.Object(
  {
    id: Type.String(),
    version: Type.Optional(Type.String()),
    digest: Type.String(),
    ...TRIAL,
    runs: Type.Integer(),
    checks: Type.Array(
      Type.Object(
        {
          ...CHECK,
          failures: Type.Array(FAILURE),
          obstacles: Type.Array(Type.String()),
          notes: Type.Array(Type.String()),
        },
        { title: 'VerifyCheck' },
      ),
    ),
    outcome: oneOf(['pass', 'fail', 'unavailable']),
    ok: Type.Boolean(),
    obstacle: Type.Optional(OBSTACLE),
  },
  { title: 'VerifyReport' },
)

/** A verification without its failures. */
export const VERIFICATION_OUTLINE = Type.Object(
  { version: Type.String(), ...TRIAL, checks: Type.Array(Type.Object(CHECK)) },
  { title: 'VerificationOutline' },
)

/** What a version has beyond the published skill of others that it resembles most. */
export const RELATIVE = Type.Object(
  {
    ...SKILL_NAME,
    version: Type.String(),
    similarity: Type.Number({ description: 'The share of its text that is in this version, from 0 to 1.' }),
    added: Type.Integer({ description: 'How many lines this version has that it has not.' }),
    lines: Type.Array(Type.Object({ file: Type.String(), line: Type.Integer(), text: Type.String() }), {
      description: 'Added lines, those that matter first.',
    }),
    hosts: Type.Array(Type.String(), { description: 'Hosts that only the added lines name.' }),
    commands: Type.Array(Type.String(), { description: 'Commands that only the added lines hold.' }),
    rules: Type.Array(Type.String(), { description: 'Rules of the scanner that saw something in the added lines.' }),
  },
  { title: 'Relative' },
)

/** What the hub's own verify run of a version showed. */
export const VERIFICATION = Type.Object(
  {
    ...SKILL_NAME,
    version: Type.String(),
    digest: Type.String(),
    outcome: oneOf(['pass', 'fail', 'unavailable', 'waiting', 'running', 'missing']),
    at: orNull(TIME),
    report: Type.Union([VERIFY_REPORT, Type.Null()]),
    obstacle: Type.Union([OBSTACLE, Type.Null()]),
    again: Type.Boolean({ description: 'Another run was asked for and has not ended.' }),
    relative: Type.Union([RELATIVE, Type.Null()]),
  },
  { title: 'Verification', description: 'What it showed, or why there is nothing to show.' },
)

/** Reads what a verify run showed. */
export const READ_VERIFICATION = {
  method: 'GET',
  url: '/v1/skills/:scope/:skill/versions/:version/verification',
  config: { needs: 'anyone' },
  schema: {
    operationId: 'readVerification',
    tags: ['review'],
    summary: 'What the hub’s own verify run of a version showed',
    params: WANTED_PARAMS,
    response: { 200: VERIFICATION },
  },
} as const satisfies Operation
