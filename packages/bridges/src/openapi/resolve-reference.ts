import { isObject, SkillError } from '@skillwright/contract'
import type { Json, OpenApiDocument } from './open-document.ts'

const MAX_STEPS = 20

/** What stands at a place of a document, behind however many references lead there. Throws INVALID_CONTRACT for those that lead nowhere, in a circle, or out of it. */
export function resolveReference({ root }: OpenApiDocument, value: unknown): Json {
  let found = value
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    if (!isObject(found))
      throw new SkillError('INVALID_CONTRACT', 'it has something else than an object where one belongs')
    if (typeof found.$ref !== 'string') return found
    found = readPointer(root, found.$ref)
  }
  throw new SkillError('INVALID_CONTRACT', 'its references lead in a circle')
}

/** What a reference names. Nothing outside of the document is ever fetched. */
export function readPointer(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#'))
    throw new SkillError(
      'INVALID_CONTRACT',
      `it refers to another document (${ref.slice(0, 100)}), which is not fetched`,
    )
  let found = root
  for (const step of stepsOf(ref)) {
    const isThere = typeof found === 'object' && found !== null && Object.hasOwn(found, step)
    if (!isThere) throw new SkillError('INVALID_CONTRACT', `it refers to ${ref.slice(0, 100)}, which is not there`)
    found = (found as Json)[step]
  }
  return found
}

function stepsOf(ref: string): readonly string[] {
  if (ref === '#') return []
  if (!ref.startsWith('#/'))
    throw new SkillError('INVALID_CONTRACT', `it refers to an anchor (${ref.slice(0, 100)}), which is not looked for`)
  try {
    const steps = decodeURIComponent(ref.slice(2)).split('/')
    return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  } catch (cause) {
    throw new SkillError('INVALID_CONTRACT', `it refers to ${ref.slice(0, 100)}, which is no reference`, { cause })
  }
}
