import { randomUUID } from 'node:crypto'
import { SkillError, type SkillRequest, type SkillResponse } from '@skillwright/contract'
import type { Operation, Wire } from '@skillwright/hub-api'
import type { RunEvent } from '@skillwright/runtime'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { isRepeatable } from '../calls/accept-call.ts'
import { callPrincipal } from '../calls/call-principal.ts'
import { callsOf } from '../calls/calls-of.ts'
import type { CalledSkill } from '../calls/skill-source.ts'
import type { HubContext } from '../hub-context.ts'
import type { RouteGroup } from '../server/routes.ts'
import { whenClosed } from '../server/when-closed.ts'
import { calledSkill } from './folder-source.ts'
import type { ServedFolders } from './served-folders.ts'

const FOLDER_RUN = Type.Object({
  host: Type.String({ description: 'What tells one environment of this user from another.' }),
  dir: Type.String(),
  id: Type.String(),
  entry: Type.String({ description: 'Its script; empty without one.' }),
  request: Type.Unsafe<SkillRequest>({ type: 'object', additionalProperties: true }),
  env: Type.Record(Type.String(), Type.String()),
  debug: Type.Boolean(),
  timeout_seconds: Type.Optional(Type.Number()),
  trace: Type.Optional(Type.Object({ traceparent: Type.String(), tracestate: Type.Optional(Type.String()) })),
})

/** One call of a skill by its folder, as `skillwright run` makes it. */
export type FolderRun = Wire<typeof FOLDER_RUN>

/** What is sent of such a call, a line each: how to cancel it, what happens, that the skill was begun, and at the end its response. */
export type FolderRunLine =
  | { readonly cancel: string }
  | { readonly event: RunEvent }
  | { readonly isStarted: true }
  | { readonly response: SkillResponse }

const RUN_FOLDER = {
  method: 'POST',
  url: '/v1/folder-runs',
  config: { needs: 'invoke', rate: 'none' },
  schema: {
    operationId: 'runFolder',
    tags: ['calls'],
    summary: 'Run a skill of a folder that is served, as skillwright run does',
    body: FOLDER_RUN,
    response: {
      200: {
        description: 'What happens, a line each.',
        content: { 'application/x-ndjson': { schema: Type.String() } },
      },
    },
  },
} as const satisfies Operation

/** Runs of `skillwright run`; only over the socket of the user, whose word is taken for where a skill lies and what it may see. */
export function folderRunRoute(folders: ServedFolders, host: string): RouteGroup {
  return {
    routes: (hub) => (app) => {
      app.route<{ Body: FolderRun }>({
        ...RUN_FOLDER,
        bodyLimit: hub.config.calls.maxBodyBytes,
        handler: async (request, reply) => {
          const { body, principal, ip } = request
          if (body.host !== host)
            throw new SkillError('CONFLICT', 'The server was started with another PATH, home or version, or elsewhere')
          const served = await folders.findIn(body)
          if (served === undefined) throw new SkillError('DATA_NOT_FOUND', `${body.dir} ${body.id} is not served here`)
          // A command of its own would not wait for others.
          const { runtime } = await callsOf(hub)
          if (runtime.isFull) throw new SkillError('CONFLICT', 'It is busy')
          await stream(hub, reply, { ...body, called: calledSkill(hub, served), caller: callPrincipal(principal, ip) })
          return reply
        },
      })
    },
  }
}

interface StreamedRun extends FolderRun {
  readonly called: CalledSkill
  readonly caller: string
}

async function stream(hub: HubContext, reply: FastifyReply, asked: StreamedRun): Promise<void> {
  const { called, caller, request, trace } = asked
  const { jobs, found } = await callsOf(hub)
  const { raw } = reply
  const id = randomUUID()
  const write = (line: FolderRunLine) => void raw.write(`${JSON.stringify(line)}\n`)
  reply.hijack()
  // A skill may be silent for longer than others may be.
  raw.socket?.setTimeout(0)
  raw.writeHead(200, { 'content-type': 'application/x-ndjson' })
  write({ cancel: `/v1/skills/${called.name}/cancel/${id}` })
  found.set(id, withAsked(called, asked, write))
  try {
    const underway = await jobs.perform({
      id,
      skill: called.name,
      version: called.version,
      request,
      principal: caller,
      via: 'run',
      isIdempotent: isRepeatable(called.skill, request),
      ...(trace === undefined ? {} : { trace }),
    })
    whenClosed(reply, () => {
      if (!raw.writableFinished) jobs.cancel(id).catch((err: unknown) => hub.log.error({ err }, 'a run goes on'))
    })
    const { response } = await underway.ended
    if (response !== undefined) write({ response })
    raw.end()
  } catch (err) {
    hub.log.error({ err }, 'a run could not be begun')
    raw.destroy()
  } finally {
    found.delete(id)
  }
}

/** The skill with what its caller hands it, and nothing else: a plain run has no secrets of a scope. */
function withAsked(
  called: CalledSkill,
  { env, debug, timeout_seconds: timeoutSeconds }: FolderRun,
  write: (line: FolderRunLine) => void,
): CalledSkill {
  return {
    ...called,
    enter: async () => ({
      options: {
        env,
        debug,
        ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
        onEvent: (event) => write({ event }),
        onStage: (stage) => {
          if (stage === 'started') write({ isStarted: true })
        },
      },
      finish: async (response) => response,
      async [Symbol.asyncDispose]() {},
    }),
  }
}
