import { errorEntry, SkillError } from '@skillwright/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HubContext } from '../../hub-context.ts'
import { classifyFailure } from '../../server/classify-failure.ts'
import { urlFor } from '../../server/url-for.ts'

/** Answers every failure of these routes with what ClawHub's clients show: a line of text. */
export function answerInText(app: FastifyInstance, hub: HubContext): void {
  app.setErrorHandler((thrown, request, reply) => answerFailure(thrown, request, reply, hub))
  app.setNotFoundHandler((request, reply) =>
    answerFailure(new SkillError('DATA_NOT_FOUND', 'Not found'), request, reply, hub),
  )
  app.addHook('onSend', async (_request, reply) => repeatLimits(reply, hub.clock()))
}

function answerFailure(thrown: unknown, request: FastifyRequest, reply: FastifyReply, hub: HubContext): FastifyReply {
  const { error, status = errorEntry(error.code).status } = classifyFailure(thrown)
  if (status >= 500) request.log.error({ err: thrown }, error.message)
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="skillwright"')
  const wait = error.details?.retry_after_seconds ?? (status === 503 ? 5 : undefined)
  if (typeof wait === 'number') reply.header('retry-after', String(Math.ceil(wait)))
  const candidates = error.details?.candidates
  if (Array.isArray(candidates)) return reply.code(status).send(ambiguous(candidates.map(String), urlFor(hub, request)))
  return reply.code(status).type('text/plain; charset=utf-8').send(textOf(error))
}

function textOf({ message, findings, hint, code }: SkillError): string {
  // The first one is what the message says.
  const others = findings.filter(({ severity }) => severity === 'error').slice(1, 10)
  const lines = others.map(({ file, message: what }) => `- ${file === undefined ? '' : `${file}: `}${what}`)
  const advice = hint === errorEntry(code).suggestedAction ? [] : [hint]
  return [message, ...lines, ...advice].filter((line) => line !== '').join('\n')
}

/** The candidates from which ClawHub's client lets its user choose. */
function ambiguous(names: readonly string[], url: string): object {
  return {
    code: 'AMBIGUOUS_SKILL_SLUG',
    message: 'Several skills have this name. Say whose you mean.',
    matches: names.map((name) => {
      const [ownerHandle = '', slug = ''] = name.slice(1).split('/')
      return { ownerHandle, slug, ref: name, url: `${url}/v1/skills/${name}` }
    }),
  }
}

/** ClawHub says its limits twice: until when in seconds, and at which time. */
function repeatLimits(reply: FastifyReply, now: number): void {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((what) => reply.getHeader(`ratelimit-${what}`))
  if (limit === undefined || remaining === undefined) return
  reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': Math.ceil(now / 1_000) + Number(reset),
  })
}
