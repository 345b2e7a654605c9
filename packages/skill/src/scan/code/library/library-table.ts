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
  const name = plainName(call.ref)
  const exact = LIBRARY.get(name)
  if (exact !== undefined) return exact(call)
  const parts = name.split('.')
  return parts.length > 2 ? LIBRARY.get(parts.slice(-2).join('.'))?.(call) : undefined
}

/** True when a name is that of a function whose effect is known. */
export function isLibrary(ref: string): boolean {
  const name = plainName(ref)
  return LIBRARY.has(name) || (name.split('.').length > 2 && LIBRARY.has(name.split('.').slice(-2).join('.')))
}

// The same function by its many paths: through a namespace, a promise, a dictionary of builtins, a constructor of constructors.
function plainName(ref: string): string {
  if (/\.constructor$/.test(ref)) return 'Function'
  return ref
    .replace(/^node:/, '')
    .replace(/^(?:(fs|dns)\/promises|(?:graceful|original)-(fs))(?=\.)/, '$1$2')
    .replace(/(?:^|\.)__dict__(?=\.)/g, '')
    .replace(/^(?:builtins|__builtins__)\./, '')
    .replace(/\.(?:default|promises)(?=\.)/g, '')
}

/** What is made by calling something unknown: `requests.Session` gives a `requests.Session()`. */
export function constructs(ref: string): string {
  return ref.length > 120 ? ref.slice(0, 120) : `${ref}()`
}
