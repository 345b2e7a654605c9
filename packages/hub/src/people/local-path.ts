const HERE = 'http://here'

/** A path of this hub to return to after signing in; undefined for anything that would lead elsewhere. */
export function localPath(path: string | undefined): string | undefined {
  if (path === undefined || !path.startsWith('/')) return undefined
  const url = URL.parse(path, HERE)
  return url?.origin === HERE ? `${url.pathname}${url.search}` : undefined
}
