import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { installLine } from '../registry/install-line.ts'
import { listSkills } from '../registry/list-skills.ts'
import type { SkillDocument } from '../registry/read-skill.ts'
import { urlFor } from './url-for.ts'

const NEWEST = 12

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2330; --paper: #fbfaf7; --soft: #5b6474; --line: #d9d6cc; --link: #0b57a4 }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e5df; --paper: #15181e; --soft: #a0a7b4; --line: #333a46; --link: #8ab8f0 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif }
h1 { font-size: 1.9rem; margin: 0 0 .25rem }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem }
p { margin: .25rem 0 .75rem }
a { color: var(--link) }
a:focus-visible, pre:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
pre { overflow-x: auto; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .4rem; font: .9rem/1.6 ui-monospace, monospace }
ul { list-style: none; margin: 0; padding: 0 }
li { padding: .6rem 0; border-top: 1px solid var(--line) }
.soft { color: var(--soft) }
.skip { position: absolute; left: -99rem }
.skip:focus { left: 1rem; top: .5rem }
`

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Serves the first page of the hub: what it is, how to use it, what is new. */
export function landingRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    app.get('/', { config: { needs: 'anyone' }, schema: { hide: true } }, async (request, reply) => {
      const { items } = await listSkills(hub, request.principal, { sort: 'updated', limit: NEWEST })
      return reply
        .header('content-security-policy', POLICY)
        .type('text/html; charset=utf-8')
        .send(landingPage(urlFor(hub, request), items))
    })
  }
}

function landingPage(url: string, skills: readonly SkillDocument[]): string {
  const here = escapeHtml(url)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Skillwright hub</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#main">To the content</a>
<header>
<h1>Skillwright hub</h1>
<p class="soft">Agent skills with a typed contract: published, checked, signed into a log, and installed from here.</p>
<nav aria-label="Documentation"><a href="/docs">Browse the API</a> · <a href="/openapi.json">OpenAPI</a> · <a href="/readyz">Status</a></nav>
</header>
<main id="main">
<h2>Find</h2>
${commands([`skillwright search "summarise today's news" --hub ${here}`, `curl '${here}/v1/search?q=news'`])}
<h2>Install</h2>
${commands([`npx skills add ${here}`, escapeHtml(installLine(url, { scope: 'scope', name: 'name' }))])}
<h2>Publish</h2>
${commands([`skillwright login ${here}`, 'skillwright publish my-skill --dry-run', 'skillwright publish my-skill'])}
<h2>New here</h2>
${skillList(skills)}
</main>
</body>
</html>
`
}

function commands(lines: readonly string[]): string {
  return `<pre tabindex="0"><code>${lines.join('\n')}</code></pre>`
}

function skillList(skills: readonly SkillDocument[]): string {
  const items = skills.map(({ name, latest, tier, description = '' }) => {
    const path = name.split('/').map(encodeURIComponent).join('/').replace('%40', '@')
    return `<li><a href="/v1/skills/${escapeHtml(path)}">${escapeHtml(name)}</a> <span class="soft">${escapeHtml(latest ?? '')} · ${tier}</span><br>${escapeHtml(description.slice(0, 300))}</li>`
  })
  return items.length === 0 ? '<p>Nothing is published yet.</p>' : `<ul>${items.join('\n')}</ul>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
