import { recall, remember } from './preference.ts'

/** How the pages may look: as the system does, or always one way. */
export type Theme = 'system' | 'light' | 'dark'

const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const satisfies Record<Theme, Theme>

let chosen = $state<Theme>('system')

/** How the pages look. */
export function theme(): Theme {
  return chosen
}

/** Looks as the user chose before. */
export function applyTheme(): void {
  const kept = recall('theme')
  show(kept === 'light' || kept === 'dark' ? kept : 'system')
}

/** Looks the next way round. */
export function nextTheme(): void {
  show(NEXT[chosen])
  remember('theme', chosen)
}

function show(wanted: Theme): void {
  chosen = wanted
  if (wanted === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = wanted
}
