import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import { SkillError } from '@skillwright/contract'
import { ChangeBus, type WatchChanges } from './change-bus.ts'
import type { SkillCatalog } from './skill-catalog.ts'
import { createSkillServer } from './skill-server.ts'
import { openToolset } from './toolset.ts'

/** Answers MCP over HTTP, one request at a time, for any number of callers. */
export interface SkillHandler {
  /** Answers one request for a caller. Who that is, and whether the request may be made, was decided before. */
  answer(request: Request, asked: AskedOfSkills): Promise<Response>
  close(): Promise<void>
}

/** What a caller is answered from. */
interface AskedOfSkills {
  /** What they see. */
  readonly catalog: SkillCatalog
  /** Looks for changes of that, when they want to hear of them. */
  readonly watch: WatchChanges
  readonly body?: unknown
}

/** How such a handler is made. */
export interface SkillHandlerOptions {
  readonly version: string
  /** Called with what goes wrong beside the protocol. */
  readonly onError?: (error: Error) => void
}

/** Makes such a handler. Nothing is kept between two requests, so that any node of several may answer the next one. */
export function createSkillHandler({ version, onError }: SkillHandlerOptions): SkillHandler {
  const bus = new ChangeBus()
  const handler: McpHttpHandler = createMcpHandler(
    ({ authInfo }) => {
      const catalog = authInfo?.extra?.catalog
      if (!isCatalog(catalog)) throw new SkillError('INTERNAL_ERROR', 'A request came without its catalog')
      return createSkillServer({ catalog, toolset: openToolset(catalog), version })
    },
    { bus, ...(onError === undefined ? {} : { onerror: onError }) },
  )
  return {
    answer: (request, { catalog, watch, body }) =>
      bus.within(watch, () =>
        handler.fetch(request, {
          // The one thing that the SDK carries from a request to its server.
          authInfo: { token: '', clientId: '', scopes: [], extra: { catalog } },
          ...(body === undefined ? {} : { parsedBody: body }),
        }),
      ),
    close: () => handler.close(),
  }
}

function isCatalog(value: unknown): value is SkillCatalog {
  return typeof value === 'object' && value !== null && 'list' in value && 'run' in value
}
