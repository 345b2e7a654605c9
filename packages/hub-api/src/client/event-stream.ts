import { notAHub } from './not-a-hub.ts'

/** A server-sent event. */
export interface ServerEvent {
  /** By which the stream is resumed after it; absent for one that cannot be. */
  readonly id: string | undefined
  readonly event: string
  readonly data: unknown
}

const MAX_EVENT_CHARACTERS = 64 * 1024 * 1024

/** Reads server-sent events, each with a document of JSON. Throws EXTERNAL_SERVICE_ERROR for what is none. */
export async function* readEventStream(
  body: AsyncIterable<Uint8Array>,
  from: string,
): AsyncGenerator<ServerEvent, void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventOf(block, from)
      if (event !== undefined) yield event
    }
    if (text.length > MAX_EVENT_CHARACTERS) throw notAHub(`${from} sent an event without end`)
  }
}

/** Lines that begin with a colon only say that the stream is alive. */
function eventOf(block: string, from: string): ServerEvent | undefined {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const at = line.indexOf(':')
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 1).replace(/^ /, ''))
  }
  const data = fields.get('data')
  if (data === undefined) return undefined
  try {
    return { id: fields.get('id'), event: fields.get('event') ?? 'message', data: JSON.parse(data) }
  } catch (cause) {
    throw notAHub(`${from} sent an event that is not JSON`, cause)
  }
}
