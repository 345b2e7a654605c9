import { schemaToTable } from '@skillwright/contract'
import { stringify } from 'yaml'
import { scriptParameters } from './script-facts.ts'
import type { StarterAction, StarterExample } from './starter-action.ts'

/** What a SKILL.md is written from. */
export interface DocumentFacts {
  readonly id: string
  readonly title: string
  readonly version: string
  readonly description: string
  readonly author: string
  /** ISO date for `created`, `updated` and the changelog; none of them without it. */
  readonly today: string | undefined
  readonly programs: readonly string[]
  readonly actions: readonly StarterAction[]
}

/** Writes the SKILL.md of a new skill: document C's whole template, filled with what the starter really does. */
export function skillDocument(facts: DocumentFacts): string {
  const { id, title, version, description, author, today, programs, actions } = facts
  // Two show the pattern; every token of SKILL.md may be paid for on every turn.
  const examples = shownExamples(actions).slice(0, 2)
  const frontMatter = {
    id,
    version,
    name: title,
    description,
    author,
    license: 'MIT',
    tags: [...new Set([...id.split('-'), 'starter'])],
    hermes_version: '>=3.0.0',
    tools_required: [],
    tools_optional: [],
    language: 'en',
    ...(today === undefined ? {} : { created: today, updated: today }),
  }
  return `---
${stringify(frontMatter, { lineWidth: 0 })}---

# ${title}

## Overview

${description}

**When to use this skill:**
${[...new Set(actions.map(({ wish }) => `- The user wants to ${wish}`))].join('\n')}
- The user names ${title}

**Do NOT use this skill when:**
- The question can be answered without it
- The user asks for something that none of its actions does

## Usage

### Invocation

Send one request to the script on stdin and read one answer from stdout. A person gets there with:

${examples.map(({ example }) => `- "${example.asked}"`).join('\n')}

### Parameters

${parameters(actions)}

### Process

When this skill is invoked, follow this process:

1. **Choose the action** that does what the user wants
2. **Fill in the parameters**: only what the user said; leave the rest to the defaults
3. **Send the request**: \`{"action": …, "params": …}\` on stdin
4. **Read the answer**: \`data\` when \`success\` is true, otherwise tell the user what \`error.message\` says
5. **Show the result**: in the user's language, without inventing anything that is not in \`data\`

## Examples

${examples.map(({ action, example }, i) => exampleText(i + 1, action, example)).join('\n\n')}

## Dependencies

### Required Tools

None of the host's.

### Programs

${programs.map((program) => `- \`${program}\``).join('\n')}

### External Services

None.

## Configuration

Add to your hermes.yaml to enable:

\`\`\`yaml
skills:
  - id: ${id}
    version: "^${version}"
\`\`\`

Set \`SKILL_DEBUG=1\` to see each request and its progress on stderr.

## Limitations

- A starter: it works on the sample data that stands in its script
- One run may take at most 300 seconds

## Changelog

### ${version}${today === undefined ? '' : ` (${today})`}

- Initial release
`
}

/** The examples a new skill shows: the first of each action, and never fewer than two. */
export function shownExamples(
  actions: readonly StarterAction[],
): readonly { readonly action: StarterAction; readonly example: StarterExample }[] {
  const first = actions.map((action) => ({ action, example: action.examples[0] }))
  const [only] = actions
  return first.length === 1 && only ? [...first, { action: only, example: only.examples[1] }] : first
}

/** The parameter table; of several actions a row each, since the whole tables would cost more than an injection may. */
function parameters(actions: readonly StarterAction[]): string {
  const [only, ...others] = actions
  if (only && others.length === 0) return schemaToTable(only.input).markdown
  const rows = actions.map((action) => {
    const list = scriptParameters(action).map(
      ({ name, type, defaultJson }) => `\`${name}\` (${type}${defaultJson === undefined ? '' : `, ${defaultJson}`})`,
    )
    return `| \`${action.name}\` | ${list.join(', ')} | ${action.description} |`
  })
  return `| Action | Parameters (type, default) | What it does |
|--------|----------------------------|--------------|
${rows.join('\n')}

A parameter without a default is required; \`contract.json\` says more of each.`
}

function exampleText(
  number: number,
  { name }: StarterAction,
  { name: title, asked, input, output }: StarterExample,
): string {
  return `### Example ${number}: ${title}

**User input:**

${asked}

**Skill execution:**

\`\`\`json
${JSON.stringify({ action: name, params: input }, undefined, 2)}
\`\`\`

**Expected output:**

\`\`\`json
${JSON.stringify({ success: true, action: name, data: output }, undefined, 2)}
\`\`\``
}
