import { failed, SkillError, type SkillRequest, type SkillResponse } from '@skillwright/contract'
import { fullName, parseScoped } from '@skillwright/hub-api'
import type { Run } from '@skillwright/jobs'
import type { CatalogRunOptions, OfferedSkill, RankedSkill, SkillCatalog } from '@skillwright/mcp'
import type { Skill } from '@skillwright/skill'
import { callsOf } from '../calls/calls-of.ts'
import { invokeSkill } from '../calls/invoke-skill.ts'
import { runDocument } from '../calls/run-document.ts'
import type { HubContext } from '../hub-context.ts'
import { isWithinToken } from '../people/token-bound.ts'
import type { Principal } from '../principal.ts'

/** On whose behalf skills are listed and called. */
export interface HubCaller {
  readonly principal: Principal
  /** By which their runs are known. */
  readonly name: string
  /** The hub's own address in answers. */
  readonly url: string
}

// A client that wants more searches.
const MOST_LISTED = 1_000
const PAGE = 100

/** The skills that a caller may call at a hub: what they may not call is absent. */
export function hubCatalog(hub: HubContext, caller: HubCaller): SkillCatalog {
  const { principal, url } = caller
  const read = (id: string) => readCallable(hub, principal, id)
  return {
    // The members of its scope answer a task, and never its caller.
    asksForTasks: false,
    async list() {
      const { source } = await callsOf(hub)
      const listed = new Map<string, OfferedSkill>()
      let cursor: string | undefined
      do {
        const page = await source.list(principal, { limit: PAGE, cursor, url })
        for (const { name, scope, skill, description } of page.items)
          if (isWithinToken(principal, { scope, skill }) && !listed.has(name))
            listed.set(name, { id: name, name: skill, description })
        cursor = page.next_cursor ?? undefined
      } while (cursor !== undefined && listed.size < MOST_LISTED)
      return [...listed.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    },
    read,
    async find(message, { topK }) {
      const { source } = await callsOf(hub)
      const found: RankedSkill[] = []
      for (const { name, skill, description = '', score } of await source.find(principal, {
        query: message,
        limit: PAGE,
      })) {
        if (found.length === topK) break
        // Whether it may be called is found out as a call does.
        const isCallable = await read(name).then(
          () => true,
          () => false,
        )
        if (isCallable) found.push({ id: name, name: skill, description, score })
      }
      return found
    },
    run: async (id, request, options) => callSkill(hub, caller, { id, skill: await read(id), request }, options),
    onChange: () => ({ [Symbol.dispose]: () => undefined }),
  }
}

async function readCallable(hub: HubContext, principal: Principal, id: string): Promise<Skill> {
  const { scope, skill: name } = parseScoped(id)
  // As absent as everything else that a caller may not know of.
  if (!isWithinToken(principal, { scope, skill: name }))
    throw new SkillError('DATA_NOT_FOUND', `There is no skill ${fullName({ scope, name })}`)
  const { source } = await callsOf(hub)
  return (await source.open(principal, { scope, name, version: 'latest' })).skill
}

interface AskedSkill {
  readonly id: string
  readonly skill: Skill
  readonly request: SkillRequest
}

/** Calls a skill as its address over HTTP would, with what happens meanwhile told. */
async function callSkill(
  hub: HubContext,
  { principal, name: caller, url }: HubCaller,
  { id, skill, request }: AskedSkill,
  { signal = new AbortController().signal, onEvent }: CatalogRunOptions,
): Promise<SkillResponse> {
  const { scope, skill: name } = parseScoped(id)
  const [only, ...others] = skill.contract?.actions.keys() ?? []
  const action = request.action ?? (others.length === 0 ? only : undefined)
  const over = new AbortController()
  const { jobs } = await callsOf(hub)
  const follow = async (runId: string) => {
    for await (const { event } of jobs.follow(runId, { signal: over.signal }))
      if (event.type !== 'state') onEvent?.(event)
  }
  try {
    const outcome = await invokeSkill(
      hub,
      principal,
      {
        place: { scope, name, version: 'latest' },
        body: { ...(action === undefined ? {} : { action }), params: request.params ?? {} },
        caller,
        via: 'mcp',
      },
      { isAsync: false, gone: signal, onUnderway: (runId) => void follow(runId).catch(() => undefined) },
    )
    return 'response' in outcome ? outcome.response : unfinished(outcome.run, url)
  } finally {
    over.abort()
  }
}

/** What is not done in the time that a caller waits goes on, and is there to come back for. */
function unfinished(run: Run, url: string): SkillResponse {
  const { execution_id, status, status_url, result_url } = runDocument(run, url)
  return failed(
    new SkillError('TOOL_TIMEOUT', `It is not done yet, and goes on: ${execution_id} is ${status}`, {
      details: { execution_id, status_url, result_url },
      hint: `Ask ${result_url} for the answer later`,
    }),
  )
}
