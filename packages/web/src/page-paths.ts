/** The addresses of the pages, as patterns of the hub's router; the pages' own router has a page for each. */
export const PAGE_PATHS = [
  '/',
  '/skills/:scope/:skill',
  '/skills/:scope/:skill/:section',
  '/collections',
  '/collections/:scope/:collection',
  '/scopes/:scope',
  '/runs',
  '/runs/:run',
  '/jobs',
  '/tasks',
  '/tasks/:task',
  '/lab',
  '/publish',
  '/review',
  '/audit',
  '/people',
  '/settings',
  '/hub',
  '/device',
  '/signin',
  '/start',
] as const

/** The address of one page. */
export type PagePath = (typeof PAGE_PATHS)[number]
