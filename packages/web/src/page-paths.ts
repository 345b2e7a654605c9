/** The addresses of the pages, as patterns of the hub's router, and the file of app/pages that shows what is there. */
export const PAGE_FILES = {
  '/': 'Home',
  '/skills/:scope/:skill': 'Skill',
  '/skills/:scope/:skill/:section': 'Skill',
  '/collections': 'Collections',
  '/collections/:scope/:collection': 'Collection',
  '/scopes/:scope': 'Scope',
  '/runs': 'Runs',
  '/runs/:run': 'Run',
  '/jobs': 'Jobs',
  '/tasks': 'Tasks',
  '/tasks/:task': 'Task',
  '/lab': 'Lab',
  '/publish': 'Publish',
  '/review': 'Review',
  '/audit': 'Audit',
  '/people': 'People',
  '/settings': 'Settings',
  '/hub': 'Hub',
  '/device': 'Device',
  '/signin': 'SignIn',
  '/start': 'Start',
} as const

/** The address of one page. */
export type PagePath = keyof typeof PAGE_FILES
