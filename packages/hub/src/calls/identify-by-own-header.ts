import { SkillError } from '@skillwright/contract'
import type { FastifyRequest } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { authenticate } from '../people/authenticate.ts'
import { ANONYMOUS, type Principal } from '../principal.ts'
import { callsOf } from './calls-of.ts'
import { isOwnHeader } from './own-header.ts'

/** Where calls of a skill are made, and where what became of them is read. */
const OF_CALLS =
  /^\/v1\/skills\/:scope\/:skill\/(?:versions\/:version\/(?:actions\/:action\/)?invoke|(?:status|result|events|cancel|artifacts)\/)/
/** Each is looked up; a client sends few of its own. */
const MOST_TRIED = 5

/**
 * The caller whose token is in the header that the called skill names for it. Which header that is, only those know who may see the
 * skill: to everyone else a private one names none, as if it did not exist.
 */
export async function identifyByOwnHeader(hub: HubContext, request: FastifyRequest): Promise<Principal> {
  const { scope = '', skill: name = '', version = 'latest' } = request.params as Readonly<Record<string, string>>
  const { source } = await callsOf(hub)
  const place = { scope: scope.replace(/^@/, ''), name, version }
  for (const [header, key] of ownHeaders(request).slice(0, MOST_TRIED)) {
    const shown = await authenticate(hub, { key }).catch(asRefusal)
    const caller = shown instanceof SkillError ? ANONYMOUS : shown
    if ((await source.headerOf(caller, place).catch(() => undefined)) !== header) continue
    if (shown instanceof SkillError) throw shown
    return shown
  }
  return ANONYMOUS
}

/** Whether a request may show a token in a header of a skill's own. */
export function mayHaveOwnHeader(request: FastifyRequest): boolean {
  return OF_CALLS.test(request.route.url ?? '') && ownHeaders(request).length > 0
}

function ownHeaders({ headers }: FastifyRequest): (readonly [string, string])[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    isOwnHeader(name) && typeof value === 'string' ? [[name, value] as const] : [],
  )
}

function asRefusal(thrown: unknown): SkillError {
  if (thrown instanceof SkillError) return thrown
  throw thrown
}
