import type { TSchema } from 'typebox'
import type { Operation } from '../operations/operation.ts'
import { isContent } from './is-content.ts'
import { notAHub } from './not-a-hub.ts'

/** Says what is wrong with a value of a schema; undefined when nothing is. */
export type FindFault = (schema: TSchema, value: unknown) => Promise<string | undefined>

/**
 * What an operation answered, checked against its schema: a hub is another's machine, and what is typed must be so. Fields that
 * the schema does not name are kept, since a newer hub may have more to say. Throws EXTERNAL_SERVICE_ERROR.
 */
export async function readAnswer(
  { operationId, response }: Operation['schema'],
  { status, headers }: Response,
  body: Uint8Array,
  { from, findFault }: { readonly from: string; readonly findFault: FindFault },
): Promise<unknown> {
  const expected = response[status]
  if (expected === undefined)
    throw notAHub(`${from} answered ${operationId} with ${status}, which its API does not know`)
  if (isContent(expected)) {
    const media = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
    const sent = expected.content[media]
    if (sent === undefined) throw notAHub(`${from} answered ${operationId} with ${media || 'no media type'}`)
    return isBytes(sent.schema) ? body : new TextDecoder().decode(body)
  }
  if (body.length === 0 && (await findFault(expected, null)) === undefined) return undefined
  const value = readJson(new TextDecoder().decode(body), from)
  const fault = await findFault(expected, value)
  if (fault === undefined) return value
  throw notAHub(`${from} answered ${operationId} with something else than its API says: ${fault}`)
}

function isBytes(schema: TSchema): boolean {
  return 'format' in schema && schema.format === 'binary'
}

function readJson(text: string, from: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw notAHub(`${from} answered with something that is not JSON`, cause)
  }
}
