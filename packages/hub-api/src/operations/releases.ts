import * as Type from 'typebox'
import type { Operation } from './operation.ts'
import { ACCESS, TIER, VERSION_DOCUMENT, VERSION_SUMMARY } from './skill.ts'
import { oneOf, orNull, text } from './text.ts'

const MOST_NAMES = 100

/** A version with all that decides whether it can be installed. */
export const RELEASE = Type.Object(
  {
    ...VERSION_SUMMARY.properties,
    state_reason: orNull(Type.String()),
    license: VERSION_DOCUMENT.properties.license,
    hermes_version: VERSION_DOCUMENT.properties.hermes_version,
    tools_required: VERSION_DOCUMENT.properties.tools_required,
    permissions: VERSION_DOCUMENT.properties.permissions,
    dependencies: VERSION_DOCUMENT.properties.dependencies,
    scan: Type.Object({ verdict: oneOf(['pass', 'review', 'block']), risk: Type.String() }),
    open_reports: Type.Integer({ description: 'How many reports about it are not decided yet.' }),
  },
  { title: 'Release', description: 'A version, with all that decides whether it can be installed.' },
)

/** Reads the releases of several skills at once, so that an installer needs few requests. */
export const READ_RELEASES = {
  method: 'POST',
  url: '/v1/releases',
  config: { needs: 'anyone', rate: 'read' },
  schema: {
    operationId: 'readReleases',
    tags: ['skills'],
    summary: 'Every released version of several skills, also those that were taken back, the newest first',
    body: Type.Object(
      {
        names: Type.Array(text(300), {
          minItems: 1,
          maxItems: MOST_NAMES,
          description: '@scope/skill, official/skill, or just a skill.',
        }),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object(
        {
          skills: Type.Array(
            Type.Object(
              {
                asked: Type.String({ description: 'As it was asked for.' }),
                name: orNull(Type.String({ description: 'The full name, @scope/skill; null when there is none.' })),
                access: Type.Optional(ACCESS),
                tier: Type.Optional(TIER),
                deprecated: Type.Optional(orNull(Type.String())),
                problem: Type.Optional(Type.String({ description: 'Why there is none.' })),
                releases: Type.Array(RELEASE),
              },
              { title: 'SkillReleases' },
            ),
          ),
        },
        { description: 'One entry for each name, in their order.' },
      ),
    },
  },
} as const satisfies Operation
