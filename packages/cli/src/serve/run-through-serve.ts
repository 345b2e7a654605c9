import { realpathSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request as send } from 'node:http'
import { failed, SkillError, type SkillRequest, type SkillResponse } from '@skillwright/contract'
import type { FolderRun, FolderRunLine } from '@skillwright/hub'
import type { RunOptions } from '@skillwright/runtime'
import { isOwnPath, type Skill } from '@skillwright/skill'
import { hostFacts } from './serve-place.ts'

/** What came of it: the response, or why the skill has to be run here. */
export type ServeOutcome = { readonly response: SkillResponse } | { readonly why: string }

type Options = Required<Pick<RunOptions, 'env' | 'debug' | 'onEvent' | 'signal'>> &
  Pick<RunOptions, 'timeoutSeconds' | 'trace'>

/** Lets `skillwright serve` do a run, which ends as one here would. What goes wrong before the skill was begun is a reason to run it here. */
export async function runThroughServe(
  socketPath: string,
  skill: Skill,
  request: SkillRequest,
  { env, debug, timeoutSeconds, trace, onEvent, signal }: Options,
): Promise<ServeOutcome> {
  const mustStay = whyHere(skill)
  if (mustStay !== undefined) return { why: mustStay }
  const body: FolderRun = {
    host: hostFacts(),
    dir: realpathSync(skill.dir ?? ''),
    id: skill.id,
    entry: skill.entry?.path ?? '',
    request,
    env,
    debug,
    ...(timeoutSeconds === undefined ? {} : { timeout_seconds: timeoutSeconds }),
    ...(trace === undefined ? {} : { trace }),
  }
  let cancelPath: string | undefined
  let isStarted = false
  const post = (path: string, json: unknown) => postJson(socketPath, path, json)
  const call = post('/v1/folder-runs', body)
  const cancel = () => {
    if (cancelPath === undefined) call.destroy()
    else post(cancelPath, {}).on('error', () => undefined)
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answer = await answerOf(call)
    if (answer.statusCode !== 200) return { why: await reasonOf(answer) }
    for await (const line of linesOf(answer)) {
      if ('response' in line) return { response: line.response }
      if ('cancel' in line) cancelPath = line.cancel
      else if ('event' in line) onEvent(line.event)
      else isStarted = true
      if (cancelPath !== undefined && signal.aborted) cancel()
    }
    return ended(isStarted, 'it stopped')
  } catch (error) {
    return ended(isStarted, error instanceof Error ? error.message : String(error))
  } finally {
    signal.removeEventListener('abort', cancel)
    call.destroy()
  }
}

/** Why a skill is always run by the command itself: who is asked sits there, and what is shown to a service is theirs. */
function whyHere({ entry, capabilityType, permissions }: Skill): string | undefined {
  if (entry === undefined && capabilityType !== 'knowledge') return 'no process answers for the skill'
  const outside = [...permissions.read, ...permissions.write].some((path) => !isOwnPath(path))
  return outside ? 'the skill asks for paths outside of its folder' : undefined
}

/** What was begun is not begun again: it may have done what must be done once. */
function ended(isStarted: boolean, why: string): ServeOutcome {
  if (!isStarted) return { why }
  const message = `skillwright serve, which ran the skill, did not answer to the end: ${why}`
  return { response: failed(new SkillError('INTERRUPTED', message)) }
}

function postJson(socketPath: string, path: string, value: unknown): ClientRequest {
  const body = JSON.stringify(value)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return send({ socketPath, path, method: 'POST', headers, agent: false }).end(body)
}

function answerOf(call: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => call.on('response', resolve).on('error', reject))
}

async function reasonOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const problem = JSON.parse(Buffer.concat(chunks).toString() || '{}')
  return String(problem.detail ?? `it answered ${answer.statusCode}`)
}

async function* linesOf(answer: IncomingMessage): AsyncGenerator<FolderRunLine> {
  let rest = ''
  answer.setEncoding('utf8')
  for await (const chunk of answer) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}
