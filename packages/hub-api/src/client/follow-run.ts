import { isObject, SkillError } from '@skillwright/contract'
import type { Wire } from '../operations/operation.ts'
import { FOLLOW_RUN, type RUN, RUN_RESULT } from '../operations/runs.ts'
import type { HubClient } from './create-hub-client.ts'
import { readEventStream } from './event-stream.ts'
import { notAHub } from './not-a-hub.ts'

/** Something that happened to a run, as a hub tells it; `result` is the last. */
export type RunHappening =
  | { readonly type: 'state'; readonly at: string; readonly state: string }
  | { readonly type: 'progress'; readonly at: string; readonly done: number; readonly message?: string }
  | { readonly type: 'log'; readonly at: string; readonly level?: LogLevel; readonly text: string }
  | { readonly type: 'result'; readonly run: Wire<typeof RUN_RESULT> }

const LEVELS = ['debug', 'info', 'warning', 'error'] as const
type LogLevel = (typeof LEVELS)[number]

const ATTEMPTS = 5
const RETRY_MS = 1_000

/** What happened to a run, then what happens, until it has ended. A stream that breaks off is resumed where it was. */
export async function* followRun(
  client: HubClient,
  { name, execution_id: run }: Pick<Wire<typeof RUN>, 'name' | 'execution_id'>,
  { signal }: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<RunHappening, void> {
  const [scope = '', skill = ''] = name.replace(/^@/, '').split('/')
  let last: string | undefined
  for (let left = ATTEMPTS; left > 0; left--) {
    const headers = { 'last-event-id': last }
    const sent = await client.stream(FOLLOW_RUN, { params: { scope, skill, run }, headers, ...(signal && { signal }) })
    try {
      for await (const { id, event, data } of readEventStream(sent, client.url)) {
        last = id ?? last
        left = ATTEMPTS
        const happening = await happeningOf(event, data, client)
        if (happening !== undefined) yield happening
        if (happening?.type === 'result') return
      }
    } catch (thrown) {
      if (signal?.aborted) throw new SkillError('CANCELLED', 'Interrupted', { cause: thrown })
      if (thrown instanceof SkillError) throw thrown
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
  throw new SkillError('EXTERNAL_SERVICE_ERROR', `${client.url} ends the events of the run ${run} again and again`)
}

/** Undefined for what a newer hub may tell of. */
async function happeningOf(
  event: string,
  data: unknown,
  { url: from, findFault }: HubClient,
): Promise<RunHappening | undefined> {
  if (!isObject(data)) throw notAHub(`${from} sent an event without fields`)
  const at = String(data.at)
  if (event === 'state') return { type: event, at, state: String(data.state) }
  if (event === 'progress')
    return {
      type: event,
      at,
      done: Number(data.done),
      ...(data.message === undefined ? {} : { message: String(data.message) }),
    }
  if (event === 'log') {
    const level = LEVELS.find((known) => known === data.level)
    return { type: event, at, text: String(data.text), ...(level === undefined ? {} : { level }) }
  }
  if (event !== 'result') return undefined
  // As it says then, which the types cannot know.
  if ((await findFault(RUN_RESULT, data)) === undefined) return { type: event, run: data as Wire<typeof RUN_RESULT> }
  throw notAHub(`${from} sent a result that its API does not know`)
}
