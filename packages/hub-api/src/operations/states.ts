import * as Type from 'typebox'
import { SKILL_NAME, VERSION_PARAMS } from './names.ts'
import type { Operation } from './operation.ts'
import { STATE } from './skill.ts'
import { text } from './text.ts'

const REASON = Type.Object({ reason: text(1_000) }, { additionalProperties: false })

/** The state a version is in now. */
export const VERSION_STATE = Type.Object(
  { ...SKILL_NAME, version: Type.String(), state: STATE },
  { title: 'VersionState', description: 'The state it is in now; the same when it was in it already.' },
)

const SCHEMA = { params: VERSION_PARAMS, body: REASON, response: { 200: VERSION_STATE } } as const

/** Yanks a version: new users no longer get it. */
export const YANK_VERSION = {
  method: 'POST',
  url: '/v1/skills/:scope/:skill/versions/:version/yank',
  config: { needs: 'publish' },
  schema: {
    operationId: 'yankVersion',
    tags: ['publish'],
    summary: 'Yank a version: new users do not get it, locks keep working',
    ...SCHEMA,
  },
} as const satisfies Operation

/** Takes a yank back. */
export const UNYANK_VERSION = {
  method: 'POST',
  url: '/v1/skills/:scope/:skill/versions/:version/unyank',
  config: { needs: 'publish' },
  schema: { operationId: 'unyankVersion', tags: ['publish'], summary: 'Take the yank of a version back', ...SCHEMA },
} as const satisfies Operation

/** Quarantines a version: no caller gets it. */
export const QUARANTINE_VERSION = {
  method: 'POST',
  url: '/v1/skills/:scope/:skill/versions/:version/quarantine',
  config: { needs: 'review' },
  schema: {
    operationId: 'quarantineVersion',
    tags: ['review'],
    summary: 'Quarantine a version: no caller gets it',
    ...SCHEMA,
  },
} as const satisfies Operation

/** Publishes what was held. */
export const RELEASE_VERSION = {
  method: 'POST',
  url: '/v1/skills/:scope/:skill/versions/:version/release',
  config: { needs: 'review' },
  schema: {
    operationId: 'releaseVersion',
    tags: ['review'],
    summary: 'Publish a version that was held or quarantined',
    ...SCHEMA,
  },
} as const satisfies Operation
