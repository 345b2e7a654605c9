import { SkillError } from '@skillwright/contract'
import { PAGE_FILES, PAGES_DIR } from '@skillwright/web'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { encodingOf } from './compress-answers.ts'
import { PageFiles } from './page-files.ts'

/** What the pages may do: run and show what this hub sends, ask this hub, and never make markup or code of text. */
const WEB_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The framework makes elements of the markup that it compiled, and of nothing else.
  'trusted-types svelte-trusted-html',
].join('; ')

const PAGE_HEADERS = {
  'content-security-policy': WEB_POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const

const OPTIONS = { config: { needs: 'anyone' }, schema: { hide: true } } as const

/** The pages of the hub: a document for each kind of address, and the files they load, which never change under their names. */
export function webRoutes(_hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    const files = new PageFiles(PAGES_DIR)
    for (const [url, name] of Object.entries(PAGE_FILES))
      app.get(url, OPTIONS, async (_request, reply) =>
        // The same for every caller, and for every address of its kind: a page of what is private is that of what is absent.
        reply
          .headers({ ...PAGE_HEADERS, 'cache-control': 'public, no-cache' })
          .type('text/html; charset=utf-8')
          .send(await files.page(name)),
      )
    app.get<{ Params: { file: string } }>('/assets/:file', OPTIONS, async (request, reply) => {
      const file = await files.file(request.params.file, encodingOf(request))
      if (file === undefined) throw new SkillError('DATA_NOT_FOUND', 'The pages have no such file')
      if (file.encoding !== undefined) reply.header('content-encoding', file.encoding)
      return reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .type(file.type)
        .send(file.bytes)
    })
  }
}
