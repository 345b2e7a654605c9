// OPENAI_API_KEY=… node examples/openai-responses-agent.ts "How many kilometres are 5 miles?"
import { openAiResponsesTools } from '@skillwright/bridges'
import { createRuntime, type Runtime } from '@skillwright/runtime'
import OpenAI from 'openai'
import { chooseSkills } from './choose-skills.ts'

/** Answers a message with OpenAI's responses API and the skills that fit. */
export async function answerWithResponses(
  message: string,
  { client, model, runtime, roots }: { client: OpenAI; model: string; runtime: Runtime; roots: readonly string[] },
): Promise<string> {
  const { skills, system } = await chooseSkills(message, { roots })
  const { tools, handleToolCalls } = openAiResponsesTools({ skills, runtime, strict: true })
  let input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: message }]
  let before: string | null = null
  for (let turn = 0; turn < 10; turn++) {
    const { id, output, output_text }: OpenAI.Responses.Response = await client.responses.create({
      model,
      instructions: system,
      input,
      previous_response_id: before,
      tools: tools.map((tool) => ({ ...tool })),
    })
    const calls = output.filter((item) => item.type === 'function_call')
    if (calls.length === 0) return output_text
    before = id
    input = await handleToolCalls(calls)
  }
  return 'No answer after ten turns'
}

if (import.meta.main) {
  await using runtime = await createRuntime()
  const message = process.argv.slice(2).join(' ')
  const model = process.env.OPENAI_MODEL ?? 'gpt-5'
  process.stdout.write(
    `${await answerWithResponses(message, { client: new OpenAI(), model, runtime, roots: ['skills'] })}\n`,
  )
}
