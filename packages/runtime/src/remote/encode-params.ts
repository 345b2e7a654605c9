import { SkillError } from '@skillwright/contract'
import type { InvocationEndpoint } from '@skillwright/skill'
import { placeParams } from './place-params.ts'

/** Parameters as they go over HTTP. */
interface EncodedParams {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
}

/** Puts parameters where the endpoint of a descriptor wants them. Throws INVALID_INPUT for what cannot stand there. */
export async function encodeRequest(
  params: unknown,
  { method = 'POST', 'x-request': places }: InvocationEndpoint,
  address: URL,
  contentType: string,
): Promise<EncodedParams> {
  if (places === undefined) return encodeParams(params, method, address, contentType)
  const { url, headers, body } = placeParams(params, places, address)
  if (body === undefined) return { url, headers }
  // A body is one also where the method would have it in the query.
  const encoded = await encodeParams(body, 'POST', url, contentType)
  return { ...encoded, headers: { ...headers, ...encoded.headers } }
}

/** Puts parameters into the query (GET, DELETE) or a body of the content type. Throws INVALID_INPUT for a content type we do not write. */
async function encodeParams(
  params: unknown,
  method: string,
  address: URL,
  contentType: string,
): Promise<EncodedParams> {
  const url = new URL(address)
  if (method === 'GET' || method === 'DELETE') {
    for (const [name, value] of fieldsOf(params)) url.searchParams.append(name, value)
    return { url, headers: {} }
  }
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (/^application\/([a-z0-9.-]+\+)?json$/.test(type))
    return { url, headers: { 'content-type': type }, body: JSON.stringify(params) }
  if (type === 'application/x-www-form-urlencoded')
    return { url, headers: { 'content-type': type }, body: new URLSearchParams(fieldsOf(params)).toString() }
  if (type === 'multipart/form-data') return { url, ...(await multipart(params)) }
  const shown = JSON.stringify(contentType.slice(0, 60))
  throw new SkillError('INVALID_INPUT', `The descriptor asks for content of type ${shown}, which is not one we send`, {
    hint: 'Use application/json, application/x-www-form-urlencoded or multipart/form-data.',
  })
}

async function multipart(params: unknown): Promise<Omit<EncodedParams, 'url'>> {
  const form = new FormData()
  for (const [name, value] of fieldsOf(params)) form.append(name, value)
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? 'multipart/form-data' }
  return { headers, body: await encoded.bytes() }
}

/** Flat text fields: a list of plain values repeats its name, anything deeper is JSON text, null is left out. */
function fieldsOf(params: unknown): [string, string][] {
  return Object.entries(params ?? {}).flatMap(([name, value]) => {
    const values: unknown[] = Array.isArray(value) && value.every(isPlain) ? value : [value]
    return values
      .filter((each) => each !== null && each !== undefined)
      .map((each): [string, string] => [name, isPlain(each) ? String(each) : JSON.stringify(each)])
  })
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}
