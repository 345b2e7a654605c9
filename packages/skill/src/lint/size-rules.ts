import type { LintContext } from './lint-context.ts'
import type { Rule } from './rule.ts'

// The upper ends of document C's table of what an injection costs.
const LEVELS: readonly { name: string; limit: number; text: (context: LintContext) => string }[] = [
  { name: 'the whole SKILL.md', limit: 2_000, text: ({ text, skillFile }) => text(skillFile) },
  {
    name: 'Overview and Usage',
    limit: 600,
    text: ({ sections }) => [sections.overview?.text ?? '', sections.usage?.text ?? ''].join('\n\n'),
  },
  { name: 'the Overview', limit: 200, text: ({ sections }) => sections.overview?.text ?? '' },
  {
    name: 'the description and the tools',
    limit: 100,
    text: ({ skill }) => [skill.name, skill.description, ...skill.toolsRequired, ...skill.toolsOptional].join('\n'),
  },
]

/** How much of a prompt a skill takes. */
export const SIZE_RULES: readonly Rule[] = [
  {
    id: 'skill/injection-size',
    severity: { standard: 'warning' },
    summary:
      'A level of injection costs more than document C allows: 2,000 tokens for the whole, 600 for Overview and Usage, 200 for the Overview, 100 for the description and tools.',
    why: 'Every token of it is paid for on every turn, and pushes another skill out of the budget.',
    fix: 'Shorten it, or move details to docs/ and link to them.',
    check(context, report) {
      for (const { name, limit, text } of LEVELS) {
        const tokens = context.countTokens(text(context))
        const place =
          name === 'the description and the tools' ? context.at('description') : context.atSection('overview')
        if (tokens > limit) report(place, `Injecting ${name} costs about ${tokens} tokens, at most ${limit} are meant`)
      }
    },
  },
  {
    id: 'skill/body-size',
    severity: { agentskills: 'warning', clawhub: 'info', hermes: 'info' },
    summary: 'The body has 5,000 tokens or more, or more than 500 lines.',
    why: 'All of it is loaded when the skill is activated; the standard advises less.',
    fix: 'Move details to references/ and link to them.',
    check({ frontMatter, skillFile, countTokens }, report) {
      const { body, bodyLine } = frontMatter
      const lines = body.trimEnd().split('\n').length
      const tokens = countTokens(body)
      const sizes = [
        ...(lines > 500 ? [`${lines} lines, at most 500 are advised`] : []),
        ...(tokens >= 5_000 ? [`about ${tokens} tokens, less than 5,000 are advised`] : []),
      ]
      if (sizes.length > 0) report({ file: skillFile, line: bodyLine }, `The body has ${sizes.join(', and ')}`)
    },
  },
]
