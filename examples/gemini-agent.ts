// GEMINI_API_KEY=… node examples/gemini-agent.ts "How many kilometres are 5 miles?"
import { type Content, GoogleGenAI } from '@google/genai'
import { geminiTools } from '@skillwright/bridges'
import { createRuntime, type Runtime } from '@skillwright/runtime'
import { chooseSkills } from './choose-skills.ts'

/** Answers a message with Gemini and the skills that fit. */
export async function answerWithGemini(
  message: string,
  { client, model, runtime, roots }: { client: GoogleGenAI; model: string; runtime: Runtime; roots: readonly string[] },
): Promise<string> {
  const { skills, system } = await chooseSkills(message, { roots })
  const { tools, handleToolCalls } = geminiTools({ skills, runtime })
  const contents: Content[] = [{ role: 'user', parts: [{ text: message }] }]
  for (let turn = 0; turn < 10; turn++) {
    const answer = await client.models.generateContent({
      model,
      contents,
      config: { systemInstruction: system, tools: [{ functionDeclarations: [...tools] }] },
    })
    const said = answer.candidates?.[0]?.content
    if (said !== undefined) contents.push(said)
    const calls = answer.functionCalls ?? []
    if (calls.length === 0) return answer.text ?? ''
    contents.push({ role: 'user', parts: await handleToolCalls(calls) })
  }
  return 'No answer after ten turns'
}

if (import.meta.main) {
  await using runtime = await createRuntime()
  const message = process.argv.slice(2).join(' ')
  const client = new GoogleGenAI({ apiKey: process.env.GEMINI_API_KEY ?? '' })
  const model = process.env.GEMINI_MODEL ?? 'gemini-2.5-flash'
  process.stdout.write(`${await answerWithGemini(message, { client, model, runtime, roots: ['skills'] })}\n`)
}
