import { dirname } from 'node:path'
import { openIndex } from '@skillwright/index'
import { readSkill, type Skill } from '@skillwright/skill'

/** The skills that fit a message, and a system prompt that tells a model about them within a budget of tokens. */
export async function chooseSkills(
  message: string,
  { roots, budget = 1_500 }: { readonly roots: readonly string[]; readonly budget?: number },
): Promise<{ readonly skills: readonly Skill[]; readonly system: string }> {
  await using index = await openIndex({ roots })
  const found = await index.find(message, { topK: 3 })
  const { prompt } = index.inject('You are a helpful assistant. Use your tools where they help.', found, { budget })
  return { skills: await Promise.all(found.map(({ path }) => readSkill(dirname(path)))), system: prompt }
}
