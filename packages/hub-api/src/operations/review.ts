import * as Type from 'typebox'
import { SKILL_NAME, SKILL_PARAMS, VERSION_PARAMS } from './names.ts'
import { DONE, type Operation } from './operation.ts'
import { pageOf, pageQuery } from './page.ts'
import { FINDING } from './problem.ts'
import { TIER } from './skill.ts'
import { oneOf, orNull, TIME, text } from './text.ts'
import { VERIFICATION_OUTLINE } from './verification.ts'

const TAGS = ['review'] as const
const REVIEW = { needs: 'review' } as const
const NOTE = text(2_000)

/** How far a skill is trusted, and what speaks for it. */
export const TIER_EVIDENCE = Type.Object(
  {
    tier: TIER,
    evidence: Type.Array(
      Type.Object(
        {
          name: oneOf(['published', 'owner-proven', 'scan-clean', 'verify-passed', 'signed-off', 'official-scope']),
          met: Type.Boolean(),
          state: oneOf(['met', 'unmet', 'waiting', 'unavailable'], {
            description: 'What is not met is refused, waits for something, or could not be checked here.',
          }),
          detail: Type.String({ description: 'What was seen, in words.' }),
          verification: Type.Optional(VERIFICATION_OUTLINE),
        },
        { title: 'Evidence' },
      ),
    ),
  },
  { title: 'TierEvidence', description: 'The tier, and every condition it is judged by.' },
)

/** A version that waits for a reviewer. */
export const WAITING_VERSION = Type.Object(
  {
    ...SKILL_NAME,
    version: Type.String(),
    state: oneOf(['pending', 'quarantined']),
    reason: orNull(Type.String()),
    published_by: Type.String(),
    published_at: TIME,
    verdict: Type.String({ description: 'What the scanner said.' }),
    findings: Type.Array(FINDING, {
      description: 'What of the scan asks for a person, 20 at most; the version has all that was found.',
    }),
    appeals: Type.Integer({ description: 'How many appeals about it are open.' }),
  },
  { title: 'WaitingVersion' },
)

/** What a reviewer decides. */
export const DECISION = Type.Object(
  { decision: oneOf(['approve', 'reject']), note: NOTE },
  { title: 'Decision', additionalProperties: false },
)

/** A decision as the audit log keeps it. */
export const AUDIT_ENTRY = Type.Object(
  {
    at: TIME,
    actor: Type.String(),
    action: Type.String(),
    subject: Type.String(),
    details: Type.Unknown({ description: 'Details of the decision: any JSON.' }),
  },
  { title: 'AuditEntry' },
)

/** A report or an appeal. */
export const REPORT = Type.Object(
  {
    id: Type.String(),
    kind: oneOf(['report', 'appeal']),
    ...SKILL_NAME,
    version: orNull(Type.String()),
    by: Type.String(),
    reason: Type.String(),
    state: oneOf(['open', 'upheld', 'dismissed']),
    resolution: orNull(Type.String()),
    resolved_by: orNull(Type.String()),
    created_at: TIME,
  },
  { title: 'Report' },
)

/** Reads what a tier rests on. */
export const READ_EVIDENCE = {
  method: 'GET',
  url: '/v1/skills/:scope/:skill/evidence',
  config: { needs: 'anyone' },
  schema: {
    operationId: 'readEvidence',
    tags: TAGS,
    summary: 'What the tier of a skill rests on',
    params: SKILL_PARAMS,
    response: { 200: TIER_EVIDENCE },
  },
} as const satisfies Operation

/** Lists decisions. */
export const LIST_AUDIT = {
  method: 'GET',
  url: '/v1/audit',
  config: REVIEW,
  schema: {
    operationId: 'listAudit',
    tags: TAGS,
    summary: 'The audit log, the newest entry first',
    querystring: pageQuery({ subject: Type.Optional(text(300)) }),
    response: { 200: pageOf(AUDIT_ENTRY) },
  },
} as const satisfies Operation

/** Lists what waits. */
export const LIST_QUEUE = {
  method: 'GET',
  url: '/v1/review/queue',
  config: REVIEW,
  schema: {
    operationId: 'listQueue',
    tags: TAGS,
    summary: 'What waits for a decision, the oldest first',
    querystring: pageQuery({}),
    response: { 200: pageOf(WAITING_VERSION) },
  },
} as const satisfies Operation

/** Approves or rejects. */
export const DECIDE = {
  method: 'POST',
  url: '/v1/review/:scope/:skill/:version',
  config: REVIEW,
  schema: {
    operationId: 'decide',
    tags: TAGS,
    summary: 'Approve or reject a version',
    params: VERSION_PARAMS,
    body: DECISION,
    response: { 200: TIER_EVIDENCE },
  },
} as const satisfies Operation

/** Asks for another verify run. */
export const VERIFY_AGAIN = {
  method: 'POST',
  url: '/v1/review/:scope/:skill/:version/verify',
  config: REVIEW,
  schema: {
    operationId: 'verifyAgain',
    tags: TAGS,
    summary: 'Have the hub verify a version again',
    params: VERSION_PARAMS,
    response: { 202: Type.Object({ state: oneOf(['pending']) }, { description: 'It waits its turn.' }) },
  },
} as const satisfies Operation

/** Files a report. */
export const FILE_REPORT = {
  method: 'POST',
  url: '/v1/skills/:scope/:skill/reports',
  config: { needs: 'publish' },
  schema: {
    operationId: 'fileReport',
    tags: TAGS,
    summary: 'Report a skill, or appeal against a decision about your own',
    description: 'The same again, while it is open, is answered with the id of the first.',
    params: SKILL_PARAMS,
    body: Type.Object(
      { kind: oneOf(['report', 'appeal']), version: Type.Optional(text(100)), reason: NOTE },
      { additionalProperties: false },
    ),
    response: { 201: Type.Object({ id: Type.String() }, { description: 'The report was filed.' }) },
  },
} as const satisfies Operation

/** Lists reports. */
export const LIST_REPORTS = {
  method: 'GET',
  url: '/v1/reports',
  config: { needs: 'read' },
  schema: {
    operationId: 'listReports',
    tags: TAGS,
    summary: 'Your reports, the newest first; all of them for a reviewer',
    querystring: pageQuery({ state: Type.Optional(oneOf(['open', 'upheld', 'dismissed'])) }),
    response: { 200: pageOf(REPORT) },
  },
} as const satisfies Operation

/** Ends a report. */
export const RESOLVE_REPORT = {
  method: 'POST',
  url: '/v1/reports/:id/resolution',
  config: REVIEW,
  schema: {
    operationId: 'resolveReport',
    tags: TAGS,
    summary: 'Close a report or appeal',
    params: Type.Object({ id: text(100) }),
    body: Type.Object({ state: oneOf(['upheld', 'dismissed']), resolution: NOTE }, { additionalProperties: false }),
    response: { 204: DONE },
  },
} as const satisfies Operation
