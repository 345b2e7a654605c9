import type { InjectableSkill } from './injectable-skill.ts'

/** The examples of a skill that writes none in its SKILL.md: what goes in, and what comes out. */
export function examplesText({ examples = [] }: InjectableSkill, hasOwn: boolean): string {
  if (hasOwn || examples.length === 0) return ''
  const shown = examples.map(({ action, input, output }) =>
    [
      'Input:',
      fenced({ ...(action === undefined ? {} : { action }), params: input }),
      ...(output === undefined ? [] : ['Output:', fenced(output)]),
    ].join('\n\n'),
  )
  return ['## Examples', ...shown].join('\n\n')
}

function fenced(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
}
