import { errorEntry, SkillError } from '@skillwright/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { escapeHtml } from '../server/html-page.ts'
import { requireFresh } from './derive-token.ts'
import { beginOpenId } from './open-id.ts'
import { unlinkAccount } from './open-id-account.ts'
import { changePassword, readAccount } from './own-account.ts'
import { type FormFields, sendPage } from './page-form.ts'
import { keepPending } from './pending-cookie.ts'

const TITLE = 'Your account'
const HIDDEN = { hide: true } as const

/** The page at which people change their password and link their account to the sign-in provider. */
export function accountPage(app: FastifyInstance, hub: HubContext): void {
  app.get('/account', { config: { needs: 'anyone' }, schema: HIDDEN }, async ({ principal }, reply) => {
    if (principal.person === undefined) return reply.redirect('/login?next=%2Faccount', 303)
    return show(hub, reply, principal)
  })
  const act = (
    path: string,
    work: (principal: Principal, fields: FormFields, reply: FastifyReply) => Promise<string>,
  ) =>
    app.post<{ Body: FormFields }>(
      path,
      { config: { needs: 'account', rate: 'login' }, schema: HIDDEN },
      async ({ principal, body }, reply) => {
        try {
          return await show(hub, reply, principal, await work(principal, body, reply))
        } catch (thrown) {
          if (!(thrown instanceof SkillError)) throw thrown
          return show(
            hub,
            reply,
            principal,
            escapeHtml(`${thrown.message}. ${thrown.hint}`),
            errorEntry(thrown.code).status,
          )
        }
      },
    )
  act('/account/password', async (principal, { password = '', current = '', end_others }) => {
    const given = current === '' ? {} : { current }
    await changePassword(hub, principal, { password, ...given, end_others: end_others === 'on' })
    return 'Your password is changed, and you are signed out everywhere else.'
  })
  act('/account/unlink', async (principal) => {
    await unlinkAccount(hub, principal)
    return 'Your account is not linked any more.'
  })
  act('/account/link', async (principal, _fields, reply) => {
    requireFresh(hub, principal, 'link your account')
    const { url, pending } = await beginOpenId(hub)
    keepPending(hub, reply, { ...pending, next: '/account', isLink: true })
    // A link, because a form must not lead to another site.
    return `<a href="${escapeHtml(url)}">Go on to your provider to confirm it</a>`
  })
}

/** Shows the account; `said` is HTML. */
async function show(
  hub: HubContext,
  reply: FastifyReply,
  principal: Principal,
  said = '',
  status = 200,
): Promise<FastifyReply> {
  const { handle, role, has_password, linked_to } = await readAccount(hub, principal)
  const link =
    linked_to === null ? button('/account/link', 'Link it to the provider') : button('/account/unlink', 'End the link')
  return sendPage(
    reply,
    TITLE,
    `<main id="main"><h1>${TITLE}</h1>${said === '' ? '' : `<p role="status">${said}</p>`}
<p>${escapeHtml(handle)}, ${role}; ${linked_to === null ? 'not linked to a provider' : `linked to ${escapeHtml(linked_to)}`}</p>
<h2>Password</h2>
<form method="post" action="/account/password">
<label>Current password, if you did not just sign in <input name="current" type="password" autocomplete="current-password"${has_password ? '' : ' disabled'}></label>
<label>New password, 10 characters or more <input name="password" type="password" autocomplete="new-password" required minlength="10"></label>
<label><input name="end_others" type="checkbox"> End all my tokens, too</label>
<button>Change it</button></form>
${hub.config.oidc === undefined ? '' : `<h2>Sign-in provider</h2>${link}`}
</main>`,
    status,
  )
}

function button(action: string, label: string): string {
  return `<form method="post" action="${action}"><button>${label}</button></form>`
}
