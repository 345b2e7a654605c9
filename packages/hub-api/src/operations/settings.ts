import * as Type from 'typebox'
import type { Operation } from './operation.ts'
import { TIER } from './skill.ts'
import { oneOf } from './text.ts'

/** Reads what the operator decided, as far as everyone may know it. */
export const READ_SETTINGS = {
  method: 'GET',
  url: '/v1/settings',
  config: { needs: 'anyone' },
  schema: {
    operationId: 'readSettings',
    tags: ['operation'],
    summary: 'What the operator of the hub decided: accounts, sizes, and what is run here',
    response: {
      200: Type.Object(
        {
          registration: oneOf(['open', 'closed'], { description: 'Who may make an account.' }),
          provider: Type.Boolean({ description: 'Whether there is a provider to sign in with.' }),
          max_package_bytes: Type.Integer(),
          verify: oneOf(['auto', 'off'], { description: 'Whether the hub verifies what is published.' }),
          calls: Type.Object({
            tiers: Type.Array(TIER, { description: 'The tiers whose skills are run for everyone who may use them.' }),
            hosts: Type.Array(Type.String(), {
              description: 'The hosts that skills may reach, of those they declare.',
            }),
            anonymous: Type.Boolean({ description: 'Whether anonymous callers may call public skills.' }),
            per_day: Type.Integer({ description: 'Calls a day for one caller; 0 is no limit.' }),
            keep_days: Type.Integer({ description: 'How long runs and their files are kept.' }),
          }),
        },
        { title: 'Settings', description: 'The settings.' },
      ),
    },
  },
} as const satisfies Operation
