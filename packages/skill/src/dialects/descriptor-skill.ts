import { exampleInput } from '@skillwright/contract'
import { contractDocument } from '../descriptor/contract-extra.ts'
import type { Descriptor } from '../descriptor/descriptor.ts'
import { contractOfDescriptor } from '../descriptor/read-descriptor.ts'
import { kebab } from '../parse-skill.ts'
import type { SkillFiles } from '../skill-files.ts'
import { skillMarkdown } from './front-matter-text.ts'
import { jsonFile } from './skill-json.ts'

/** The skill that a descriptor describes, answered by its service: to be found, checked, run and installed like any other. */
export function descriptorSkill(descriptor: Descriptor): { readonly folder: string; readonly files: SkillFiles } {
  const { name, version, description, tags, provider, endpoint } = descriptor
  const id = kebab(descriptor.id.replace(/^.*\//, '')) ?? 'service'
  const fields = {
    id,
    version,
    name,
    description,
    author: provider.name,
    tags,
    hermes_version: '*',
    tools_required: [],
  }
  const body = `
# ${name}

## Overview

${description}

**When to use this skill:**
- ${description}

## Usage

Call it with parameters as contract.json states them.

## Examples

\`\`\`json
${JSON.stringify({ params: exampleInput(contractOfDescriptor(descriptor).action().input.schema) }, null, 2)}
\`\`\`

## Dependencies

- ${provider.name}, who answers at ${new URL(endpoint.url).host}
`
  const files = new Map([
    ['SKILL.md', skillMarkdown(fields, body)],
    ['skill.json', jsonFile({ ...fields, entry_point: 'SKILL.md', capability_type: 'api' })],
    ['contract.json', jsonFile(contractDocument(descriptor))],
    ['descriptor.json', jsonFile(descriptor)],
  ])
  return { folder: id, files }
}
