import { toMcpTool } from '@skillwright/contract'
import { resultText, type ToolApi } from './tool-api.ts'

/** A function that Gemini may call; it takes JSON Schema as it is. */
export interface GeminiFunction {
  readonly name: string
  readonly description: string
  readonly parametersJsonSchema: unknown
}

/** A function call in a part of Gemini's answer. */
export interface GeminiCall {
  readonly id?: string
  readonly name?: string
  readonly args?: Readonly<Record<string, unknown>>
}

/** The part that answers it, in the next content of the user. */
export interface GeminiResult {
  readonly functionResponse: {
    readonly id?: string
    readonly name: string
    readonly response: Record<string, unknown>
  }
}

/** Google's Gemini API. */
export const GEMINI: ToolApi<GeminiFunction, GeminiCall, GeminiResult> = {
  define: (action, { name, description }) => {
    const { inputSchema } = toMcpTool(action).tool
    return { tool: { name, description, parametersJsonSchema: inputSchema }, isStrict: false }
  },
  read: ({ name = '', args = {} }) => ({ name, input: args }),
  answer: ({ id, name = '' }, response) => ({
    functionResponse: {
      ...(id === undefined ? {} : { id }),
      name,
      response:
        response.status === 'success' ? { output: response.data ?? null } : { error: JSON.parse(resultText(response)) },
    },
  }),
}
