import type { Action, SkillResponse } from '@skillwright/contract'

/** A tool call of a model, whatever API it came over. */
interface ToolCall {
  readonly name: string
  /** As the API gives them: JSON text, or a value. */
  readonly input: unknown
}

/** How one API of a model writes tools, calls and results. */
export interface ToolApi<Tool, Call, Result> {
  /** An action as a tool of that name; strict where that was asked for and is possible. */
  define(
    action: Action,
    options: { readonly name: string; readonly description: string; readonly strict: boolean },
  ): {
    readonly tool: Tool
    /** Whether its arguments come in the form of a strict tool. */
    readonly isStrict: boolean
  }
  /** What a call asks for. */
  read(call: Call): ToolCall
  /** The answer to a call. */
  answer(call: Call, response: SkillResponse): Result
}

/** What a model is told of a response: the data, or with errors the response as it is. */
export function resultText({ status, data, errors, metadata }: SkillResponse): string {
  if (status === 'success') return typeof data === 'string' ? data : JSON.stringify(data ?? null)
  // Metadata of a success would only cost tokens; of a failure it says what was repaired before it failed.
  return JSON.stringify({
    status,
    data,
    errors,
    ...(metadata?.coercions === undefined ? {} : { coercions: metadata.coercions }),
  })
}
