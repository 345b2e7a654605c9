export { type AiSdkOptions, type AiSdkTool, aiSdkTools } from './tools/ai-sdk-tools.ts'
export { anthropicTools, geminiTools, openAiChatTools, openAiResponsesTools } from './tools/model-tools.ts'
export type { Toolbox, ToolboxOptions } from './tools/open-toolbox.ts'
