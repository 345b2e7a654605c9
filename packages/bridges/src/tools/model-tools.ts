import { ANTHROPIC } from './anthropic-tools.ts'
import { GEMINI } from './gemini-tools.ts'
import { OPEN_AI_CHAT, OPEN_AI_RESPONSES } from './open-ai-tools.ts'
import { openToolbox, type ToolboxOptions } from './open-toolbox.ts'

/** Skills as tools for OpenAI's chat completions, and compatible servers. */
export function openAiChatTools(options: ToolboxOptions) {
  return openToolbox(OPEN_AI_CHAT, options)
}

/** Skills as tools for OpenAI's responses API. */
export function openAiResponsesTools(options: ToolboxOptions) {
  return openToolbox(OPEN_AI_RESPONSES, options)
}

/** Skills as tools for Anthropic's messages API. */
export function anthropicTools(options: ToolboxOptions) {
  return openToolbox(ANTHROPIC, options)
}

/** Skills as function declarations for Gemini. */
export function geminiTools(options: Omit<ToolboxOptions, 'strict'>) {
  return openToolbox(GEMINI, options)
}
