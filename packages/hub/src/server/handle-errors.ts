import type { Socket } from 'node:net'
import { errorEntry, failed, SkillError } from '@skillwright/contract'
import { PROBLEM_TYPE } from '@skillwright/hub-api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { classifyFailure } from './classify-failure.ts'
import { problemOf } from './problem.ts'

/** Makes every failure of the server a problem document. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => answerFailure(thrown, request, reply))
  app.setNotFoundHandler((request, reply) =>
    answerFailure(
      new SkillError('DATA_NOT_FOUND', `There is nothing at ${request.method} ${request.url.split('?', 1)[0]}`, {
        hint: 'The routes are listed at /docs',
      }),
      request,
      reply,
    ),
  )
}

function answerFailure(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { error, status = errorEntry(error.code).status } = classifyFailure(thrown)
  if (status >= 500) request.log.error({ err: thrown }, error.message)
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="skillwright"')
  const wait = error.details?.retry_after_seconds ?? (status === 503 ? 5 : undefined)
  if (typeof wait === 'number') reply.header('retry-after', String(Math.ceil(wait)))
  if (request.route?.failsAs === 'response')
    return reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(failed(error, { metadata: { request_id: request.id } })))
  return reply
    .code(status)
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problemOf(error, request.id, { status })))
}

/** Answers what cannot be routed, such as an address that is not one. */
export function answerFrameworkError(thrown: Error, request: FastifyRequest, reply: FastifyReply): void {
  void answerFailure(thrown, request, reply)
}

/** Answers what is not even HTTP, on the bare connection, and closes it. */
export function answerClientError(thrown: Error & { code?: string }, socket: Socket): void {
  if (thrown.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { error, status, reason } = describeClientError(thrown.code)
  const body = JSON.stringify(problemOf(error, '-', { status }))
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nconnection: close\r\ncontent-type: ${PROBLEM_TYPE}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

function describeClientError(code: string | undefined): { error: SkillError; status: number; reason: string } {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { error: new SkillError('INPUT_TOO_LARGE', 'The headers are too large'), status: 431, reason: 'Too Large' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return {
      error: new SkillError('TOOL_TIMEOUT', 'The request did not arrive in time'),
      status: 408,
      reason: 'Timeout',
    }
  return { error: new SkillError('INVALID_INPUT', 'This is not HTTP'), status: 400, reason: 'Bad Request' }
}
