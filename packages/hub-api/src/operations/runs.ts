import * as Type from 'typebox'
import { SKILL_NAME, SKILL_PARAMS } from './names.ts'
import type { Operation } from './operation.ts'
import { pageOf, pageQuery } from './page.ts'
import { RESPONSE, RESPONSE_ERROR } from './response.ts'
import { BYTES, oneOf, orNull, TEXT, TIME } from './text.ts'

const TAGS = ['calls'] as const
const INVOKE = { needs: 'invoke' } as const

/** How far a run can be. */
export const RUN_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const

const RUN_STATE = oneOf(RUN_STATES)

const RUN_ID = Type.String({ minLength: 1, maxLength: 64, pattern: '^[\\w-]+$', description: 'Its execution_id.' })

/** How a run of a skill is named in an address. */
export const RUN_PARAMS = Type.Object({ ...SKILL_PARAMS.properties, run: RUN_ID })

/** A run as it stands. */
export const RUN = Type.Object(
  {
    execution_id: Type.String(),
    status: RUN_STATE,
    progress: Type.Optional(Type.Number({ description: 'From 0 to 1, where the skill says so.' })),
    message: Type.Optional(Type.String({ description: 'What the skill says of its progress.' })),
    errors: Type.Optional(Type.Array(RESPONSE_ERROR, { description: 'Once it has failed; lists only name the code.' })),
    error_code: Type.Optional(Type.String({ description: 'Of the first of them.' })),
    ...SKILL_NAME,
    version: orNull(Type.String()),
    action: orNull(Type.String({ description: 'Null for the only one.' })),
    caller: Type.String({ description: 'On whose behalf.' }),
    via: Type.String({ description: 'Which way it came: http, job, schedule …' }),
    attempt: Type.Integer({ description: 'How often it was begun.' }),
    is_dead: Type.Boolean({ description: 'It failed, and is not tried again by itself.' }),
    created_at: TIME,
    started_at: orNull(TIME),
    finished_at: orNull(TIME),
    duration_ms: orNull(Type.Integer()),
    status_url: Type.String(),
    result_url: Type.String(),
    events_url: Type.String(),
  },
  { title: 'Run', description: 'The run as it stands.' },
)

const ANY = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true })

/** A run with what was asked and answered. */
const WHOLE_RUN = Type.Object(
  { ...RUN.properties, request: ANY, response: Type.Union([RESPONSE, Type.Null()]) },
  { title: 'WholeRun', description: 'The run, with what was asked and answered.' },
)

/** An ended run with its answer, as the last event tells it. */
export const RUN_RESULT = Type.Object({ ...RUN.properties, response: RESPONSE })

/** Lists runs. */
export const LIST_RUNS = {
  method: 'GET',
  url: '/v1/runs',
  config: INVOKE,
  schema: {
    operationId: 'listRuns',
    tags: TAGS,
    summary: 'Your runs, the newest first; an administrator sees those of all',
    querystring: pageQuery({
      skill: Type.Optional(Type.String({ maxLength: 140, description: 'Of this skill: @scope/skill.' })),
      status: Type.Optional(RUN_STATE),
      error_code: Type.Optional(Type.String({ maxLength: 100, description: 'Those that ended with this error.' })),
      caller: Type.Optional(Type.String({ maxLength: 300, description: 'Of this caller; for administrators.' })),
      dead: Type.Optional(Type.Boolean({ description: 'Those that failed for good, until they are dealt with.' })),
      schedule: Type.Optional(Type.String({ maxLength: 64, description: 'Those that this schedule made.' })),
    }),
    response: { 200: pageOf(RUN) },
  },
} as const satisfies Operation

/** Reads a run. */
export const READ_RUN = {
  method: 'GET',
  url: '/v1/runs/:run',
  config: INVOKE,
  schema: {
    operationId: 'readRun',
    tags: TAGS,
    summary: 'A run, with what was asked and answered',
    params: Type.Object({ run: RUN_ID }),
    response: { 200: WHOLE_RUN },
  },
} as const satisfies Operation

/** Reads how far a run is. */
export const READ_RUN_STATUS = {
  method: 'GET',
  url: '/v1/skills/:scope/:skill/status/:run',
  config: INVOKE,
  schema: {
    operationId: 'readRunStatus',
    tags: TAGS,
    summary: 'How far a run is: the status_url of descriptors',
    params: RUN_PARAMS,
    response: { 200: RUN },
  },
} as const satisfies Operation

/** Reads the answer of a run. */
export const READ_RUN_RESULT = {
  method: 'GET',
  url: '/v1/skills/:scope/:skill/result/:run',
  config: { ...INVOKE, failsAs: 'response' },
  schema: {
    operationId: 'readRunResult',
    tags: TAGS,
    summary: 'The response of a run, with the status its call would have had: the result_url of descriptors',
    params: RUN_PARAMS,
    response: { 200: RESPONSE, 202: RUN, 207: RESPONSE },
  },
} as const satisfies Operation

/** Follows a run. */
export const FOLLOW_RUN = {
  method: 'GET',
  url: '/v1/skills/:scope/:skill/events/:run',
  config: INVOKE,
  schema: {
    operationId: 'followRun',
    tags: TAGS,
    summary: 'What happens to a run, as server-sent events until it has ended',
    description: 'Events are state, progress and log, and result at the end. Last-Event-ID resumes.',
    params: RUN_PARAMS,
    headers: Type.Object({
      'last-event-id': Type.Optional(Type.String({ maxLength: 15, pattern: '^\\d*$', description: 'Go on after it.' })),
    }),
    response: { 200: { description: 'The events.', content: { 'text/event-stream': { schema: TEXT } } } },
  },
} as const satisfies Operation

/** Cancels a run. */
export const CANCEL_RUN = {
  method: 'POST',
  url: '/v1/skills/:scope/:skill/cancel/:run',
  config: INVOKE,
  schema: {
    operationId: 'cancelRun',
    tags: TAGS,
    summary: 'Ask a run to end; one that has ended stays as it is',
    params: RUN_PARAMS,
    response: { 200: RUN },
  },
} as const satisfies Operation

/** Lets a dead run begin again. */
export const REQUEUE_RUN = {
  method: 'POST',
  url: '/v1/runs/:run/requeue',
  config: { ...INVOKE, rate: 'call' },
  schema: {
    operationId: 'requeueRun',
    tags: TAGS,
    summary: 'Try a run again that failed for good, from its first attempt',
    params: Type.Object({ run: RUN_ID }),
    response: { 202: RUN },
  },
} as const satisfies Operation

/** Lets a dead run rest. */
export const DISCARD_RUN = {
  method: 'POST',
  url: '/v1/runs/:run/discard',
  config: INVOKE,
  schema: {
    operationId: 'discardRun',
    tags: TAGS,
    summary: 'Take a run that failed for good off the list of those; it stays in the history',
    params: Type.Object({ run: RUN_ID }),
    response: { 200: RUN },
  },
} as const satisfies Operation

/** Reads a file that a run has left. */
export const READ_ARTIFACT = {
  method: 'GET',
  url: '/v1/skills/:scope/:skill/artifacts/:run/*',
  config: INVOKE,
  schema: {
    operationId: 'readArtifact',
    tags: TAGS,
    summary: 'A file that a run has written',
    params: Type.Object({
      ...RUN_PARAMS.properties,
      '*': Type.String({ maxLength: 300, description: 'Its path.' }),
    }),
    response: {
      200: { description: 'The file.', content: { 'application/octet-stream': { schema: BYTES } } },
      304: Type.Null({ description: 'It is what the caller has already (If-None-Match).' }),
    },
  },
} as const satisfies Operation
