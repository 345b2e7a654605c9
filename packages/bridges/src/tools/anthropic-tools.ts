import { toAnthropicTool } from '@skillwright/contract'
import { resultText, type ToolApi } from './tool-api.ts'

/** A tool_use block of Claude's answer. */
export interface AnthropicCall {
  readonly type: 'tool_use'
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** The block that answers it, in the next message of the user. */
export interface AnthropicResult {
  readonly type: 'tool_result'
  readonly tool_use_id: string
  readonly content: string
  readonly is_error?: true
}

/** Anthropic's messages API. */
export const ANTHROPIC: ToolApi<ReturnType<typeof toAnthropicTool>['tool'], AnthropicCall, AnthropicResult> = {
  define: (action, { name, description, strict }) => {
    const { tool } = toAnthropicTool({ ...action, description }, { name, strict })
    return { tool, isStrict: tool.strict === true }
  },
  read: ({ name, input }) => ({ name, input }),
  answer: ({ id }, response) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: resultText(response),
    ...(response.status === 'failed' ? { is_error: true } : {}),
  }),
}
