import { PAGE_FILES, type PagePath } from '../src/page-paths.ts'

const PAGE_PATHS = Object.keys(PAGE_FILES) as PagePath[]

/** Where the user is: which page, with what its address names. */
export interface Place {
  readonly page: PagePath | undefined
  readonly params: Readonly<Record<string, string>>
  readonly path: string
  readonly query: URLSearchParams
}

let place = $state.raw(placeOf(location.pathname, location.search))

/** Where the user is now. */
export function here(): Place {
  return place
}

/** The address of this page, with what it asks for. */
export function hereWithQuery(): string {
  return place.query.size === 0 ? place.path : `${place.path}?${place.query}`
}

/** Where an address leads that anyone may have written: to a page of this hub, or else to the first one. */
export function pageAt(address: string): string {
  const url = URL.parse(address, location.origin)
  if (url === null || url.origin !== location.origin || placeOf(url.pathname, '').page === undefined) return '/'
  return url.pathname + url.search + url.hash
}

/** Goes to another page of the hub. `replace` leaves no step to go back to; `quiet` leaves the focus and the scroll position alone. */
export function go(to: string, { replace = false, quiet = false } = {}): void {
  const url = new URL(to, location.origin)
  if (url.origin !== location.origin) return
  if (placeOf(url.pathname, '').page === undefined) {
    location.assign(url)
    return
  }
  if (replace) history.replaceState(null, '', url)
  else history.pushState(null, '', url)
  arrive(quiet)
}

/** Changes what the address asks for on the same page; empty and undefined take it out. */
export function ask(changes: Readonly<Record<string, string | undefined>>): void {
  const query = new URLSearchParams(place.query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') query.delete(name)
    else query.set(name, value)
  }
  go(query.size === 0 ? place.path : `${place.path}?${query}`, { replace: true, quiet: true })
}

/** Makes links to pages change the page without loading it anew. */
export function followLinks(): void {
  addEventListener('popstate', () => arrive(true))
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (link === null || !isPlain || event.defaultPrevented || link.target !== '' || link.hasAttribute('download'))
      return
    const url = new URL(link.href, location.href)
    const isHere = url.pathname === location.pathname && url.hash !== ''
    if (url.origin !== location.origin || isHere || placeOf(url.pathname, '').page === undefined) return
    event.preventDefault()
    go(url.pathname + url.search + url.hash)
  })
}

function arrive(quiet: boolean): void {
  place = placeOf(location.pathname, location.search)
  if (quiet) return
  scrollTo(0, 0)
  // What was clicked is gone: the focus moves to the page that took its place, so that it is read from its beginning.
  document.getElementById('main')?.focus({ preventScroll: true })
}

function placeOf(path: string, search: string): Place {
  const query = new URLSearchParams(search)
  for (const page of PAGE_PATHS) {
    const params = match(page, path)
    if (params !== undefined) return { page, params, path, query }
  }
  return { page: undefined, params: {}, path, query }
}

function match(page: PagePath, path: string): Record<string, string> | undefined {
  const wanted = page.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [i, part] of wanted.entries()) {
    const text = decode(given[i] ?? '')
    if (part.startsWith(':')) params[part.slice(1)] = text
    else if (part !== text) return undefined
  }
  return params
}

/** What a part of an address says; the part itself where it says nothing. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
