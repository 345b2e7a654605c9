import { mount } from 'svelte'
import App from './App.svelte'
import './style/base.css'
import './style/controls.css'
import './style/frame.css'
import './style/cards.css'
import './style/skill.css'
import './style/forms.css'
import './style/jobs.css'
import './style/charts.css'
import { speak, wantedLanguage } from './i18n.svelte.ts'
import { loadPage } from './pages.ts'
import { followLinks, here } from './router.svelte.ts'
import { applyTheme } from './theme.svelte.ts'

void start()

// Not awaited by the module itself: the page imports this file, and would wait for it while it waits for the page.
async function start(): Promise<void> {
  applyTheme()
  followLinks()
  const { page } = here()
  // Both at once, so that the page is shown with its frame. What fails is said when the frame asks for it again.
  await Promise.allSettled([speak(wantedLanguage()), page && loadPage(page)])
  const target = document.getElementById('app')
  if (target !== null) mount(App, { target })
}
