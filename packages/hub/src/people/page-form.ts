import { SkillError } from '@skillwright/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { htmlPage, PAGE_POLICY } from '../server/html-page.ts'

const MAX_FORM_BYTES = 10_000

/** The fields of a form as they were sent. */
export type FormFields = Readonly<Record<string, string | undefined>>

/** Lets pages send forms, and only pages of this hub: a browser says for each form where its page came from. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'sec-fetch-site': site, origin } = request.headers
    const isOwn = site === undefined ? URL.parse(origin ?? '')?.host === request.host : site === 'same-origin'
    if (request.method !== 'POST' || isOwn) return done()
    done(new SkillError('PERMISSION_DENIED', 'A form must be sent by the page of this hub that shows it'))
  })
}

/** Sends a page that nothing keeps; its forms may lead back to the hub, and to the other places that are named. */
export function sendPage(
  reply: FastifyReply,
  title: string,
  body: string,
  status = 200,
  leadsTo: readonly string[] = [],
): FastifyReply {
  const policy = PAGE_POLICY.replace("form-action 'self'", ["form-action 'self'", ...leadsTo].join(' '))
  return reply
    .code(status)
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
    .type('text/html; charset=utf-8')
    .send(htmlPage(title, body))
}
