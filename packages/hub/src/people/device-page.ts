import { errorEntry, SkillError } from '@skillwright/contract'
import type { DEVICE_LOGIN, Wire } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { escapeHtml } from '../server/html-page.ts'
import { decideDeviceLogin, readDeviceLogin } from './device-login.ts'
import { type FormFields, sendPage } from './page-form.ts'

const TITLE = 'Sign a program in'
const HIDDEN = { hide: true } as const

/** The page at which a user types the code that a program shows, and decides. */
export function devicePage(app: FastifyInstance, hub: HubContext): void {
  const config = { needs: 'anyone', rate: 'login' } as const
  app.get<{ Querystring: FormFields }>('/device', { config, schema: HIDDEN }, async ({ principal, query }, reply) => {
    const { code } = query
    const here = code === undefined ? '/device' : `/device?code=${encodeURIComponent(code)}`
    if (principal.person === undefined) return reply.redirect(`/login?next=${encodeURIComponent(here)}`, 303)
    if (code === undefined) return sendPage(reply, TITLE, askCode())
    try {
      return sendPage(reply, TITLE, decision(await readDeviceLogin(hub, code), code, principal.person.handle))
    } catch (thrown) {
      if (!(thrown instanceof SkillError)) throw thrown
      return sendPage(reply, TITLE, askCode(thrown.message), errorEntry(thrown.code).status)
    }
  })
  app.post<{ Body: FormFields }>(
    '/device',
    { config: { needs: 'account', rate: 'login' }, schema: HIDDEN },
    async ({ principal, body: { code = '', decision: decided } }, reply) => {
      const isApproved = decided === 'approve'
      try {
        await decideDeviceLogin(hub, principal, code, isApproved ? 'approve' : 'deny')
      } catch (thrown) {
        if (!(thrown instanceof SkillError)) throw thrown
        return sendPage(reply, TITLE, askCode(thrown.message), errorEntry(thrown.code).status)
      }
      const outcome = isApproved ? 'The program is signed in. You can close this page.' : 'The program was refused.'
      return sendPage(reply, TITLE, `<main id="main"><h1>${TITLE}</h1><p role="status">${outcome}</p></main>`)
    },
  )
}

function askCode(problem = ''): string {
  return `<main id="main"><h1>${TITLE}</h1>
${problem === '' ? '' : `<p role="alert">${escapeHtml(problem)}</p>`}
<form method="get" action="/device"><label>Code that the program shows <input name="code" autocomplete="off" required></label>
<button>Continue</button></form></main>`
}

function decision(
  { name, scopes, address, asked_at }: Wire<typeof DEVICE_LOGIN>,
  code: string,
  handle: string,
): string {
  const may = scopes.length === 0 ? 'everything that you may' : scopes.join(', ')
  return `<main id="main"><h1>${TITLE}</h1>
<p><strong>${escapeHtml(name)}</strong> asked from ${escapeHtml(address)} at ${escapeHtml(asked_at)} to be signed in as
<strong>${escapeHtml(handle)}</strong>. It may then do: ${escapeHtml(may)}.</p>
<p>Approve only if you started it yourself, and it shows the code <strong>${escapeHtml(code)}</strong>.</p>
<form method="post" action="/device"><input type="hidden" name="code" value="${escapeHtml(code)}">
<button name="decision" value="approve">Approve</button> <button name="decision" value="deny">Refuse</button></form></main>`
}
