import { errorEntry, type SkillResponse } from '@skillwright/contract'
import type { FastifyReply } from 'fastify'

const PARTIAL = 207
/** A skill may ask for any time; a header that is no whole number is none. */
const MOST_WAIT_SECONDS = 86_400

/** The HTTP status of a response: that of its first error in the table of codes. */
function responseStatus({ status, errors }: SkillResponse): number {
  if (status === 'success') return 200
  if (status === 'partial_success') return PARTIAL
  return errorEntry(errors?.[0]?.code ?? 'INTERNAL_ERROR').status
}

/** Sends the response of a skill as it is, with the status that belongs to it. */
export function sendResponse(reply: FastifyReply, response: SkillResponse): FastifyReply {
  const wait = response.errors?.[0]?.details?.retry_after_seconds
  if (typeof wait === 'number' && wait >= 0) reply.header('retry-after', Math.ceil(Math.min(wait, MOST_WAIT_SECONDS)))
  // As text: a serialiser would look at every field only to find that it may be anything.
  return reply.code(responseStatus(response)).type('application/json; charset=utf-8').send(JSON.stringify(response))
}
