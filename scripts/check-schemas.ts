// The published schemas are generated: `npm run schemas` writes them, without --write it fails when one is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { CONTRACT_SCHEMA } from '@skillwright/contract'
import { MANIFEST_SCHEMA, POLICY_SCHEMA } from '@skillwright/install'
import {
  AGENT_YAML_SCHEMA,
  DESCRIPTOR_SCHEMA,
  FRONT_MATTER_SCHEMA,
  HERMES_YAML_SCHEMA,
  SKILL_JSON_SCHEMA,
  TRIGGERS_SCHEMA,
} from '@skillwright/skill'

const PUBLISHED = [
  CONTRACT_SCHEMA,
  SKILL_JSON_SCHEMA,
  FRONT_MATTER_SCHEMA,
  AGENT_YAML_SCHEMA,
  HERMES_YAML_SCHEMA,
  DESCRIPTOR_SCHEMA,
  TRIGGERS_SCHEMA,
  MANIFEST_SCHEMA,
  POLICY_SCHEMA,
]

const write = process.argv.includes('--write')
for (const schema of PUBLISHED) {
  const file = `schemas/${String(schema.$id).split('/').at(-1)}`
  const text = `${JSON.stringify(schema, null, 2)}\n`
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  if (write) writeFileSync(file, text)
  else {
    console.error(`${file} is not what the code says: run npm run schemas`)
    process.exitCode = 1
  }
}
