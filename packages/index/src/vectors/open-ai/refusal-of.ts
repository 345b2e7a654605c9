import { type ErrorCode, isObject, retryAfterMs, SkillError } from '@skillwright/contract'
import { type EmbeddingsEndpoint, quote } from './embeddings-endpoint.ts'
import { parseJson } from './parse-json.ts'

/** The error for an answer that is not a success, in the service's own words where it has some. */
export function refusalOf({ status, headers }: Response, text: string, endpoint: EmbeddingsEndpoint): SkillError {
  const words = quote(wordsOf(text), endpoint)
  const ms = retryAfterMs(headers.get('retry-after'), Date.now())
  const seconds = ms === undefined ? undefined : Math.ceil(ms / 1_000)
  const { code, hint } = meaningOf(status)
  return new SkillError(
    code,
    `The embeddings endpoint ${endpoint.name} answered ${status}${words === '' ? '' : `: ${words}`}`,
    {
      details: { status, ...(seconds === undefined ? {} : { retry_after_seconds: seconds }) },
      ...(hint === undefined ? {} : { hint }),
    },
  )
}

function meaningOf(status: number): { readonly code: ErrorCode; readonly hint?: string } {
  if (status < 400) return { code: 'INVALID_INPUT', hint: 'Name the address it leads to; redirects are not followed.' }
  if (status === 401 || status === 403) return { code: 'PERMISSION_DENIED', hint: 'Check the API key.' }
  if (status === 404) return { code: 'DATA_NOT_FOUND', hint: 'Check the address and that the service has the model.' }
  if (status === 408 || status === 504) return { code: 'TOOL_TIMEOUT' }
  if (status === 413) return { code: 'INPUT_TOO_LARGE' }
  if (status === 429) return { code: 'RATE_LIMIT_EXCEEDED' }
  return { code: status < 500 ? 'INVALID_INPUT' : 'EXTERNAL_SERVICE_ERROR' }
}

/** `{error: {message}}` as OpenAI writes it, `{error}`, `{message}` or `{detail}` as others do, else the text itself. */
function wordsOf(text: string): string {
  const value = parseJson(text)
  if (!isObject(value)) return text
  const inner = isObject(value.error) ? value.error.message : value.error
  const words = [inner, value.message, value.detail].find((candidate) => typeof candidate === 'string')
  return typeof words === 'string' ? words : text
}
