import * as Type from 'typebox'
import { DONE, type Operation } from './operation.ts'
import { pageOf, pageQuery } from './page.ts'
import { RUN, RUN_STATES } from './runs.ts'
import { oneOf, optionals, orNull, TIME, text, withDefault } from './text.ts'

const TAGS = ['schedules'] as const
const INVOKE = { needs: 'invoke' } as const

const PARAMS = Type.Object({
  schedule: Type.String({ minLength: 1, maxLength: 64, pattern: '^[\\w-]+$', description: 'Its id.' }),
})

const ANY = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true })

/** What is to be run when; the fields have the names they have in agent.yaml. */
const PLAN = {
  name: text(100, { description: 'What you call it; each of yours has another name.' }),
  skill: text(140, { description: 'The skill: @scope/skill.' }),
  cron: text(200, { description: 'Minute, hour, day, month, weekday; with six fields, seconds first.' }),
}

/** Made anew for each use: a default changes the schema it is given to. */
const further = () => ({
  version: text(250, {
    description: 'A version, a range or latest; when absent what is compatible with the newest of today.',
  }),
  action: orNull(text(100, { description: 'Null for the only one.' })),
  params: Type.Unsafe<Readonly<Record<string, unknown>>>({ ...ANY, description: 'What it is called with.' }),
  timezone: text(100, { description: 'A name of the IANA time zone database.' }),
  overlap: oneOf(['skip', 'queue', 'replace'], {
    description: 'When the run of a slot before has not ended: skip this one, let it wait, or end the old one.',
  }),
  missed: oneOf(['skip', 'once', 'all'], {
    description: 'Slots that passed while nothing ran: skip them, do one for all of them, or each.',
  }),
  priority: Type.Integer({
    minimum: -100,
    maximum: 100,
    description: 'Larger is sooner; more than 0 for administrators.',
  }),
  retries: Type.Integer({
    minimum: 0,
    maximum: 20,
    description: 'How often a run that failed for the moment is tried again.',
  }),
})

const FURTHER = further()
const USUAL = further()

/** A schedule that is to be made. */
const NEW_SCHEDULE = Type.Object(
  {
    ...PLAN,
    version: Type.Optional(USUAL.version),
    action: withDefault(USUAL.action, null),
    params: withDefault(USUAL.params, {}),
    timezone: withDefault(USUAL.timezone, 'UTC'),
    overlap: withDefault(USUAL.overlap, 'skip'),
    missed: withDefault(USUAL.missed, 'skip'),
    priority: withDefault(USUAL.priority, 0),
    retries: withDefault(USUAL.retries, 0),
  },
  { title: 'NewSchedule', additionalProperties: false },
)

/** What of a schedule is to become another. */
export const SCHEDULE_CHANGE = Type.Object(optionals({ ...PLAN, ...FURTHER }), {
  title: 'ScheduleChange',
  additionalProperties: false,
  minProperties: 1,
})

/** What became of one time of a schedule. */
export const SLOT = Type.Object(
  {
    at: TIME,
    outcome: oneOf(['run', 'skipped_overlap', 'skipped_missed', 'skipped_paused']),
    execution_id: orNull(Type.String({ description: 'Its run; null when there was none.' })),
    status: orNull(oneOf(RUN_STATES, { description: 'How far that run is; null once it is not kept any more.' })),
    error_code: orNull(Type.String({ description: 'Of the run, when it failed.' })),
    duration_ms: orNull(Type.Integer()),
  },
  { title: 'Slot' },
)

/** A schedule as it stands. */
export const SCHEDULE = Type.Object(
  {
    id: Type.String(),
    ...PLAN,
    ...FURTHER,
    owner: Type.String({ description: 'On whose behalf it runs.' }),
    is_paused: Type.Boolean(),
    next_at: orNull(Type.String({ format: 'date-time', description: 'Null when there is no next time.' })),
  },
  { title: 'Schedule', description: 'The schedule as it stands.' },
)

/** A schedule with its next times and the last ones. */
const WHOLE_SCHEDULE = Type.Object(
  {
    ...SCHEDULE.properties,
    next_times: Type.Array(TIME, { description: 'The next ten.' }),
    recent: Type.Array(SLOT, { description: 'The last twenty, the newest first.' }),
  },
  { title: 'WholeSchedule', description: 'The schedule, with its next times and what became of the last ones.' },
)

/** Makes a schedule. */
export const CREATE_SCHEDULE = {
  method: 'POST',
  url: '/v1/schedules',
  config: INVOKE,
  schema: {
    operationId: 'createSchedule',
    tags: TAGS,
    summary: 'Have a skill called again and again, on your behalf',
    description: 'Each run is held to what you may call at that time.',
    body: NEW_SCHEDULE,
    response: { 201: SCHEDULE },
  },
} as const satisfies Operation

/** Lists schedules. */
export const LIST_SCHEDULES = {
  method: 'GET',
  url: '/v1/schedules',
  config: INVOKE,
  schema: {
    operationId: 'listSchedules',
    tags: TAGS,
    summary: 'Your schedules by name; an administrator sees those of all',
    querystring: pageQuery({
      skill: Type.Optional(Type.String({ maxLength: 140, description: 'Of this skill: @scope/skill.' })),
      owner: Type.Optional(Type.String({ maxLength: 300, description: 'Of this user; for administrators.' })),
    }),
    response: { 200: pageOf(SCHEDULE) },
  },
} as const satisfies Operation

/** Reads a schedule. */
export const READ_SCHEDULE = {
  method: 'GET',
  url: '/v1/schedules/:schedule',
  config: INVOKE,
  schema: {
    operationId: 'readSchedule',
    tags: TAGS,
    summary: 'A schedule, with its next times and what became of the last ones',
    params: PARAMS,
    response: { 200: WHOLE_SCHEDULE },
  },
} as const satisfies Operation

/** Changes a schedule. */
export const CHANGE_SCHEDULE = {
  method: 'PATCH',
  url: '/v1/schedules/:schedule',
  config: INVOKE,
  schema: {
    operationId: 'changeSchedule',
    tags: TAGS,
    summary: 'Change a schedule; what is not named stays as it is',
    params: PARAMS,
    body: SCHEDULE_CHANGE,
    response: { 200: SCHEDULE },
  },
} as const satisfies Operation

/** Deletes a schedule. */
export const DELETE_SCHEDULE = {
  method: 'DELETE',
  url: '/v1/schedules/:schedule',
  config: INVOKE,
  schema: {
    operationId: 'deleteSchedule',
    tags: TAGS,
    summary: 'Delete a schedule; runs that it made go on',
    params: PARAMS,
    response: { 204: DONE },
  },
} as const satisfies Operation

/** Pauses a schedule. */
export const PAUSE_SCHEDULE = {
  method: 'POST',
  url: '/v1/schedules/:schedule/pause',
  config: INVOKE,
  schema: {
    operationId: 'pauseSchedule',
    tags: TAGS,
    summary: 'Leave out the times that come, until it is resumed',
    params: PARAMS,
    response: { 200: SCHEDULE },
  },
} as const satisfies Operation

/** Resumes a schedule. */
export const RESUME_SCHEDULE = {
  method: 'POST',
  url: '/v1/schedules/:schedule/resume',
  config: INVOKE,
  schema: {
    operationId: 'resumeSchedule',
    tags: TAGS,
    summary: 'Let a paused schedule run at its times again',
    params: PARAMS,
    response: { 200: SCHEDULE },
  },
} as const satisfies Operation

/** Runs a schedule now. */
export const RUN_SCHEDULE = {
  method: 'POST',
  url: '/v1/schedules/:schedule/run',
  config: { ...INVOKE, rate: 'call' },
  schema: {
    operationId: 'runSchedule',
    tags: TAGS,
    summary: 'Make a run of a schedule now, beside its times',
    params: PARAMS,
    response: { 202: RUN },
  },
} as const satisfies Operation

/** Lists what became of the times of a schedule. */
export const LIST_SLOTS = {
  method: 'GET',
  url: '/v1/schedules/:schedule/slots',
  config: INVOKE,
  schema: {
    operationId: 'listSlots',
    tags: TAGS,
    summary: 'What became of the times of a schedule, the newest first',
    params: PARAMS,
    querystring: pageQuery({}),
    response: { 200: pageOf(SLOT) },
  },
} as const satisfies Operation

/** A schedule within a window of time. */
const CALENDAR_ROW = Type.Object(
  {
    id: Type.String(),
    name: PLAN.name,
    skill: PLAN.skill,
    cron: PLAN.cron,
    timezone: FURTHER.timezone,
    owner: SCHEDULE.properties.owner,
    is_paused: Type.Boolean(),
    next_at: SCHEDULE.properties.next_at,
    slots: Type.Array(SLOT, { description: 'Those of the window that have come, the newest first.' }),
    next_times: Type.Array(TIME, { description: 'Those of the window that will come.' }),
    is_cut: Type.Boolean({ description: 'There are more than are shown, at the far ends.' }),
  },
  { title: 'CalendarRow' },
)

/** Lists schedules with their times in a window. */
export const LIST_CALENDAR = {
  method: 'GET',
  url: '/v1/calendar',
  config: INVOKE,
  schema: {
    operationId: 'listCalendar',
    tags: TAGS,
    summary: 'Your schedules with what became of their times, and those to come, within a window',
    querystring: pageQuery({
      from: Type.Optional({ ...TIME, description: 'A day ago when absent.' }),
      to: Type.Optional({ ...TIME, description: 'A day from now when absent.' }),
      skill: Type.Optional(Type.String({ maxLength: 140, description: 'Of this skill: @scope/skill.' })),
      owner: Type.Optional(Type.String({ maxLength: 300, description: 'Of this user; for administrators.' })),
    }),
    response: { 200: pageOf(CALENDAR_ROW) },
  },
} as const satisfies Operation
