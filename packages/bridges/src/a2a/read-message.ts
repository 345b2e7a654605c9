import type { Message } from '@a2a-js/sdk'
import { isObject, SkillError } from '@skillwright/contract'
import type { AskedCall } from './caller-agent.ts'

const MAX_CONTEXT_ID = 256
const HINT =
  'Send one data part {"skill": "@scope/name", "action": "…", "params": {…}}, or name the skill in metadata.skill and send its parameters, or a text'

/**
 * Reads a message: a data part names skill, action and parameters itself, or is the parameters of the skill that the metadata names; a text
 * is JSON of the same, or the one text that the skill takes. Throws INVALID_INPUT for anything that would have to be guessed at.
 */
export function readMessage({ parts, metadata, contextId }: Message): AskedCall {
  if (contextId.length > MAX_CONTEXT_ID || /[\p{Cc}\p{Cs}]/u.test(contextId))
    throw new SkillError('INVALID_INPUT', `Expected a contextId of at most ${MAX_CONTEXT_ID} characters that are seen`)
  const [part, ...others] = parts
  if (part === undefined || others.length > 0)
    throw new SkillError('INVALID_INPUT', `Expected a message of one part, got ${parts.length}`, { hint: HINT })
  const context = contextId === '' ? {} : { contextId }
  const named = targetOf(metadata?.skill ?? metadata?.skillId)
  const { content } = part
  if (content?.$case === 'text') {
    const document = parseObject(content.value)
    if (document === undefined) return { ...named, input: { text: content.value }, ...context }
    return { ...readData(document, named), ...context }
  }
  if (content?.$case === 'data' && isObject(content.value)) return { ...readData(content.value, named), ...context }
  throw new SkillError('INVALID_INPUT', `Expected a text or a data part with an object, got ${kindOf(content)}`, {
    hint: HINT,
  })
}

/** The skill of a card's id: `@scope/name` or `@scope/name#action`. */
function targetOf(id: unknown): Pick<AskedCall, 'skill' | 'action'> {
  if (id === undefined) return {}
  if (typeof id !== 'string')
    throw new SkillError('INVALID_INPUT', 'Expected the id of a skill as text', { hint: HINT })
  const at = id.indexOf('#')
  return at < 0 ? { skill: id } : { skill: id.slice(0, at), action: id.slice(at + 1) }
}

type Target = Pick<AskedCall, 'skill' | 'action'>

function readData(data: Readonly<Record<string, unknown>>, named: Target): Omit<AskedCall, 'contextId'> {
  // Where the metadata names the skill, all of the data is its parameters, whatever they are called.
  if (named.skill !== undefined) return { ...named, input: { params: data } }
  const { skill, action, params = {}, ...others } = data
  const [other] = Object.keys(others)
  if (skill === undefined || other !== undefined || !isObject(params))
    throw new SkillError(
      'INVALID_INPUT',
      `Expected data with skill, action and params, got ${Object.keys(data).join(', ').slice(0, 100) || 'none of them'}`,
      { hint: HINT },
    )
  const target = targetOf(skill)
  if (action !== undefined && typeof action !== 'string')
    throw new SkillError('INVALID_INPUT', 'Expected the name of an action as text', { hint: HINT })
  return { ...target, ...(action === undefined ? {} : { action }), input: { params } }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function kindOf(content: Message['parts'][number]['content']): string {
  if (content === undefined) return 'nothing'
  return content.$case === 'data' ? 'data that is no object' : `a ${content.$case} part`
}
