import type { TSchema } from 'typebox'
import type { Content } from '../operations/operation.ts'

/** Whether something is sent as it is rather than as JSON. */
export function isContent(sent: TSchema | Content): sent is Content {
  return 'content' in sent
}
