// ANTHROPIC_API_KEY=… node examples/anthropic-agent.ts "How many kilometres are 5 miles?"
import Anthropic from '@anthropic-ai/sdk'
import { anthropicTools } from '@skillwright/bridges'
import { createRuntime, type Runtime } from '@skillwright/runtime'
import { chooseSkills } from './choose-skills.ts'

/** Answers a message with Claude and the skills that fit. */
export async function answerWithClaude(
  message: string,
  { client, model, runtime, roots }: { client: Anthropic; model: string; runtime: Runtime; roots: readonly string[] },
): Promise<string> {
  const { skills, system } = await chooseSkills(message, { roots })
  const { tools, handleToolCalls } = anthropicTools({ skills, runtime })
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: message }]
  for (let turn = 0; turn < 10; turn++) {
    const { content } = await client.messages.create({
      model,
      system,
      messages,
      max_tokens: 2_000,
      tools: tools.map((tool) => ({ ...tool, input_schema: { ...tool.input_schema, type: 'object' } })),
    })
    messages.push({ role: 'assistant', content })
    const calls = content.filter((block) => block.type === 'tool_use')
    if (calls.length === 0) return content.map((block) => (block.type === 'text' ? block.text : '')).join('')
    messages.push({ role: 'user', content: await handleToolCalls(calls) })
  }
  return 'No answer after ten turns'
}

if (import.meta.main) {
  await using runtime = await createRuntime()
  const message = process.argv.slice(2).join(' ')
  const model = process.env.ANTHROPIC_MODEL ?? 'claude-sonnet-4-5'
  process.stdout.write(
    `${await answerWithClaude(message, { client: new Anthropic(), model, runtime, roots: ['skills'] })}\n`,
  )
}
