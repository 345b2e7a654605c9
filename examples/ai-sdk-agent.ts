// AI_BASE_URL=http://127.0.0.1:11434/v1 AI_MODEL=qwen3 node examples/ai-sdk-agent.ts "How many kilometres are 5 miles?"
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { aiSdkTools } from '@skillwright/bridges'
import { createRuntime, type Runtime } from '@skillwright/runtime'
import { generateText, jsonSchema, type LanguageModel, stepCountIs } from 'ai'
import { chooseSkills } from './choose-skills.ts'

/** Answers a message with any model of the AI SDK and the skills that fit. */
export async function answerWithAiSdk(
  message: string,
  { model, runtime, roots }: { model: LanguageModel; runtime: Runtime; roots: readonly string[] },
): Promise<string> {
  const { skills, system } = await chooseSkills(message, { roots })
  const tools = aiSdkTools({ skills, runtime, jsonSchema })
  const { text } = await generateText({ model, system, prompt: message, tools, stopWhen: stepCountIs(10) })
  return text
}

if (import.meta.main) {
  await using runtime = await createRuntime()
  const message = process.argv.slice(2).join(' ')
  const provider = createOpenAICompatible({
    name: 'local',
    baseURL: process.env.AI_BASE_URL ?? 'http://127.0.0.1:11434/v1',
  })
  const model = provider(process.env.AI_MODEL ?? 'qwen3')
  process.stdout.write(`${await answerWithAiSdk(message, { model, runtime, roots: ['skills'] })}\n`)
}
