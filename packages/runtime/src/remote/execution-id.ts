import { isObject, SkillError } from '@skillwright/contract'
import type { HttpAnswer } from './send-request.ts'

const PLACEHOLDER = '{execution_id}'

/** The id of a run that a service has only accepted, from the body or the Location header; undefined when it names none. */
export function findExecutionId(body: unknown, answer: Pick<HttpAnswer, 'headers' | 'url'>): string | undefined {
  if (isObject(body)) {
    const id = body.execution_id ?? body.run_id ?? body.id
    if (typeof id === 'string' || Number.isSafeInteger(id)) return String(id)
  }
  const { location } = answer.headers
  if (location === undefined || !URL.canParse(location, answer.url.href)) return undefined
  const segment = new URL(location, answer.url).pathname.split('/').findLast((part) => part !== '')
  // Kept as it was written: what is percent-encoded is refused below like anything else out of the ordinary.
  return segment
}

/** True for an id that means nothing but itself in a URL: no slash, dots alone, `@`, `#`, percent sign or line break. */
export function isExecutionId(id: string): boolean {
  return /^[A-Za-z0-9._~:=+-]{1,256}$/.test(id) && !/^\.+$/.test(id)
}

/** Puts an id into a URL template. Throws when the id, or the place it would go to, could change where the URL leads. */
export function fillExecutionId(template: string, id: string | undefined): string {
  const at = template.indexOf(PLACEHOLDER)
  if (at < 0) return template
  if (id === undefined)
    throw new SkillError('INVALID_OUTPUT', 'The service accepted the call and named no execution_id to ask for')
  if (!isExecutionId(id)) {
    const shown = JSON.stringify(id.slice(0, 80))
    throw new SkillError('INVALID_OUTPUT', `The service named an execution_id that no URL should hold: ${shown}`)
  }
  const before = template.slice(0, at)
  if (!/^https?:\/\/[^/?#@\\]+[/?][^#]*$/.test(before))
    throw new SkillError('PERMISSION_DENIED', 'The descriptor puts {execution_id} outside the path and the query')
  return template.replaceAll(PLACEHOLDER, () => encodeURIComponent(id))
}
