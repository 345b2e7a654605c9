import { type Contract, openContract } from '@skillwright/contract'
import type { Skill } from '../skill.ts'

/** What a skill of knowledge is called with when it states no contract: its documents are searched. */
export function knowledgeContract({ capabilityType, entry, version, description }: Skill): Contract | undefined {
  if (capabilityType !== 'knowledge' || entry !== undefined) return undefined
  return openContract({
    version: version ?? '0.0.0',
    description: description || 'Answers from its documents.',
    idempotent: true,
    input: {
      type: 'object',
      additionalProperties: false,
      required: ['query'],
      properties: {
        query: { type: 'string', minLength: 1, description: 'What is looked for, in any language.' },
        limit: { type: 'integer', minimum: 1, default: 5, description: 'The most passages.' },
      },
    },
    output: {
      type: 'object',
      required: ['passages'],
      properties: {
        passages: {
          type: 'array',
          description: 'The best first.',
          items: {
            type: 'object',
            required: ['file', 'heading', 'line', 'text', 'score'],
            properties: {
              file: { type: 'string', description: 'Path in the folder of the skill.' },
              heading: { type: 'string', description: 'The headings above it, outermost first.' },
              line: { type: 'integer', description: 'Where it begins.' },
              text: { type: 'string', description: 'The passage.' },
              score: { type: 'number', description: 'How well it fits.' },
            },
          },
        },
      },
    },
  })
}
