import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import { isObject, type SkillResponse } from '@skillwright/contract'

/** Under which a result carries what the response says beside its data: errors, and the metadata of the call. */
const META_KEY = 'skillwright/response'

/**
 * A response as the result of a tool. What failed is an `isError` with the whole response as its text; a success has its data as
 * structured content where it is an object, and as text.
 */
export function toolResult(response: SkillResponse, { hasOutput = false } = {}): CallToolResult {
  const { status, data, errors, metadata } = response
  const about = { status, ...(errors === undefined ? {} : { errors }), ...(metadata === undefined ? {} : { metadata }) }
  const _meta = { [META_KEY]: about }
  // A client holds what is no error to the output schema, and there is nothing that could fit it.
  const isError = status === 'failed' || (status === 'partial_success' && !isObject(data) && hasOutput)
  if (isError) return { content: [text(about)], isError, _meta }
  const blocks = contentBlocks(data)
  return {
    content: [...(blocks ?? [text(data ?? null)]), ...(errors === undefined ? [] : [text({ status, errors })])],
    ...(isObject(data) && (blocks === undefined || hasOutput) ? { structuredContent: data } : {}),
    _meta,
  }
}

function text(value: unknown): ContentBlock {
  return { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }
}

/** The content of data that is nothing but MCP content, `{"content": [{"type": "image", …}]}`: for images, sound and files. */
function contentBlocks(data: unknown): readonly ContentBlock[] | undefined {
  if (!isObject(data) || Object.keys(data).join() !== 'content' || !Array.isArray(data.content)) return undefined
  return data.content.length > 0 && data.content.every(isBlock) ? data.content : undefined
}

function isBlock(value: unknown): value is ContentBlock {
  if (!isObject(value)) return false
  const has = (...names: readonly string[]) => names.every((name) => typeof value[name] === 'string')
  switch (value.type) {
    case 'text':
      return has('text')
    case 'image':
    case 'audio':
      return has('data', 'mimeType')
    case 'resource_link':
      return has('uri', 'name')
    case 'resource':
      return isEmbedded(value.resource)
    default:
      return false
  }
}

function isEmbedded(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.uri === 'string' &&
    (typeof value.text === 'string' || typeof value.blob === 'string')
  )
}
