import { createHash } from 'node:crypto'
import { type McpServer, ProtocolError, ProtocolErrorCode, type ReadResourceResult } from '@modelcontextprotocol/server'
import type { SkillCatalog } from './skill-catalog.ts'
import { readResource } from './skill-resources.ts'

/** A client that wants to follow more files re-reads them when the list changed. */
const MAX_FOLLOWED = 1_000

/** What a client of one connection knows of files. */
export interface FollowedFiles {
  /** Notes that the client was given a file. */
  given(uri: string, content: ReadResourceResult): void
}

/**
 * Tells the client of a connection of changes, until it closes: that the lists changed, and which of the files that it subscribed to. Since
 * 2026 what a client subscribed to is known to the SDK alone, which passes on what was asked for: it is told of every file that was given.
 */
export function followChanges({ server }: McpServer, catalog: SkillCatalog): FollowedFiles {
  const known = new Map<string, string>()
  const subscribed = new Set<string>()
  const note = (uri: string, content: ReadResourceResult | undefined) => {
    known.delete(uri)
    known.set(uri, digestOf(content))
    if (known.size <= MAX_FOLLOWED) return
    const oldest = known.keys().find((one) => !subscribed.has(one))
    if (oldest !== undefined) known.delete(oldest)
  }
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    if (subscribed.size >= MAX_FOLLOWED && !subscribed.has(uri))
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `No more than ${MAX_FOLLOWED} files can be subscribed to`,
      )
    subscribed.add(uri)
    // One that is not there yet is told of when it comes.
    note(uri, await readResource(catalog, uri))
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscribed.delete(uri)
    return {}
  })
  const isWanted = (uri: string) => subscribed.has(uri) || (server.getNegotiatedProtocolVersion() ?? '') >= '2026'
  const tellOfFiles = async () => {
    for (const uri of [...known.keys()].filter(isWanted)) {
      const content = await readResource(catalog, uri)
      if (digestOf(content) === known.get(uri) || !isWanted(uri)) continue
      note(uri, content)
      await server.sendResourceUpdated({ uri })
    }
  }
  let telling = Promise.resolve()
  const following = catalog.onChange(() => {
    const told = [server.sendToolListChanged(), server.sendResourceListChanged(), server.sendPromptListChanged()]
    // A client that is gone is told nothing.
    for (const one of told) one.catch(() => undefined)
    telling = telling.then(tellOfFiles).catch(() => undefined)
  })
  server.onclose = () => following[Symbol.dispose]()
  return { given: note }
}

function digestOf(content: ReadResourceResult | undefined): string {
  const hash = createHash('sha256')
  for (const part of content?.contents ?? []) hash.update('text' in part ? part.text : part.blob)
  return content === undefined ? '' : hash.digest('base64')
}
