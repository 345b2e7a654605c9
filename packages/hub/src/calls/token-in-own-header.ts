import type { FastifyRequest } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { callsOf } from './calls-of.ts'
import { isOwnHeader } from './own-header.ts'

/** Where calls of a skill are made, and where what became of them is read. */
const OF_CALLS =
  /^\/v1\/skills\/:scope\/:skill\/(?:versions\/:version\/(?:actions\/:action\/)?invoke|(?:status|result|events|cancel|artifacts)\/)/

/** The token that a request shows in the header which its skill names for it; looked for only where such a header can be meant. */
export async function tokenInOwnHeader(hub: HubContext, request: FastifyRequest): Promise<string | undefined> {
  const { scope, skill, version = 'latest' } = request.params as Readonly<Record<string, string | undefined>>
  if (scope === undefined || skill === undefined) return undefined
  const { source } = await callsOf(hub)
  // A skill that is not there names none, and the caller is told what every stranger is.
  const header = await source.headerOf({ scope: scope.replace(/^@/, ''), name: skill, version }).catch(() => undefined)
  const shown = header === undefined ? undefined : request.headers[header]
  return typeof shown === 'string' ? shown : undefined
}

/** Whether a request may show a token in a header of a skill's own. */
export function mayHaveOwnHeader({ headers, route }: FastifyRequest): boolean {
  return OF_CALLS.test(route.url ?? '') && Object.keys(headers).some(isOwnHeader)
}
