import { isObject, SkillError } from '@skillwright/contract'
import type { Json } from './open-document.ts'

/** As a descriptor takes them. */
const MAX_CHARACTERS = 2_000

/** Where a server is: the first that is listed, with the defaults of its variables; undefined when none is. Throws INVALID_INPUT for what is no address. */
export function serverAddress({ servers }: Json, documentUrl: string | undefined): string | undefined {
  const [first] = Array.isArray(servers) ? servers : []
  if (!isObject(first) || typeof first.url !== 'string') return undefined
  const variables = isObject(first.variables) ? first.variables : {}
  const text = first.url.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
    return isObject(variable) && variable.default !== undefined ? String(variable.default) : whole
  })
  return plainAddress(text, documentUrl)
}

/** An address to put paths behind: http or https, without a query, name or password. */
export function plainAddress(text: string, documentUrl?: string): string {
  const url = text.length > MAX_CHARACTERS ? null : URL.parse(text, documentUrl)
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.search === '')
    return url.href.replace(/#.*$/, '').replace(/\/+$/, '')
  throw new SkillError(
    'INVALID_INPUT',
    `The document does not say where its service is: ${JSON.stringify(text.slice(0, 100))}`,
    {
      hint: 'Name the address with --server https://api.example.com',
    },
  )
}
