import { errorEntry, SkillError } from '@skillwright/contract'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { escapeHtml } from '../server/html-page.ts'
import { localPath } from './local-path.ts'
import { logIn } from './log-in.ts'
import { type FormFields, sendPage } from './page-form.ts'
import { startSession } from './session.ts'

const CONFIG = { needs: 'anyone', rate: 'login' } as const

/** The page to sign in at with a browser. */
export function loginPage(app: FastifyInstance, hub: HubContext): void {
  app.get<{ Querystring: FormFields }>('/login', { config: CONFIG, schema: { hide: true } }, ({ query }, reply) =>
    sendPage(reply, 'Sign in', form(hub, query.next)),
  )
  app.post<{ Body: FormFields }>('/login', { config: CONFIG, schema: { hide: true } }, async ({ body }, reply) => {
    const { handle = '', password = '', next } = body
    try {
      await startSession(hub, reply, await logIn(hub, { handle, password }))
      return reply.redirect(localPath(next) ?? '/account', 303)
    } catch (thrown) {
      if (!(thrown instanceof SkillError)) throw thrown
      return sendPage(reply, 'Sign in', form(hub, next, thrown.message), errorEntry(thrown.code).status)
    }
  })
}

function form(hub: HubContext, next: string | undefined, problem = ''): string {
  const back = escapeHtml(localPath(next) ?? '/account')
  const provider = `<p><a href="/v1/oidc/login?next=${escapeHtml(encodeURIComponent(localPath(next) ?? '/account'))}">Sign in with your provider</a></p>`
  return `<main id="main"><h1>Sign in</h1>
${problem === '' ? '' : `<p role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="/login"><input type="hidden" name="next" value="${back}">
<label>Handle <input name="handle" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button></form>
${hub.config.oidc === undefined ? '' : provider}</main>`
}
