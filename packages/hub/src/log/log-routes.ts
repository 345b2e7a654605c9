import { SkillError } from '@skillwright/contract'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { hubKey } from './hub-key.ts'
import { latestCheckpoint } from './latest-checkpoint.ts'
import { consistencyProof, inclusionProof, logSize } from './log-proofs.ts'

const TAGS = ['log']
const COUNT = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const
const PAGE = 200

/** The publish log over HTTP. It is public: private skills are not in it. */
export function logRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    app.get(
      '/v1/log/checkpoint',
      {
        config: { needs: 'anyone' },
        schema: { tags: TAGS, summary: 'The signed checkpoint of the log', operationId: 'checkpoint' },
      },
      async (_request, reply) => reply.type('text/plain; charset=utf-8').send(await latestCheckpoint(hub)),
    )
    app.get(
      '/v1/log/key',
      {
        config: { needs: 'anyone' },
        schema: { tags: TAGS, summary: 'The key that signs checkpoints', operationId: 'logKey' },
      },
      async (_request, reply) => {
        const { publicKey } = await hubKey(hub)
        return reply.type('application/x-pem-file').send(publicKey.export({ type: 'spki', format: 'pem' }))
      },
    )
    app.get<{ Querystring: { from: number; limit: number } }>(
      '/v1/log/entries',
      {
        config: { needs: 'anyone' },
        schema: {
          tags: TAGS,
          summary: 'Entries of the log, in order',
          operationId: 'logEntries',
          querystring: {
            type: 'object',
            properties: {
              from: { ...COUNT, default: 0 },
              limit: { type: 'integer', minimum: 1, maximum: PAGE, default: PAGE },
            },
          },
        },
      },
      async ({ query: { from, limit } }) => {
        const rows = await hub.db
          .selectFrom('log_entries')
          .select(['log_index', 'entry', 'leaf_hash'])
          .where('log_index', '>=', from)
          .orderBy('log_index')
          .limit(limit)
          .execute()
        return {
          items: rows.map(({ log_index, entry, leaf_hash }) => ({ index: log_index, entry, leaf_hash })),
          size: await logSize(hub.db),
        }
      },
    )
    app.get<{ Params: { index: number }; Querystring: { size?: number } }>(
      '/v1/log/entries/:index',
      {
        config: { needs: 'anyone' },
        schema: {
          tags: TAGS,
          summary: 'An entry, with the checkpoint and the proof that it is in the log',
          operationId: 'logReceipt',
          params: { type: 'object', properties: { index: COUNT }, required: ['index'] },
        },
      },
      async ({ params: { index } }) => {
        const checkpoint = await latestCheckpoint(hub)
        const size = Number(checkpoint.split('\n')[1])
        const row = await hub.db
          .selectFrom('log_entries')
          .select('entry')
          .where('log_index', '=', index)
          .executeTakeFirst()
        if (row === undefined) throw new SkillError('DATA_NOT_FOUND', `The log has no entry ${index}`)
        return { checkpoint, index, entry: row.entry, inclusion: await inclusionProof(hub.db, index, size) }
      },
    )
    app.get<{ Querystring: { from: number; to: number } }>(
      '/v1/log/consistency',
      {
        config: { needs: 'anyone' },
        schema: {
          tags: TAGS,
          summary: 'The proof that the log only grew between two sizes',
          operationId: 'logConsistency',
          querystring: { type: 'object', properties: { from: COUNT, to: COUNT }, required: ['from', 'to'] },
        },
      },
      async ({ query: { from, to } }) => ({ from, to, proof: await consistencyProof(hub.db, from, to) }),
    )
  }
}
