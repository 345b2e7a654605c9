import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { SkillCatalog } from './skill-catalog.ts'
import { createSkillServer } from './skill-server.ts'
import { openToolset } from './toolset.ts'

/** How skills are served to the client that started this process. */
export interface ServeSkillsOptions {
  readonly catalog: SkillCatalog
  readonly version: string
  /** Three tools instead of one for each skill; decided by their number when `auto`. */
  readonly compact?: boolean | 'auto'
  /** Ends it, as the end of stdin does. */
  readonly signal?: AbortSignal
  /** Called with what goes wrong beside the protocol. */
  readonly onError?: (error: Error) => void
}

/** Serves skills over stdin and stdout, until the client is gone or the signal says so. */
export async function serveSkills({
  catalog,
  version,
  compact = 'auto',
  signal,
  onError,
}: ServeSkillsOptions): Promise<void> {
  const toolset = openToolset(catalog, { compact })
  const ended = Promise.withResolvers<void>()
  const transport = new StdioServerTransport()
  const handle = serveStdio(() => createSkillServer({ catalog, toolset, version, isLasting: true }), {
    transport,
    ...(onError === undefined ? {} : { onerror: onError }),
  })
  const { onclose } = transport
  // Not only where the client hangs up: a message without end closes it too.
  transport.onclose = () => {
    onclose?.()
    ended.resolve()
  }
  signal?.addEventListener('abort', () => ended.resolve(), { once: true })
  if (signal?.aborted) ended.resolve()
  await ended.promise
  await handle.close()
}
