import * as Type from 'typebox'
import type { Operation } from './operation.ts'
import { mapOf, oneOf, TEXT } from './text.ts'

const TAGS = ['operation'] as const
const OPEN = { needs: 'anyone', rate: 'none' } as const

/** Says whether the process runs. */
export const CHECK_HEALTH = {
  method: 'GET',
  url: '/healthz',
  config: OPEN,
  schema: {
    operationId: 'checkHealth',
    tags: TAGS,
    summary: 'Whether the process runs',
    response: { 200: Type.Object({ status: oneOf(['ok']) }, { description: 'It runs.' }) },
  },
} as const satisfies Operation

/** Says whether the hub can serve. */
export const CHECK_READINESS = {
  method: 'GET',
  url: '/readyz',
  config: OPEN,
  schema: {
    operationId: 'checkReadiness',
    tags: TAGS,
    summary: 'Whether the hub can serve: database and packages',
    response: {
      200: Type.Object(
        { status: oneOf(['ok']), checks: mapOf(Type.String(), { description: 'Each with how it is.' }) },
        { description: 'It can.' },
      ),
    },
  },
} as const satisfies Operation

/** Reads the metrics. */
export const READ_METRICS = {
  method: 'GET',
  url: '/metrics',
  // Figures tell of what is private too: how often something was published, and by which route.
  config: { needs: 'admin', rate: 'none' },
  schema: {
    operationId: 'readMetrics',
    tags: TAGS,
    summary: 'Metrics for Prometheus, for administrators',
    response: { 200: { description: 'Its text format.', content: { 'text/plain': { schema: TEXT } } } },
  },
} as const satisfies Operation
