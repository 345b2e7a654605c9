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
import { followLinks } from './router.svelte.ts'
import { applyTheme } from './theme.svelte.ts'

applyTheme()
followLinks()
await speak(wantedLanguage())
const target = document.getElementById('app')
if (target !== null) mount(App, { target })
