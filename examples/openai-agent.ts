// OPENAI_API_KEY=… node examples/openai-agent.ts "How many kilometres are 5 miles?"
import { openAiChatTools } from '@skillwright/bridges'
import { createRuntime, type Runtime } from '@skillwright/runtime'
import OpenAI from 'openai'
import { chooseSkills } from './choose-skills.ts'

/** Answers a message with OpenAI's chat completions and the skills that fit. */
export async function answerWithOpenAi(
  message: string,
  { client, model, runtime, roots }: { client: OpenAI; model: string; runtime: Runtime; roots: readonly string[] },
): Promise<string> {
  const { skills, system } = await chooseSkills(message, { roots })
  const { tools, handleToolCalls } = openAiChatTools({ skills, runtime, strict: true })
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: system },
    { role: 'user', content: message },
  ]
  for (let turn = 0; turn < 10; turn++) {
    const { choices } = await client.chat.completions.create({
      model,
      messages,
      tools: tools.map((tool) => ({ ...tool })),
    })
    const said = choices[0]?.message
    if (said === undefined) break
    messages.push(said)
    const calls = (said.tool_calls ?? []).filter((call) => call.type === 'function')
    if (calls.length === 0) return said.content ?? ''
    messages.push(...(await handleToolCalls(calls)))
  }
  return 'No answer after ten turns'
}

if (import.meta.main) {
  await using runtime = await createRuntime()
  const message = process.argv.slice(2).join(' ')
  const model = process.env.OPENAI_MODEL ?? 'gpt-5'
  process.stdout.write(
    `${await answerWithOpenAi(message, { client: new OpenAI(), model, runtime, roots: ['skills'] })}\n`,
  )
}
