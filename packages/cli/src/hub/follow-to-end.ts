import { followRun, type HubClient, type RUN, type Wire } from '@skillwright/hub-api'
import { reportResponse, showEvents } from '../show-run.ts'
import type { Terminal } from '../terminal.ts'
import { untilInterrupted } from '../terminal.ts'

/** A run as a hub shows it. */
export type RunInfo = Wire<typeof RUN>

/** How a run is followed. */
interface FollowFlags {
  readonly json?: boolean
  readonly debug?: boolean
}

/** Follows a run live until it has ended, and reports its answer. Ctrl-C leaves it running, and says how to come back to it. */
export async function followToEnd(
  terminal: Terminal,
  client: HubClient,
  run: RunInfo,
  { json = false, debug = false }: FollowFlags,
): Promise<void> {
  using interruption = untilInterrupted()
  using events = showEvents(terminal, { debug })
  const id = run.execution_id
  try {
    for await (const happening of followRun(client, run, { signal: interruption.signal })) {
      if (happening.type === 'result') {
        events[Symbol.dispose]()
        reportResponse(terminal, happening.run.response, { json })
        return
      }
      if (happening.type !== 'state') events.onEvent(happening)
      else if (debug) terminal.note(`${id} is ${happening.state}`)
    }
  } catch (thrown) {
    if (interruption.signal.aborted) terminal.note(`the run goes on; to come back to it: skillwright runs logs ${id}`)
    throw thrown
  }
}
