import { installLine } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { listSkills } from '../registry/list-skills.ts'
import type { SkillDocument } from '../registry/read-skill.ts'
import { escapeHtml, htmlPage, PAGE_POLICY } from './html-page.ts'
import { urlFor } from './url-for.ts'

const NEWEST = 12

/** Serves the first page of the hub: what it is, how to use it, what is new. */
export function landingRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    app.get('/', { config: { needs: 'anyone' }, schema: { hide: true } }, async (request, reply) => {
      const { items } = await listSkills(hub, request.principal, { sort: 'updated', limit: NEWEST })
      return reply
        .header('content-security-policy', PAGE_POLICY)
        .type('text/html; charset=utf-8')
        .send(landingPage(urlFor(hub, request), items))
    })
  }
}

function landingPage(url: string, skills: readonly SkillDocument[]): string {
  const here = escapeHtml(url)
  return htmlPage(
    'Skillwright hub',
    `<header>
<h1>Skillwright hub</h1>
<p class="soft">Agent skills with a typed contract: published, checked, signed into a log, and installed from here.</p>
<nav aria-label="Documentation"><a href="/docs">Browse the API</a> · <a href="/openapi.json">OpenAPI</a> · <a href="/readyz">Status</a> · <a href="/account">Your account</a></nav>
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
</main>`,
  )
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
