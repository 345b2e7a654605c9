import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
import { failed, isObject, SkillError } from '@skillwright/contract'
import { formsFor, type PersonAnswer, refuseDeclined } from './ask-person.ts'
import { answerCompact, compactInput } from './compact-tools.ts'
import { followChanges } from './follow-changes.ts'
import { reportEvents } from './report-events.ts'
import type { SkillCatalog } from './skill-catalog.ts'
import { getPrompt, listPrompts } from './skill-prompts.ts'
import { listResources, readResource } from './skill-resources.ts'
import { skillSource } from './skill-source.ts'
import { toolResult } from './tool-result.ts'
import type { Toolset } from './toolset.ts'

/** What a server for MCP clients serves. */
export interface SkillServerOptions {
  readonly catalog: SkillCatalog
  readonly toolset: () => Promise<Toolset>
  /** The version that it says it has. */
  readonly version: string
  /** Whether it serves a connection, whose client is told of changes, and not one request alone. */
  readonly isLasting?: boolean
}

const INSTRUCTIONS =
  'Skills as tools. Where find_skills is offered, search with it first, read describe_skill, then call run_skill. The files of each skill are resources (skill://<id>/SKILL.md).'

/** A server of the skills of a catalog, for one connection or one request. */
export function createSkillServer({ catalog, toolset, version, isLasting = false }: SkillServerOptions): McpServer {
  const mcp = new McpServer(
    { name: 'skillwright', title: 'Skillwright', version },
    {
      instructions: INSTRUCTIONS,
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true, ...(isLasting ? { subscribe: true } : {}) },
        prompts: { listChanged: true },
        logging: {},
        completions: {},
      },
    },
  )
  // What it warns of is a skill that the standard has no form for, which is no news here.
  new SkillsExtension({ source: skillSource(catalog), onWarning: () => undefined }).attach(mcp)
  const { server } = mcp
  const followed = isLasting ? followChanges(mcp, catalog) : undefined
  server.setRequestHandler('tools/list', async () => ({ tools: [...(await toolset()).tools] }))
  server.setRequestHandler('tools/call', ({ params }, ctx) =>
    callTool({ catalog, toolset, server }, params.name, params.arguments ?? {}, ctx),
  )
  server.setRequestHandler('resources/list', ({ params }) => listResources(catalog, params?.cursor))
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: [{ name: 'skill-file', title: 'A file of a skill', uriTemplate: 'skill://{skill}/{+path}' }],
  }))
  server.setRequestHandler('resources/read', async ({ params }) => {
    const found = await readResource(catalog, params.uri)
    if (found !== undefined) {
      followed?.given(params.uri, found)
      return found
    }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no resource ${params.uri.slice(0, 200)}`, {
      uri: params.uri,
    })
  })
  server.setRequestHandler('prompts/list', ({ params }) => listPrompts(catalog, params?.cursor))
  server.setRequestHandler('prompts/get', async ({ params }) => {
    try {
      return await getPrompt(catalog, params.name, params.arguments ?? {})
    } catch (thrown) {
      throw thrown instanceof SkillError ? new ProtocolError(ProtocolErrorCode.InvalidParams, thrown.message) : thrown
    }
  })
  server.setRequestHandler('completion/complete', async ({ params }) => ({
    completion: { values: await completions(catalog, params.argument) },
  }))
  return mcp
}

interface CallSetup extends Pick<SkillServerOptions, 'catalog' | 'toolset'> {
  readonly server: Server
}

interface AskedCall {
  readonly skillId: string
  readonly action: string | undefined
  readonly params: unknown
}

async function callTool(
  setup: CallSetup,
  name: string,
  values: unknown,
  ctx: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { catalog, toolset } = setup
  const { tool, tools } = await toolset()
  const found = tool(name)
  // What is written down for a skill of a hub runs it however many skills the hub lists by then.
  if (found === undefined && name !== 'run_skill' && !tools.some((one) => one.name === name))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}`)
  try {
    if (found !== undefined) return await runCall(setup, { ...found, params: values }, ctx)
    if (name === 'run_skill') {
      const { skill, action, params } = compactInput(name, values)
      return await runCall(
        setup,
        { skillId: String(skill), action: action === undefined ? undefined : String(action), params },
        ctx,
      )
    }
    return toolResult(await answerCompact(catalog, name, values, { signal: ctx.mcpReq.signal }))
  } catch (thrown) {
    return toolResult(failed(thrown))
  }
}

async function runCall(
  { catalog, server }: CallSetup,
  { skillId, action: name, params }: AskedCall,
  ctx: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const skill = await catalog.read(skillId)
  const [only, ...others] = skill.contract?.actions.values() ?? []
  const action = name === undefined ? (others.length === 0 ? only : undefined) : skill.contract?.actions.get(name)
  const forms = canAsk(server) ? formsFor(skill, action, params, { tasks: catalog.asksForTasks }) : {}
  const answers = { params: answerOf(ctx, 'params'), task: answerOf(ctx, 'task') }
  for (const answer of Object.values(answers)) refuseDeclined(answer)
  const unanswered = Object.entries(forms).filter(([key]) => answers[key as keyof typeof answers].kind === 'missing')
  if (unanswered.length > 0)
    return inputRequired({
      inputRequests: Object.fromEntries(unanswered.map(([key, form]) => [key, inputRequired.elicit(form)])),
    })
  const given =
    isObject(params) && answers.params.kind === 'accepted' ? { ...params, ...answers.params.content } : params
  const response = await catalog.run(
    skillId,
    { ...(name === undefined ? {} : { action: name }), params: given },
    {
      signal: ctx.mcpReq.signal,
      onEvent: reportEvents(ctx, skillId),
      ...(answers.task.kind === 'accepted' ? { taskResult: answers.task.content } : {}),
    },
  )
  const hasOutput = action !== undefined && action.output.schema !== true
  return toolResult(response, { hasOutput })
}

/** Whether the client shows forms to its person: it says so, or nothing of how it asks. */
function canAsk(server: Server): boolean {
  const asks = server.getClientCapabilities()?.elicitation
  return asks !== undefined && (asks.form !== undefined || asks.url === undefined)
}

function answerOf(ctx: ServerContext, key: string): PersonAnswer {
  const view = inputResponse(ctx.mcpReq.inputResponses, key)
  if (view.kind !== 'elicit') return { kind: 'missing' }
  return view.action === 'accept' ? { kind: 'accepted', content: view.content ?? {} } : { kind: 'declined' }
}

const MAX_COMPLETIONS = 100

/** Ids of skills for the template of their files; nothing for any other argument. */
async function completions(
  catalog: SkillCatalog,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<string[]> {
  if (name !== 'skill') return []
  const skills = await catalog.list()
  return skills
    .map(({ id }) => id)
    .filter((id) => id.startsWith(value))
    .slice(0, MAX_COMPLETIONS)
}
