import { errorEntry, SkillError, storableText } from '@skillwright/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults } from 'oidc-provider'
import type { HubContext } from '../hub-context.ts'
import { loginEnd, requirePerson, requireScopes } from '../people/derive-token.ts'
import { type FormFields, sendPage } from '../people/page-form.ts'
import { TOKEN_SCOPES } from '../people/token-scopes.ts'
import { createToken } from '../people/tokens.ts'
import type { Principal } from '../principal.ts'
import { escapeHtml } from '../server/html-page.ts'
import { issuerOf } from './issuer-of.ts'
import { keepClient } from './keep-client.ts'
import { tokenScopes } from './oauth-scopes.ts'

const TITLE = 'Let a program in'
const PATH = '/oauth/consent/:uid'
const HIDDEN = { hide: true } as const
const LONGEST_NAME = 100

type PageRequest = FastifyRequest<{ Params: { uid: string } }>

/** The page at which a user decides whether a program gets access tokens of theirs. */
export function consentPage(app: FastifyInstance, hub: HubContext): void {
  app.get<{ Params: { uid: string } }>(
    PATH,
    { config: { needs: 'anyone', rate: 'login' }, schema: HIDDEN },
    async (request, reply) => {
      const { person } = request.principal
      const here = `/oauth/consent/${encodeURIComponent(request.params.uid)}`
      if (person === undefined) return reply.redirect(`/signin?next=${encodeURIComponent(here)}`, 303)
      return orProblem(reply, async () => {
        const asked = await askedFor(hub, request, reply)
        const body = question(asked, person.handle, here)
        return sendPage(reply, TITLE, body, 200, [formTarget(asked.redirectUri)])
      })
    },
  )
  app.post<{ Params: { uid: string }; Body: FormFields }>(
    PATH,
    { config: { needs: 'account', rate: 'login' }, schema: HIDDEN },
    async (request, reply) =>
      orProblem(reply, async () => {
        const asked = await askedFor(hub, request, reply)
        const issuer = await issuerOf(hub)
        const isApproved = request.body.decision === 'approve'
        const result = isApproved
          ? await letIn(hub, request.principal, asked)
          : { error: 'access_denied', error_description: 'The user refused' }
        return reply.redirect(await issuer.interactionResult(request.raw, reply.raw, result), 303)
      }),
  )
}

/** What a program asks for. */
interface Asked {
  readonly clientId: string
  readonly name: string
  readonly scope: string
  readonly resource: string
  readonly redirectUri: string
}

async function askedFor(hub: HubContext, request: PageRequest, reply: FastifyReply): Promise<Asked> {
  const issuer = await issuerOf(hub)
  const { uid, params } = await issuer.interactionDetails(request.raw, reply.raw).catch(notBegunHere)
  if (uid !== request.params.uid) return notBegunHere()
  const text = (name: string) => (typeof params[name] === 'string' ? params[name] : '')
  const client = await issuer.Client.find(text('client_id'))
  if (client === undefined) return notBegunHere()
  const scope = text('scope')
  if (tokenScopes(scope).length === 0)
    throw new SkillError('INVALID_INPUT', 'The program asks for nothing that it could be let in for')
  return {
    clientId: client.clientId,
    name: storableText((client.clientName ?? client.clientId).slice(0, LONGEST_NAME)),
    scope,
    resource: text('resource') || hub.url(),
    redirectUri: text('redirect_uri'),
  }
}

/** Makes a token that stands for the consent: access tokens are made of it, and to revoke it ends them. */
async function letIn(hub: HubContext, principal: Principal, asked: Asked): Promise<InteractionResults> {
  const { clientId, name, scope, resource } = asked
  const person = requirePerson(principal)
  const scopes = tokenScopes(scope)
  requireScopes(principal, scopes)
  const expiresAt = loginEnd(hub, principal)
  const { id } = await createToken(hub, person, { name, scopes, expiresAt, parentId: principal.token?.id })
  const issuer = await issuerOf(hub)
  const grant = new issuer.Grant({ accountId: person.id, clientId })
  grant.jti = id
  grant.exp = Math.floor(expiresAt / 1000)
  grant.addOIDCScope(scope)
  grant.addResourceScope(resource, scope)
  await grant.save()
  await keepClient(hub, clientId)
  return { login: { accountId: person.id }, consent: { grantId: id } }
}

function question({ name, scope, redirectUri }: Asked, handle: string, here: string): string {
  const may = tokenScopes(scope).map((one) => `<li>${escapeHtml(TOKEN_SCOPES[one])}</li>`)
  return `<main id="main"><h1>${TITLE}</h1>
<p>A program that calls itself <strong>${escapeHtml(name)}</strong> asks to act as <strong>${escapeHtml(handle)}</strong>. It could then:</p>
<ul>${may.join('')}</ul>
<p>The hub does not know who made it. You will be sent to <strong>${escapeHtml(placeOf(redirectUri))}</strong>.
Approve only if you started it yourself. You can end it later: skillwright token list, token revoke.</p>
<form method="post" action="${escapeHtml(here)}"><button name="decision" value="approve">Approve</button>
<button name="decision" value="deny">Refuse</button></form></main>`
}

/** The host that a browser is sent to; the scheme where an app of the machine takes it. */
function placeOf(redirectUri: string): string {
  const url = URL.parse(redirectUri)
  return url === null || url.host === '' ? `${url?.protocol ?? ''}` : url.host
}

/** What a form must be allowed to lead to, as a policy names it: browsers hold the redirect after it to that. */
function formTarget(redirectUri: string): string {
  const url = URL.parse(redirectUri)
  return url?.protocol.startsWith('http') ? url.origin : (url?.protocol ?? '')
}

async function orProblem(reply: FastifyReply, work: () => Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof SkillError)) throw thrown
    const body = `<main id="main"><h1>${TITLE}</h1><p role="alert">${escapeHtml(thrown.message)}</p></main>`
    return sendPage(reply, TITLE, body, errorEntry(thrown.code).status)
  }
}

function notBegunHere(): never {
  throw new SkillError('DATA_NOT_FOUND', 'This sign-in was not begun in this browser, or took too long', {
    hint: 'Begin again in the program that sent you here',
  })
}
