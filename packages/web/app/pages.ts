import type { Component } from 'svelte'
import type { PagePath } from '../src/page-paths.ts'

/** The page at each address, loaded when it is opened. */
export const PAGES: Readonly<Record<PagePath, () => Promise<{ readonly default: Component }>>> = {
  '/': () => import('./pages/Home.svelte'),
  '/skills/:scope/:skill': () => import('./pages/Skill.svelte'),
  '/skills/:scope/:skill/:section': () => import('./pages/Skill.svelte'),
  '/collections': () => import('./pages/Collections.svelte'),
  '/collections/:scope/:collection': () => import('./pages/Collection.svelte'),
  '/scopes/:scope': () => import('./pages/Scope.svelte'),
  '/runs': () => import('./pages/Runs.svelte'),
  '/runs/:run': () => import('./pages/Run.svelte'),
  '/jobs': () => import('./pages/Jobs.svelte'),
  '/tasks': () => import('./pages/Tasks.svelte'),
  '/tasks/:task': () => import('./pages/Task.svelte'),
  '/lab': () => import('./pages/Lab.svelte'),
  '/publish': () => import('./pages/Publish.svelte'),
  '/review': () => import('./pages/Review.svelte'),
  '/audit': () => import('./pages/Audit.svelte'),
  '/people': () => import('./pages/People.svelte'),
  '/settings': () => import('./pages/Settings.svelte'),
  '/hub': () => import('./pages/Hub.svelte'),
  '/device': () => import('./pages/Device.svelte'),
  '/signin': () => import('./pages/SignIn.svelte'),
  '/start': () => import('./pages/Start.svelte'),
}
