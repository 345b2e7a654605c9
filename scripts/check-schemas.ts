// The published schemas are generated: `npm run schemas` writes them, without --write it fails when one is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { CONTRACT_SCHEMA } from '@skillwright/contract'

const PUBLISHED = { 'contract.schema.json': CONTRACT_SCHEMA }

const write = process.argv.includes('--write')
for (const [name, schema] of Object.entries(PUBLISHED)) {
  const file = `schemas/${name}`
  const text = `${JSON.stringify(schema, null, 2)}\n`
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  if (write) writeFileSync(file, text)
  else {
    console.error(`${file} is not what the code says: run npm run schemas`)
    process.exitCode = 1
  }
}
