import type { Permissions } from '../permissions.ts'
import { type DocumentFacts, shownExamples } from './skill-document.ts'

/** What the files beside SKILL.md and the script are written from. */
export interface PackageFacts extends DocumentFacts {
  readonly entry: string
  readonly permissions: Permissions
}

/** skill.json: the same facts as the front matter, and what only machines need. */
export function skillJson({ id, version, title, description, author, entry, permissions }: PackageFacts): string {
  return json({
    $schema: 'https://skillwright.dev/schemas/skill.schema.json',
    id,
    version,
    name: title,
    description,
    author,
    license: 'MIT',
    hermes_version: '>=3.0.0',
    tags: [...new Set([...id.split('-'), 'starter'])],
    tools_required: [],
    tools_optional: [],
    capability_type: 'plugin',
    entry,
    timeout_seconds: 300,
    permissions,
  })
}

/** contract.json: one input and output when the only action has no name of its own, else each action by name. */
export function contractJson({ title, description, version, actions }: PackageFacts): string {
  const documents = actions.map((action) => ({
    description: action.description,
    idempotent: true,
    timeout_seconds: 300,
    ...(action.passThrough === undefined ? {} : { pass_through: action.passThrough }),
    input: action.input,
    output: action.output,
    examples: action.examples.map(({ name, input, output }) => ({ name, input, output })),
  }))
  const [first] = actions
  const isUnnamed = actions.length === 1 && first?.name === 'run'
  return json({
    $schema: 'https://skillwright.dev/schemas/contract.schema.json',
    title,
    version,
    ...(isUnnamed
      ? documents[0]
      : { description, actions: Object.fromEntries(actions.map(({ name }, i) => [name, documents[i]])) }),
  })
}

/** The examples under prompts/examples: path to text. */
export function exampleFiles({ actions }: PackageFacts): [string, string][] {
  return shownExamples(actions).map(({ action, example: { name, input, output } }, i) => [
    `prompts/examples/example${i + 1}.json`,
    json({ name, action: action.name, input, output }),
  ])
}

/** tests/basic.json: right answers, the shape of one, what is refused, and an action that does not exist. */
export function testCases({ actions }: Pick<PackageFacts, 'actions'>): string {
  const cases = actions.flatMap(({ name: action, examples: [first, second], input, output, refusal }, i) => [
    { name: second.name, action, input: second.input, output: second.output },
    ...(i === 0 ? [{ name: `${first.name}, by shape`, action, input: first.input, match: output }] : []),
    {
      name: `${action} without ${input.required?.join(', ')}`,
      action,
      input: {},
      error: { code: 'MISSING_PARAM' },
    },
    ...(refusal ? [{ name: refusal.name, action, input: refusal.input, error: { code: refusal.code } }] : []),
  ])
  return json([
    ...cases,
    { name: 'An unknown action', action: 'no_such_action', input: {}, error: { code: 'UNKNOWN_ACTION' } },
  ])
}

/** tests/triggers.json: what should and should not wake the skill, in English and Chinese. */
export function triggerCases({ title, actions }: PackageFacts): string {
  return json([
    ...actions.map(({ examples: [{ asked }] }) => ({ query: asked, should_trigger: true })),
    { query: `Use ${title} for this`, should_trigger: true },
    { query: `用 ${title} 处理一下`, should_trigger: true },
    { query: 'What will the weather be like tomorrow?', should_trigger: false },
    { query: '明天天气怎么样？', should_trigger: false },
  ])
}

/** prompts/system.md: instructions for the host's model while the skill is active. */
export function systemPrompt({ title, actions }: PackageFacts): string {
  return `You can use ${title}.

${actions.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n')}

Send only parameters that the user's words give you. When the answer is an error, say what it says and what would help;
never make up a result.
`
}

/** README.md, for people who come across the folder. */
export function readme({ title, description, entry, actions }: PackageFacts, command: string): string {
  const [action] = actions
  const request = JSON.stringify({ action: action?.name, params: action?.examples[0].input })
  return `# ${title}

${description}

\`\`\`sh
echo '${request.replaceAll("'", "'\\''")}' | ${command} ${entry}
\`\`\`

- \`SKILL.md\`: when and how an agent uses it
- \`contract.json\`: what it takes and gives, exactly
- \`${entry}\`: what it does
- \`prompts/\`: instructions for the model, and examples
- \`tests/\`: \`basic.json\` calls with the expected answers, \`triggers.json\` sentences that should and should not wake it

\`skillwright lint\`, \`skillwright test\` and \`skillwright scan\` check all of it.
`
}

/** The MIT licence. */
export function license({ author, today }: PackageFacts): string {
  const year = today === undefined ? '' : ` ${today.slice(0, 4)}`
  return `MIT License

Copyright (c)${year} ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
