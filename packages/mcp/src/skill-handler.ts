import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import { SkillError } from '@skillwright/contract'
import type { SkillCatalog } from './skill-catalog.ts'
import { createSkillServer } from './skill-server.ts'
import { openToolset } from './toolset.ts'

/** Answers MCP over HTTP, one request at a time, for any number of callers. */
export interface SkillHandler {
  /** Answers one request for a caller, who sees the catalog that is given. Who that is, and whether the request may be made, was decided before. */
  answer(request: Request, options: { readonly catalog: SkillCatalog; readonly body?: unknown }): Promise<Response>
  /** Tells clients that listen that the skills changed. */
  announce(): void
  close(): Promise<void>
}

/** Makes such a handler. Nothing is kept between two requests, so that any node of several may answer the next one. */
export function createSkillHandler({
  version,
  onError,
}: {
  readonly version: string
  readonly onError?: (error: Error) => void
}): SkillHandler {
  const handler: McpHttpHandler = createMcpHandler(
    ({ authInfo }) => {
      const catalog = authInfo?.extra?.catalog
      if (!isCatalog(catalog)) throw new SkillError('INTERNAL_ERROR', 'A request came without its catalog')
      return createSkillServer({ catalog, toolset: openToolset(catalog), version })
    },
    onError === undefined ? {} : { onerror: onError },
  )
  return {
    answer: (request, { catalog, body }) =>
      handler.fetch(request, {
        // The one thing that the SDK carries from a request to its server.
        authInfo: { token: '', clientId: '', scopes: [], extra: { catalog } },
        ...(body === undefined ? {} : { parsedBody: body }),
      }),
    announce() {
      handler.notify.toolsChanged()
      handler.notify.resourcesChanged()
      handler.notify.promptsChanged()
    },
    close: () => handler.close(),
  }
}

function isCatalog(value: unknown): value is SkillCatalog {
  return typeof value === 'object' && value !== null && 'list' in value && 'run' in value
}
