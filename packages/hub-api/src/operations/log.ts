import * as Type from 'typebox'
import type { Operation } from './operation.ts'
import { pageOf, pageQuery } from './page.ts'
import { TEXT, withDefault } from './text.ts'

const TAGS = ['log'] as const
const ANYONE = { needs: 'anyone' } as const
const COUNT = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const HASH = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hexadecimal.' })
const HASHES = Type.Array(HASH)
const ENTRY = Type.String({ description: 'The entry, JSON exactly as it was hashed.' })

/** Reads the newest checkpoint. */
export const READ_CHECKPOINT = {
  method: 'GET',
  url: '/v1/log/checkpoint',
  config: ANYONE,
  schema: {
    operationId: 'readCheckpoint',
    tags: TAGS,
    summary: 'The signed checkpoint of the log',
    response: { 200: { description: 'A signed note.', content: { 'text/plain': { schema: TEXT } } } },
  },
} as const satisfies Operation

/** Reads the key of the log. */
export const READ_LOG_KEY = {
  method: 'GET',
  url: '/v1/log/key',
  config: ANYONE,
  schema: {
    operationId: 'readLogKey',
    tags: TAGS,
    summary: 'The key that signs checkpoints',
    response: { 200: { description: 'PEM.', content: { 'application/x-pem-file': { schema: TEXT } } } },
  },
} as const satisfies Operation

/** Lists entries. */
export const LIST_LOG_ENTRIES = {
  method: 'GET',
  url: '/v1/log/entries',
  config: ANYONE,
  schema: {
    operationId: 'listLogEntries',
    tags: TAGS,
    summary: 'Entries of the log, in order',
    querystring: pageQuery({
      from: withDefault(Type.Integer({ ...COUNT, description: 'The first one, by its index.' }), 0),
    }),
    response: {
      200: Type.Object(
        {
          ...pageOf(Type.Object({ index: Type.Integer(), entry: ENTRY, leaf_hash: HASH }, { title: 'LogEntry' }))
            .properties,
          size: Type.Integer({ description: 'How many entries the log has.' }),
        },
        { description: 'A page of the log.' },
      ),
    },
  },
} as const satisfies Operation

/** Reads an entry with its proof. */
export const READ_LOG_ENTRY = {
  method: 'GET',
  url: '/v1/log/entries/:index',
  config: ANYONE,
  schema: {
    operationId: 'readLogEntry',
    tags: TAGS,
    summary: 'An entry, with the checkpoint and the proof that it is in the log',
    params: Type.Object({ index: COUNT }),
    response: {
      200: Type.Object(
        { checkpoint: Type.String(), index: Type.Integer(), entry: ENTRY, inclusion: HASHES },
        { title: 'LogReceipt', description: 'The entry with its proof.' },
      ),
    },
  },
} as const satisfies Operation

/** Reads several entries with their proofs. */
export const READ_RECEIPTS = {
  method: 'GET',
  url: '/v1/log/receipts',
  config: ANYONE,
  schema: {
    operationId: 'readReceipts',
    tags: TAGS,
    summary: 'Several entries, with one checkpoint and the proofs that they are in the log',
    querystring: Type.Object(
      {
        indexes: Type.String({
          pattern: '^\\d{1,15}(?:,\\d{1,15}){0,99}$',
          description: 'At most 100, with commas between.',
        }),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object(
        {
          checkpoint: Type.String(),
          receipts: Type.Array(Type.Object({ index: Type.Integer(), entry: ENTRY, inclusion: HASHES })),
        },
        { title: 'LogReceipts', description: 'The entries with their proofs.' },
      ),
    },
  },
} as const satisfies Operation

/** Proves that the log only grew. */
export const READ_CONSISTENCY = {
  method: 'GET',
  url: '/v1/log/consistency',
  config: ANYONE,
  schema: {
    operationId: 'readConsistency',
    tags: TAGS,
    summary: 'The proof that the log only grew between two sizes',
    querystring: Type.Object({ from: COUNT, to: COUNT }, { additionalProperties: false }),
    response: {
      200: Type.Object(
        { from: Type.Integer(), to: Type.Integer(), proof: HASHES },
        { title: 'ConsistencyProof', description: 'The proof.' },
      ),
    },
  },
} as const satisfies Operation
