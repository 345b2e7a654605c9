import { isDeepStrictEqual } from 'node:util'
import { type Contract, isObject, parametersToSchema, type SchemaObject, tableToSchema } from '@skillwright/contract'
import { lineAt, readJson } from '../decode-text.ts'
import type { LintContext } from './lint-context.ts'
import { everywhere, type Place, type Report, type Rule } from './rule.ts'

/** Where the parameters of an action are stated a second time. */
interface Notation {
  readonly name: string
  readonly schema: SchemaObject
  readonly placeOf: (parameter: string) => Place
}

/** That a contract, the table for people and the descriptor for strangers say the same. */
export const NOTATION_RULES: readonly Rule[] = [
  {
    id: 'skill/notation-differs',
    severity: everywhere('warning'),
    summary: 'The parameter table or descriptor.json says something else about a parameter than contract.json.',
    why: 'Callers who follow one are refused by the other, or get another default than they were told.',
    fix: 'Write the same in both; contract.json is what calls are checked by.',
    check(context, report) {
      const { contract, contractSource } = context.skill
      if (contract === undefined || contractSource !== 'contract.json') return
      for (const notation of [tableOf(context), descriptorOf(context)])
        if (notation !== undefined) compare(notation, contract, context, report)
    },
  },
]

function tableOf({ skill, skillFile, frontMatter }: LintContext): Notation | undefined {
  const table = skill.sections.parameters
  if (table === '') return undefined
  const first = frontMatter.bodyLine + lineAt(frontMatter.body, frontMatter.body.indexOf(table)) - 1
  const rows = table.split('\n')
  return {
    name: 'the parameter table',
    schema: tableToSchema(table).schema,
    placeOf: (parameter) => {
      const row = rows.findIndex((line) => (line.split('|')[1] ?? '').replace(/[`*\s]/g, '') === parameter)
      return { file: skillFile, line: first + Math.max(0, row) }
    },
  }
}

function descriptorOf({ files, inJson }: LintContext): Notation | undefined {
  const file = [...files.keys()].find((path) => path.toLowerCase() === 'descriptor.json')
  const bytes = file === undefined ? undefined : files.get(file)
  const document = file === undefined || bytes === undefined ? undefined : readJson(bytes, file, [])
  const inputs = document?.inputs
  if (file === undefined || !Array.isArray(inputs)) return undefined
  return {
    name: file,
    schema: parametersToSchema(inputs).schema,
    placeOf: (parameter) => {
      const at = inputs.findIndex((each) => isObject(each) && each.name === parameter)
      return inJson(file, at < 0 ? '/inputs' : `/inputs/${at}`)
    },
  }
}

function compare({ name: where, schema, placeOf }: Notation, contract: Contract, context: LintContext, report: Report) {
  const stated = parametersOf(schema)
  const action = actionFor(stated, contract)
  if (action === undefined) return
  const promised = parametersOf(action.schema)
  const say = (parameter: string, message: string): void =>
    report(placeOf(parameter), `${parameter} ${message} (contract.json:${lineIn(context, action.pointer, parameter)})`)
  for (const [name, { schema: said, isRequired }] of stated) {
    const known = promised.get(name)
    if (known === undefined) say(name, `stands in ${where}, and contract.json has no such parameter`)
    else for (const message of differences(said, isRequired, known, where)) say(name, message)
  }
  for (const [name, { isRequired }] of promised)
    if (isRequired && !stated.has(name)) say(name, `is required by contract.json, and ${where} does not name it`)
}

interface Stated {
  readonly schema: Readonly<Record<string, unknown>>
  readonly isRequired: boolean
}

function parametersOf({ properties, required }: Readonly<Record<string, unknown>>): Map<string, Stated> {
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  return new Map(
    Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => [
      name,
      { schema: isObject(schema) ? schema : {}, isRequired: names.includes(name) },
    ]),
  )
}

/** The action that is meant: the only one, or the one that has most of the names; undefined when none has any. */
function actionFor(
  stated: ReadonlyMap<string, Stated>,
  contract: Contract,
): { schema: Readonly<Record<string, unknown>>; pointer: string } | undefined {
  const several = contract.actions.size > 1
  const fitting = [...contract.actions.values()]
    .map(({ name, input }) => {
      const schema = isObject(input.schema) ? input.schema : {}
      const shared = [...parametersOf(schema).keys()].filter((each) => stated.has(each)).length
      return { schema, pointer: several ? `/actions/${name}/input` : '/input', shared }
    })
    .toSorted((a, b) => b.shared - a.shared)
  const [best] = fitting
  return best === undefined || (several && best.shared === 0) ? undefined : best
}

function differences(said: Stated['schema'], isRequired: boolean, known: Stated, where: string): string[] {
  const promised = known.schema
  const found: string[] = []
  if (typeof said.type === 'string' && typeof promised.type === 'string' && !isSameType(said.type, promised.type))
    found.push(`is ${said.type} in ${where} and ${promised.type} in contract.json`)
  if (isRequired !== known.isRequired)
    found.push(`is ${needed(isRequired)} in ${where} and ${needed(known.isRequired)} in contract.json`)
  const hasBoth = Object.hasOwn(said, 'default') && Object.hasOwn(promised, 'default')
  if (hasBoth && !isDeepStrictEqual(said.default, promised.default))
    found.push(
      `defaults to ${JSON.stringify(said.default)} in ${where} and ${JSON.stringify(promised.default)} in contract.json`,
    )
  const [values, allowed] = [said.enum, promised.enum]
  const extra = Array.isArray(values) && Array.isArray(allowed) ? values.filter((each) => !allowed.includes(each)) : []
  if (extra.length > 0) found.push(`may be ${JSON.stringify(extra[0])} in ${where}, which contract.json does not allow`)
  return found
}

// "number" is how many write "integer".
function isSameType(said: string, promised: string): boolean {
  return said === promised || (said === 'number' && promised === 'integer')
}

function needed(isRequired: boolean): string {
  return isRequired ? 'required' : 'optional'
}

function lineIn({ inJson }: LintContext, pointer: string, parameter: string): number {
  const path = `${pointer}/properties/${parameter.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return inJson('contract.json', path).line ?? 1
}
