import * as Type from 'typebox'
import { SKILL_PARAMS } from './names.ts'
import type { Operation } from './operation.ts'
import { oneOf, orNull, TIME, withDefault } from './text.ts'

const FIGURES = {
  calls: Type.Integer({ description: 'Runs that ended.' }),
  errors: Type.Unsafe<Readonly<Record<string, number>>>({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description:
      'How many ended with which error; of the codes that a skill makes up twenty an hour, and OWN_CODE for the rest.',
  }),
  p50_ms: orNull(Type.Integer({ description: 'The time that half of them took at most, to a tenth.' })),
  p90_ms: orNull(Type.Integer()),
  p99_ms: orNull(Type.Integer()),
}

const EVERY = ['hour', 'day'] as const

/** Reads how a skill was called. */
export const READ_SKILL_STATS = {
  method: 'GET',
  url: '/v1/skills/:scope/:skill/stats',
  config: { needs: 'read' },
  schema: {
    operationId: 'readSkillStats',
    tags: ['calls'],
    summary: 'How often a skill of yours was called, with which errors and how fast, hour by hour or day by day',
    params: SKILL_PARAMS,
    querystring: Type.Object(
      {
        from: Type.Optional({ ...TIME, description: 'A day before the end when absent.' }),
        to: Type.Optional({ ...TIME, description: 'Now when absent.' }),
        every: withDefault(oneOf(EVERY), 'hour'),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object(
        {
          from: TIME,
          to: TIME,
          every: oneOf(EVERY),
          ...FIGURES,
          buckets: Type.Array(Type.Object({ at: TIME, ...FIGURES }, { title: 'CallFigures' }), {
            description: 'All of them in order, also those without calls.',
          }),
        },
        { title: 'SkillStats', description: 'The figures.' },
      ),
    },
  },
} as const satisfies Operation

/** Reads how often a skill was downloaded. */
export const READ_DOWNLOADS = {
  method: 'GET',
  url: '/v1/skills/:scope/:skill/downloads',
  config: { needs: 'anyone' },
  schema: {
    operationId: 'readDownloads',
    tags: ['skills'],
    summary: 'How often a skill was downloaded, day by day',
    params: SKILL_PARAMS,
    querystring: Type.Object(
      {
        days: withDefault(Type.Integer({ minimum: 1, maximum: 366, description: 'How many, up to today.' }), 30),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object(
        {
          downloads: Type.Integer({ description: 'Since it is there.' }),
          days: Type.Array(Type.Object({ at: TIME, downloads: Type.Integer() }, { title: 'DayOfDownloads' }), {
            description: 'All of them in order, also those without downloads; a day begins at midnight UTC.',
          }),
        },
        { title: 'Downloads', description: 'The figures.' },
      ),
    },
  },
} as const satisfies Operation
