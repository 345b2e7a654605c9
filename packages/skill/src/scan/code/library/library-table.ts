import type { Value } from '../value.ts'
import { DATA_FUNCTIONS } from './data-functions.ts'
import { FILE_FUNCTIONS } from './file-functions.ts'
import type { LibraryCall, LibraryFunction } from './library-call.ts'
import { NETWORK_FUNCTIONS } from './network-functions.ts'
import { PROCESS_FUNCTIONS } from './process-functions.ts'

const LIBRARY: ReadonlyMap<string, LibraryFunction> = new Map(
  [DATA_FUNCTIONS, FILE_FUNCTIONS, NETWORK_FUNCTIONS, PROCESS_FUNCTIONS].flatMap((group) => Object.entries(group)),
)

/** What a library function does, by its dotted name or the last two parts of it; undefined when it is not known. */
export function callLibrary(call: LibraryCall): Value | undefined {
  const name = call.ref.replace(/^(?:node:|builtins\.)/, '').replace(/\.(?:default|promises)(?=\.)/g, '')
  const exact = LIBRARY.get(name)
  if (exact !== undefined) return exact(call)
  const parts = name.split('.')
  return parts.length > 2 ? LIBRARY.get(parts.slice(-2).join('.'))?.(call) : undefined
}

/** What is made by calling something unknown: `requests.Session` gives a `requests.Session()`. */
export function constructs(ref: string): string {
  return ref.length > 120 ? ref.slice(0, 120) : `${ref}()`
}
