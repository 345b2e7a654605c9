import { isObject, SkillError } from '@skillwright/contract'
import type { ParameterPlace, RequestPlaces } from '@skillwright/skill'
import { isFramingHeader } from './framing-header.ts'

/** Parameters that stand where they belong, and what is left for the body. */
interface PlacedParams {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Undefined when the request has none. */
  readonly body: unknown
}

/**
 * Puts parameters into the path, the query, headers and cookies as a service wants them. Throws INVALID_INPUT for a value that cannot
 * stand there as one: an address is never another one than its path says.
 */
export function placeParams(
  params: unknown,
  { path = '', parameters = {}, body }: RequestPlaces,
  address: URL,
): PlacedParams {
  const rest = new Map(Object.entries(isObject(params) ? params : {}))
  const headers: Record<string, string> = {}
  const cookies: string[] = []
  const query: [string, string][] = []
  const inPath = new Map<string, string>()
  for (const [key, place] of Object.entries(parameters)) {
    const value = rest.get(key)
    rest.delete(key)
    if (value === undefined || value === null) continue
    const name = place.name ?? key
    if (place.in === 'query') query.push(...queryFields(name, value, place))
    else if (place.in === 'path') inPath.set(name, pathText(name, value, place))
    else if (place.in === 'cookie') cookies.push(cookieOf(name, joined(value, place)))
    else headers[headerName(name)] = headerText(name, joined(value, place))
  }
  if (cookies.length > 0) headers.cookie = cookies.join('; ')
  const url = urlOf(address, expand(path, inPath))
  for (const [name, value] of query) url.searchParams.append(name, value)
  return {
    url,
    headers,
    body: body === true ? Object.fromEntries(rest) : body === undefined ? undefined : rest.get(body),
  }
}

function expand(path: string, values: ReadonlyMap<string, string>): string {
  return path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values.get(name)
    if (value !== undefined) return value
    throw new SkillError('MISSING_REQUIRED_PARAM', `The address needs ${name}`)
  })
}

/** The address with a path behind it; whatever it says, it is on the same host and below the same place. */
function urlOf(address: URL, path: string): URL {
  const isAbove = path.split('/').some((step) => /^(?:\.|%2e){1,2}$/i.test(step))
  if (isAbove) throw new SkillError('INVALID_INPUT', 'A parameter of the path must not be . or ..')
  const url = new URL(address)
  if (path !== '') url.pathname = `${address.pathname.replace(/\/+$/, '')}${path}`
  return url
}

function pathText(name: string, value: unknown, place: ParameterPlace): string {
  const text = joined(value, place, encodeURIComponent)
  if (text === '') throw new SkillError('INVALID_INPUT', `${name} stands in the address and must not be empty`)
  return text
}

function queryFields(
  name: string,
  value: unknown,
  { style = 'form', explode = style === 'form' }: ParameterPlace,
): [string, string][] {
  if (style === 'json' || typeof value !== 'object' || value === null) return [[name, textOf(value, style)]]
  if (style === 'deepObject')
    return Object.entries(value).flatMap(([key, inner]) =>
      inner === undefined ? [] : [[`${name}[${key}]`, textOf(inner)]],
    )
  if (Array.isArray(value)) {
    if (explode) return value.map((item) => [name, textOf(item)])
    const between = style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ','
    return [[name, value.map((item) => textOf(item)).join(between)]]
  }
  const entries = Object.entries(value)
  return explode
    ? entries.map(([key, inner]) => [key, textOf(inner)])
    : [[name, entries.map(([key, inner]) => `${key},${textOf(inner)}`).join(',')]]
}

/** A list or an object in one text, as paths, headers and cookies have it. */
function joined(
  value: unknown,
  { style, explode = false }: ParameterPlace,
  encode: (text: string) => string = (text) => text,
): string {
  if (style === 'json' || typeof value !== 'object' || value === null) return encode(textOf(value, style))
  if (Array.isArray(value)) return value.map((item) => encode(textOf(item))).join(',')
  return Object.entries(value)
    .map(([key, inner]) => `${encode(textOf(key))}${explode ? '=' : ','}${encode(textOf(inner))}`)
    .join(',')
}

function textOf(value: unknown, style?: ParameterPlace['style']): string {
  const isPlain = style !== 'json' && (typeof value !== 'object' || value === null)
  return isPlain ? String(value).toWellFormed() : JSON.stringify(value)
}

function headerName(name: string): string {
  const isOwn = /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !isFramingHeader(name)
  if (isOwn && !/^(?:authorization|cookie)$/i.test(name)) return name.toLowerCase()
  throw new SkillError('INVALID_CONTRACT', `The descriptor puts a parameter into the header ${JSON.stringify(name)}`)
}

function headerText(name: string, text: string): string {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return text
  throw new SkillError('INVALID_INPUT', `${name} holds characters that no header can carry`)
}

function cookieOf(name: string, text: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`
}
