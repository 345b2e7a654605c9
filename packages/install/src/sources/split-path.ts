import { SkillError } from '@skillwright/contract'

/** Parts an address from what follows `#`: a folder after `path:`, and whatever else there is. */
export function splitPath(text: string): { readonly address: string; readonly path?: string; readonly rest: string } {
  const at = text.indexOf('#')
  if (at === -1) return { address: text, rest: '' }
  const parts = text.slice(at + 1).split('&')
  const path = parts.find((part) => part.startsWith('path:'))?.slice('path:'.length)
  if (
    path !== undefined &&
    (path === '' || path.split('/').includes('..') || path.startsWith('/') || path.includes('\\'))
  )
    throw new SkillError('INVALID_INPUT', `Expected a folder after path:, got ${JSON.stringify(path.slice(0, 80))}`, {
      hint: 'Write it as it is below the root of the archive or repository: …#path:skills/name',
    })
  const rest = parts.filter((part) => !part.startsWith('path:')).join('&')
  return { address: text.slice(0, at), rest, ...(path === undefined ? {} : { path }) }
}
