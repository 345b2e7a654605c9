import * as Type from 'typebox'
import { SKILL_NAME } from './names.ts'
import type { Operation } from './operation.ts'
import { FOUND_SKILL } from './skills.ts'
import { oneOf, orNull, text, withDefault } from './text.ts'

const LEVEL = oneOf(['full', 'overview-usage', 'overview', 'tools'])

/** A skill that was offered for a message, and what became of it. */
const OFFER = Type.Object(
  {
    ...SKILL_NAME,
    version: Type.String(),
    title: Type.String(),
    score: Type.Number(),
    why: FOUND_SKILL.properties.why,
    level: orNull(Type.String({ ...LEVEL, description: 'How much of it is in the prompt; null when nothing is.' })),
    tokens: orNull(Type.Integer({ description: 'What that takes.' })),
    left_out: orNull(Type.String({ description: 'Why it is not in the prompt.' })),
  },
  { title: 'Offer' },
)

/** Finds skills for a message and puts them into a prompt. */
export const INJECT_SKILLS = {
  method: 'POST',
  url: '/v1/inject',
  config: { needs: 'read' },
  schema: {
    operationId: 'injectSkills',
    tags: ['skills'],
    summary: 'The skills that a message would be offered, and the prompt with as much of them as a budget allows',
    body: Type.Object(
      {
        message: text(4_000),
        prompt: withDefault(text(20_000, { minLength: 0, description: 'The system prompt they are added to.' }), ''),
        budget: withDefault(
          Type.Integer({ minimum: 1, maximum: 32_000, description: 'Tokens that may be added.' }),
          2_000,
        ),
        top: withDefault(Type.Integer({ minimum: 1, maximum: 20, description: 'The most skills to offer.' }), 5),
        model: Type.Optional(text(100, { description: 'Whose tokens are counted; those of o200k_base when absent.' })),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object(
        {
          offers: Type.Array(OFFER, { description: 'The best first.' }),
          prompt: Type.String(),
          tokens: Type.Integer({ description: 'What was added; never more than the budget.' }),
          total_tokens: Type.Integer({ description: 'The whole prompt.' }),
          exact: Type.Boolean({ description: 'False when the tokens of the model can only be estimated.' }),
        },
        { title: 'InjectedPrompt', description: 'The prompt, and what became of each skill.' },
      ),
    },
  },
} as const satisfies Operation
