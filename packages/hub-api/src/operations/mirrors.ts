import * as Type from 'typebox'
import { HANDLE } from './names.ts'
import { DONE, type Operation } from './operation.ts'
import { pageOf, pageQuery } from './page.ts'
import { oneOf, orNull, TIME, text } from './text.ts'

const ADMIN = { needs: 'admin' } as const
const TAGS = ['mirrors'] as const
const ID = Type.Object({ id: text(100) })

const NEW = {
  kind: oneOf(['hub', 'well-known', 'clawhub']),
  url: text(500, { description: 'Where it is.' }),
  scope: HANDLE,
}

/** A registry to follow. */
export const NEW_MIRROR = Type.Object(
  { ...NEW, scope: { ...HANDLE, description: 'The scope of this hub that its skills come into.' } },
  { title: 'NewMirror', additionalProperties: false },
)

/** Something of another registry that could not be taken over. */
export const MIRROR_PROBLEM = Type.Object(
  {
    subject: Type.String({ description: 'The skill, version or file, as the other registry names it.' }),
    code: Type.String(),
    message: Type.String(),
  },
  { title: 'MirrorProblem' },
)

/** A registry that is followed. */
export const MIRROR = Type.Object(
  {
    id: Type.String(),
    ...NEW,
    last_at: orNull(TIME),
    last_error: orNull(Type.String({ description: 'Why the last run failed; null when it did not.' })),
    behind: Type.Boolean({ description: 'Whether there is more to do at once.' }),
    problems: Type.Array(MIRROR_PROBLEM),
  },
  { title: 'Mirror', description: 'A registry that is followed.' },
)

/** What one run of a mirror did. */
const SYNC_REPORT = Type.Object(
  {
    published: Type.Integer({ description: 'Versions that are now published.' }),
    held: Type.Integer({ description: 'Versions that wait for a reviewer or are blocked, by the checks of this hub.' }),
    changed: Type.Integer({ description: 'Versions whose state followed that of the other registry.' }),
    failed: Type.Array(MIRROR_PROBLEM),
    done: Type.Boolean({ description: 'False when there is more to do.' }),
  },
  { title: 'SyncReport', description: 'What the run did.' },
)

/** Lists what is followed. */
export const LIST_MIRRORS = {
  method: 'GET',
  url: '/v1/mirrors',
  config: ADMIN,
  schema: {
    operationId: 'listMirrors',
    tags: TAGS,
    summary: 'The registries that are followed',
    querystring: pageQuery({}),
    response: { 200: pageOf(MIRROR) },
  },
} as const satisfies Operation

/** Follows a registry. */
export const ADD_MIRROR = {
  method: 'POST',
  url: '/v1/mirrors',
  config: ADMIN,
  schema: {
    operationId: 'addMirror',
    tags: TAGS,
    summary: 'Follow a registry',
    body: NEW_MIRROR,
    response: { 201: MIRROR },
  },
} as const satisfies Operation

/** Stops to follow one. */
export const REMOVE_MIRROR = {
  method: 'DELETE',
  url: '/v1/mirrors/:id',
  config: ADMIN,
  schema: {
    operationId: 'removeMirror',
    tags: TAGS,
    summary: 'Stop following a registry',
    params: ID,
    response: { 204: DONE },
  },
} as const satisfies Operation

/** Runs one now. */
export const SYNC_MIRROR = {
  method: 'POST',
  url: '/v1/mirrors/:id/sync',
  config: ADMIN,
  schema: {
    operationId: 'syncMirror',
    tags: TAGS,
    summary: 'Sync it now, within the limits of one run',
    params: ID,
    response: { 200: SYNC_REPORT },
  },
} as const satisfies Operation
