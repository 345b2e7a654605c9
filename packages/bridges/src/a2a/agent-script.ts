import type { ForeignAgent } from './read-card.ts'

/**
 * The program of an imported agent: it hands one call on as a message, waits for the task, and is all that is needed for it, so that the
 * skill can be run, published and installed like any other. Hence a few lines of the protocol and no SDK.
 */
export function agentScript(
  { url, protocol, credential }: ForeignAgent,
  skillIds: Readonly<Record<string, string>>,
): string {
  return `// Hands each call on to an A2A agent, as a message to it. Made by \`skillwright import a2a\`.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const AGENT = ${JSON.stringify({ url, protocol, credential })}
const SKILLS = ${JSON.stringify(skillIds)}
const IS_OLD = AGENT.protocol === '0.3'
const POLL_MS = 500
const { action, params } = JSON.parse(readFileSync(0, 'utf8'))
const answer = (told) => process.stdout.write(\`\${JSON.stringify(told)}\\n\`)

async function ask(method, told) {
  const headers = { 'content-type': 'application/json', ...(IS_OLD ? {} : { 'a2a-version': '1.0' }) }
${credential === undefined ? '' : CREDENTIAL}  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: told })
  const response = await fetch(AGENT.url, { method: 'POST', headers, body, redirect: 'error' })
  if (!response.ok) throw new Error(\`The agent answered \${response.status}\`)
  const { result, error } = await response.json()
  if (error) throw new Error(String(error.message))
  return result
}

/** States without what they begin with in 1.0: \`TASK_STATE_INPUT_REQUIRED\` is \`input-required\`. */
const stateOf = (task) => String(task.status?.state ?? '').replace(/^TASK_STATE_/, '').toLowerCase().replaceAll('_', '-')

/** What parts say: their texts, and the data of the others. */
function said(parts = []) {
  const text = parts.flatMap((part) => (typeof part.text === 'string' ? [part.text] : [])).join('\\n')
  const data = parts.flatMap((part) => (part.data === undefined ? [] : [part.data]))
  return { ...(text && { text }), ...(data.length > 0 && { data: data.length === 1 ? data[0] : data }) }
}

try {
  const { message: text, data, context_id: contextId, task_id: taskId } = params
  const parts = [
    ...(text === undefined ? [] : [{ ...(IS_OLD && { kind: 'text' }), text }]),
    ...(data === undefined ? [] : [{ ...(IS_OLD && { kind: 'data' }), data }]),
  ]
  const message = {
    ...(IS_OLD ? { kind: 'message', role: 'user' } : { role: 'ROLE_USER' }),
    messageId: randomUUID(),
    parts,
    metadata: { skill: SKILLS[action] },
    ...(contextId && { contextId }),
    ...(taskId && { taskId }),
  }
  const result = await ask(IS_OLD ? 'message/send' : 'SendMessage', { message })
  const reply = IS_OLD ? (result.kind === 'message' ? result : undefined) : result.message
  let task = IS_OLD ? (result.kind === 'task' ? result : undefined) : result.task
  if (reply) answer({ success: true, data: { state: 'completed', ...said(reply.parts), ...(reply.contextId && { context_id: reply.contextId }) } })
  else if (!task) throw new Error('The agent answered with neither a message nor a task')
  else {
    while (['submitted', 'working'].includes(stateOf(task))) {
      await new Promise((done) => setTimeout(done, POLL_MS))
      task = await ask(IS_OLD ? 'tasks/get' : 'GetTask', { id: task.id })
    }
    const state = stateOf(task)
    const told = said([...(task.artifacts ?? []).flatMap((artifact) => artifact.parts), ...(task.artifacts?.length ? [] : (task.status?.message?.parts ?? []))])
    const why = said(task.status?.message?.parts)
    if (['failed', 'rejected', 'canceled', 'auth-required'].includes(state))
      answer({ success: false, error: { code: 'TOOL_EXECUTION_FAILED', message: why.text ?? \`The task is \${state}\`, details: { state, ...(why.data !== undefined && { data: why.data }) } } })
    else answer({ success: true, data: { state, ...told, task_id: task.id, ...(task.contextId && { context_id: task.contextId }) } })
  }
} catch (error) {
  answer({ success: false, error: { code: 'EXTERNAL_SERVICE_ERROR', message: String(error?.message ?? error) } })
}
`
}

/** Only where one is asked for: a program that reads what it does not declare is one to look at. */
const CREDENTIAL = `  if (process.env.A2A_TOKEN)
    headers[AGENT.credential.header] = \`\${AGENT.credential.isBearer ? 'Bearer ' : ''}\${process.env.A2A_TOKEN}\`
`
