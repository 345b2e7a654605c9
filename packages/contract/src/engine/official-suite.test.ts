import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { Schema } from '../schema.ts'
import { compileSchema } from './compile-schema.ts'

const REPOSITORY = resolve(import.meta.dirname, '../../../..')
const BESIDE = ['../shared/cases/json-schema-suite', '../JSON-Schema-Test-Suite'].map((path) =>
  resolve(REPOSITORY, path),
)
const SUITE = process.env.JSON_SCHEMA_TEST_SUITE ?? BESIDE.find((path) => existsSync(path)) ?? ''
const HOW =
  'git clone https://github.com/json-schema-org/JSON-Schema-Test-Suite beside the repository, or set JSON_SCHEMA_TEST_SUITE'
const isThere = existsSync(join(SUITE, 'tests/draft2020-12'))

interface Group {
  readonly description: string
  readonly schema: Schema
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[]
}

if (!isThere) test.skip(`THE OFFICIAL JSON SCHEMA SUITE WAS NOT RUN: ${HOW}`, () => undefined)

test.runIf(isThere)('passes the official draft 2020-12 suite, but for the misses the documentation names', () => {
  const { misses, count } = run('tests/draft2020-12', false)
  expect(count).toBeGreaterThanOrEqual(1299)
  expect(count - misses.length).toBeGreaterThanOrEqual(1290)
  expect(misses).toEqual(documentedMisses('Required'))
})

test.runIf(isThere)('passes the official format suite, but for the misses the documentation names', () => {
  const { misses, count } = run('tests/draft2020-12/optional/format', true)
  expect(count).toBeGreaterThanOrEqual(764)
  expect(count - misses.length).toBeGreaterThanOrEqual(763)
  expect(misses).toEqual(documentedMisses('Formats'))
})

function run(folder: string, assertFormats: boolean): { misses: string[]; count: number } {
  const schemas = readRemotes()
  const misses: string[] = []
  let count = 0
  for (const file of readdirSync(join(SUITE, folder)).filter((name) => name.endsWith('.json'))) {
    for (const group of readJson<readonly Group[]>(join(SUITE, folder, file))) {
      const validator = compileSchema(group.schema, { schemas, assertFormats })
      const generated = compileSchema(structuredClone(group.schema), { schemas, assertFormats })
      // The first few values are judged without generated code, which must say the same.
      for (let i = 0; i < 5; i++) generated.isValid(null)
      for (const { description, data, valid } of group.tests) {
        count++
        const answers = [validator.isValid(data), generated.isValid(data), validator.issues(data).length === 0]
        const isRight = answers.every((answer) => answer === valid)
        if (!isRight) misses.push(`${file}: ${group.description}: ${description}`)
      }
    }
  }
  return { misses, count }
}

/** The remote documents of the suite, under the addresses its schemas name. */
function readRemotes(): Record<string, Schema> {
  const files = readdirSync(join(SUITE, 'remotes'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  )
  return Object.fromEntries(
    files.map((name) => [`http://localhost:1234/${name}`, readJson<Schema>(join(SUITE, 'remotes', name))]),
  )
}

/** The lines `- file: group: test` of the table of misses in the documentation. */
function documentedMisses(heading: string): string[] {
  const page = readFileSync(join(REPOSITORY, 'docs/json-schema.md'), 'utf8')
  const [, section = ''] = page.split(`### ${heading}`)
  const lines = section.split('\n#')[0]?.split('\n') ?? []
  return lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2))
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8'))
}
