import type { ServerContext } from '@modelcontextprotocol/server'
import type { RunEvent } from '@skillwright/runtime'

/** Tells a client what happens while a skill runs: progress where it asked for it, the log where it listens. */
export function reportEvents({ mcpReq }: ServerContext, skillId: string): (event: RunEvent) => void {
  const progressToken = mcpReq._meta?.progressToken
  let last = -1
  const send = (event: RunEvent) => {
    if (event.type === 'log') return mcpReq.log(event.level ?? 'info', event.text, skillId)
    const progress = Math.round(event.done * 10_000) / 100
    // MCP wants each number to be larger than the one before.
    if (progressToken === undefined || progress <= last) return undefined
    last = progress
    const params = {
      progressToken,
      progress,
      total: 100,
      ...(event.message === undefined ? {} : { message: event.message }),
    }
    return mcpReq.notify({ method: 'notifications/progress', params })
  }
  // A client that is gone is told nothing; its run is cancelled by its signal.
  return (event) => void send(event)?.catch(() => undefined)
}
