import { toOpenAiTool } from '@skillwright/contract'
import { resultText, type ToolApi } from './tool-api.ts'

type Definition = ReturnType<typeof toOpenAiTool>['tool']

/** A tool call in a message of chat completions; any other kind is refused when it is handled. */
export interface OpenAiChatCall {
  readonly id: string
  readonly type?: string
  readonly function: { readonly name: string; readonly arguments: string }
}

/** The message that answers it. */
export interface OpenAiChatResult {
  readonly role: 'tool'
  readonly tool_call_id: string
  readonly content: string
}

/** OpenAI's chat completions. */
export const OPEN_AI_CHAT: ToolApi<Definition, OpenAiChatCall, OpenAiChatResult> = {
  define: (action, { name, description, strict }) => {
    const { tool } = toOpenAiTool({ ...action, description }, { name, strict })
    return { tool, isStrict: tool.function.strict }
  },
  read: ({ function: { name, arguments: input } }) => ({ name, input }),
  answer: ({ id }, response) => ({ role: 'tool', tool_call_id: id, content: resultText(response) }),
}

/** A function call among the output items of the responses API. */
export interface OpenAiResponsesCall {
  readonly type: 'function_call'
  readonly call_id: string
  readonly name: string
  readonly arguments: string
}

/** The input item that answers it. */
export interface OpenAiResponsesResult {
  readonly type: 'function_call_output'
  readonly call_id: string
  readonly output: string
}

/** OpenAI's responses API, which writes the same tools flat. */
export const OPEN_AI_RESPONSES: ToolApi<
  Definition['function'] & { readonly type: 'function' },
  OpenAiResponsesCall,
  OpenAiResponsesResult
> = {
  define: (action, options) => {
    const { tool, isStrict } = OPEN_AI_CHAT.define(action, options)
    return { tool: { type: 'function', ...tool.function }, isStrict }
  },
  read: ({ name, arguments: input }) => ({ name, input }),
  answer: ({ call_id }, response) => ({ type: 'function_call_output', call_id, output: resultText(response) }),
}
