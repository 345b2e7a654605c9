import { type Finding, isErrorCode, isObject, SkillError } from '@skillwright/contract'

const MAX_ANSWER_BYTES = 64 * 1024 * 1024

/** Reads the body of an answer as text, and no more of it than any answer of a hub can have. */
export async function readAnswer({ body, url }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES)
      throw new SkillError('OUTPUT_TOO_LARGE', `${url} answered with more than ${MAX_ANSWER_BYTES / 1024 ** 2} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Reads an answer that should be JSON; undefined when it is empty. */
export function readJson(text: string, url: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw notAHub(`${url} answered with something that is not JSON`, cause)
  }
}

/** What a hub refused, as the error it is. */
export function refusalOf({
  url,
  status,
  location,
  text,
}: {
  readonly url: string
  readonly status: number
  readonly location: string | null
  readonly text: string
}): SkillError {
  if (location !== null && status >= 300 && status < 400)
    return new SkillError('EXTERNAL_SERVICE_ERROR', `${url} sends us on to ${location}`, {
      hint: 'Use the address it names, if it is the hub you mean: your token is not sent there by itself',
    })
  const { code, detail, hint, findings, ...details } = problemOf(text)
  if (typeof code !== 'string' || !isErrorCode(code) || typeof detail !== 'string')
    return notAHub(`${url} answered ${status} without a reason`)
  if (code === 'INTERNAL_ERROR')
    return new SkillError('EXTERNAL_SERVICE_ERROR', `${url} failed: ${detail}`, {
      hint: `Tell its operator the number of the request: ${details.request_id}`,
    })
  return new SkillError(code, detail, {
    ...(code === 'AUTHENTICATION_REQUIRED'
      ? { hint: `Sign in: skillwright login ${url}` }
      : typeof hint === 'string'
        ? { hint }
        : {}),
    ...(Array.isArray(findings) ? { findings: findings.filter(isFinding) } : {}),
    details,
  })
}

function problemOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const problem: unknown = JSON.parse(text)
    return isObject(problem) ? problem : {}
  } catch {
    return {}
  }
}

function isFinding(value: unknown): value is Finding {
  return (
    isObject(value) &&
    typeof value.rule === 'string' &&
    typeof value.message === 'string' &&
    (value.severity === 'error' || value.severity === 'warning' || value.severity === 'info')
  )
}

function notAHub(message: string, cause?: unknown): SkillError {
  return new SkillError('EXTERNAL_SERVICE_ERROR', message, {
    hint: 'Check that this is the address of a Skillwright hub',
    cause,
  })
}
