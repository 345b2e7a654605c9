import { SkillError } from '@skillwright/contract'
import type { Operation } from '../operations/operation.ts'

/** The parts of a request that stand in its address. */
export interface AddressParts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
}

/** Where an operation is asked, relative to the address of the hub. Throws INVALID_INPUT for a parameter that would lead elsewhere. */
export function operationUrl({ url }: Pick<Operation, 'url'>, { params = {}, query = {} }: AddressParts): string {
  const path = url.replace(/:(\w+)|\*/g, (place, name: string = place) =>
    name === '*' ? String(params[name]).split('/').map(segment).join('/') : segment(String(params[name] ?? '')),
  )
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** `.` and `..` are taken out of every address, however they are written, and with them what stands before. */
function segment(text: string): string {
  if (text !== '' && !/^\.\.?$/.test(text)) return encodeURIComponent(text).replaceAll('%40', '@')
  throw new SkillError('INVALID_INPUT', `Expected a name in an address of the hub, got ${JSON.stringify(text)}`, {
    hint: 'Name a scope, skill, version or file',
  })
}
