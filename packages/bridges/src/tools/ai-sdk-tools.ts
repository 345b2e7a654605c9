import { SkillError, type SkillResponse, toMcpTool } from '@skillwright/contract'
import { openToolbox, type ToolboxOptions } from './open-toolbox.ts'
import { resultText, type ToolApi } from './tool-api.ts'

/** A tool as the AI SDK takes it: it runs tools itself. */
export interface AiSdkTool<InputSchema> {
  readonly description: string
  readonly inputSchema: InputSchema
  readonly execute: (input: unknown, options?: { readonly abortSignal?: AbortSignal }) => Promise<unknown>
}

/** What tools for the AI SDK are made of. */
export interface AiSdkOptions<InputSchema> extends ToolboxOptions {
  /** `jsonSchema` of the package `ai`, which marks a schema as one. */
  readonly jsonSchema: (schema: never) => InputSchema
}

interface Call {
  readonly name: string
  readonly input: unknown
}

/** Skills as the `tools` of `generateText` and `streamText`. What fails is thrown, as the AI SDK wants it, with the response as its message. */
export function aiSdkTools<InputSchema>({
  jsonSchema,
  ...options
}: AiSdkOptions<InputSchema>): Record<string, AiSdkTool<InputSchema>> {
  const { tools } = openToolbox(DEFINITIONS, options)
  return Object.fromEntries(
    tools.map(({ name, description, schema }) => [
      name,
      {
        description,
        inputSchema: jsonSchema(schema as never),
        async execute(input, { abortSignal } = {}) {
          const signal = abortSignal === undefined ? {} : { signal: abortSignal }
          const { handleToolCall } = openToolbox(DEFINITIONS, { ...options, ...signal })
          return dataOf(await handleToolCall({ name, input }))
        },
      },
    ]),
  )
}

const DEFINITIONS: ToolApi<{ name: string; description: string; schema: unknown }, Call, SkillResponse> = {
  define: (action, { name, description }) => ({
    tool: { name, description, schema: toMcpTool(action).tool.inputSchema },
    isStrict: false,
  }),
  read: (call) => call,
  answer: (_, response) => response,
}

function dataOf(response: SkillResponse): unknown {
  if (response.status === 'success') return response.data ?? null
  if (response.status === 'partial_success') return JSON.parse(resultText(response))
  throw new SkillError('TOOL_EXECUTION_FAILED', resultText(response))
}
