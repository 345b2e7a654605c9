import { SkillError } from '@skillwright/contract'
import {
  LIST_LOG_ENTRIES,
  READ_CHECKPOINT,
  READ_CONSISTENCY,
  READ_LOG_ENTRY,
  READ_LOG_KEY,
  READ_RECEIPTS,
} from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { pageCursor } from '../registry/page-cursor.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { hubKey } from './hub-key.ts'
import { latestCheckpoint } from './latest-checkpoint.ts'
import { consistencyProof, inclusionProof, logSize } from './log-proofs.ts'

const ENTRIES = pageCursor('log', ['integer'])

/** The publish log over HTTP. It is public: private skills are not in it. */
export function logRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (server) => {
    server.route({
      ...READ_CHECKPOINT,
      handler: async (_request, reply) => reply.type('text/plain; charset=utf-8').send(await latestCheckpoint(hub)),
    })
    server.route({
      ...READ_LOG_KEY,
      handler: async (_request, reply) => {
        const { publicKey } = await hubKey(hub)
        return reply.type('application/x-pem-file').send(publicKey.export({ type: 'spki', format: 'pem' }))
      },
    })
    const app = server.withTypeProvider<SchemaTypes>()
    app.route({
      ...LIST_LOG_ENTRIES,
      handler: async ({ query: { from, limit, cursor } }) => {
        const [begin] = ENTRIES.decode(cursor) ?? [from]
        const rows = await hub.db
          .selectFrom('log_entries')
          .select(['log_index', 'entry', 'leaf_hash'])
          .where('log_index', '>=', begin)
          .orderBy('log_index')
          .limit(limit + 1)
          .execute()
        const page = ENTRIES.page(rows, limit, {
          place: ({ log_index }) => [log_index + 1],
          item: ({ log_index, entry, leaf_hash }) => ({ index: log_index, entry, leaf_hash }),
        })
        return { ...page, size: await logSize(hub.db) }
      },
    })
    const receiptFor = async (index: number, size: number) => {
      const row = await hub.db
        .selectFrom('log_entries')
        .select('entry')
        .where('log_index', '=', index)
        .executeTakeFirst()
      if (row === undefined) throw new SkillError('DATA_NOT_FOUND', `The log has no entry ${index}`)
      return { index, entry: row.entry, inclusion: await inclusionProof(hub.db, index, size) }
    }
    app.route({
      ...READ_LOG_ENTRY,
      handler: async ({ params: { index } }) => {
        const checkpoint = await latestCheckpoint(hub)
        return { checkpoint, ...(await receiptFor(index, sizeIn(checkpoint))) }
      },
    })
    app.route({
      ...READ_RECEIPTS,
      handler: async ({ query: { indexes } }) => {
        const checkpoint = await latestCheckpoint(hub)
        const size = sizeIn(checkpoint)
        const wanted = [...new Set(indexes.split(',').map(Number))]
        return { checkpoint, receipts: await Promise.all(wanted.map((index) => receiptFor(index, size))) }
      },
    })
    app.route({
      ...READ_CONSISTENCY,
      handler: async ({ query: { from, to } }) => ({ from, to, proof: await consistencyProof(hub.db, from, to) }),
    })
  }
}

function sizeIn(checkpoint: string): number {
  return Number(checkpoint.split('\n')[1])
}
