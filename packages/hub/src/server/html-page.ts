import { createHash } from 'node:crypto'

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
label { display: block; margin: .5rem 0 }
input, button { font: inherit; padding: .3rem .5rem }
.soft { color: var(--soft) }
.skip { position: absolute; left: -99rem }
.skip:focus { left: 1rem; top: .5rem }
`

/** What a page of the hub may load, and where its forms may go: nothing, and back to the hub. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/** A page of the hub; `body` is HTML. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#main">To the content</a>
${body}
</body>
</html>
`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML shows it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
