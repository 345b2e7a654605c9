import { type Action, type Contract, isObject } from '@skillwright/contract'
import { contractPlace } from './contract-place.ts'
import { describedDifferences } from './described-differences.ts'
import type { LintContext } from './lint-context.ts'
import { type DescriptorFile, descriptorOf, inputsOf, type Notation, tablesOf } from './parameter-notations.ts'
import { defaultDifference, propertiesOf, type Stated, schemaDifferences } from './property-differences.ts'
import { everywhere, type Report, type Rule } from './rule.ts'
import { reportStatedTwice } from './stated-twice.ts'

/** That a contract, the table for people, the descriptor for strangers and the manifest say the same. */
export const NOTATION_RULES: readonly Rule[] = [
  {
    id: 'skill/notation-differs',
    severity: everywhere('warning'),
    summary:
      'The parameter table, descriptor.json, skill.json or SKILL.md says something else about a parameter, an answer, a limit, a tool or a version than contract.json.',
    why: 'Callers who follow one are refused by the other, or get something else than they were told.',
    fix: 'Write the same in both; contract.json is what calls are checked by.',
    check(context, report) {
      const { contract, contractSource } = context.skill
      const descriptor = descriptorOf(context)
      reportStatedTwice(context, descriptor, report)
      if (contract === undefined || contractSource !== 'contract.json') return
      const inputs = descriptor === undefined ? [] : inputsOf(descriptor.file, descriptor.document, context)
      for (const notation of [...tablesOf(context, contract), ...inputs])
        compareInputs(notation, contract, context, report)
      if (descriptor !== undefined) compareOutputs(descriptor, contract, context, report)
    },
  },
]

function compareInputs(notation: Notation, contract: Contract, context: LintContext, report: Report): void {
  const { name: where, placeOf } = notation
  const stated = propertiesOf(notation.schema as Readonly<Record<string, unknown>>)
  const action = notation.action === undefined ? actionFor(stated, contract) : contract.action(notation.action)
  if (action === undefined) return
  const promised = inputOf(action)
  const say = (parameter: string, message: string): void =>
    report(
      placeOf(parameter),
      `${parameter} ${message} (${contractPlace(context, action.name, 'input', `/${parameter}`)})`,
    )
  for (const [name, said] of stated) {
    const known = promised.get(name)
    if (known === undefined) {
      if (action.passThrough !== name) say(name, `stands in ${where}, and contract.json has no such parameter`)
      continue
    }
    const { tellsDefaults } = notation
    const isLiteral = notation.isLiteralDefault(name)
    for (const message of [
      ...schemaDifferences(said.schema, known.schema, where),
      ...describedDifferences(said.schema, known.schema, where),
      ...neededDifference(said, known, where),
      ...defaultDifference(said.schema, known.schema, where, { tellsDefaults, isLiteral }),
    ])
      say(name, message)
  }
  for (const [name, { isRequired }] of promised)
    if (isRequired && !stated.has(name)) say(name, `is required by contract.json, and ${where} does not name it`)
}

function compareOutputs({ file, document }: DescriptorFile, contract: Contract, context: LintContext, report: Report) {
  const [action, ...others] = contract.actions.values()
  const { output } = document
  const schema = isObject(output) && isObject(output.schema) ? output.schema : undefined
  if (schema === undefined || action === undefined || others.length > 0) return
  const promised = propertiesOf(isObject(action.output.schema) ? action.output.schema : {})
  if (promised.size === 0) return
  const stated = propertiesOf(schema)
  const say = (name: string, message: string): void => {
    const pointer = stated.has(name) ? `/output/schema/properties/${name}` : '/output/schema'
    const place = contractPlace(context, action.name, 'output', `/${name}`)
    report(context.inJson(file, pointer), `${name} ${message} (${place})`)
  }
  for (const [name, said] of stated) {
    const known = promised.get(name)
    if (known === undefined) say(name, `stands in the output of ${file}, and contract.json has no such field`)
    else for (const message of schemaDifferences(said.schema, known.schema, file)) say(name, message)
  }
  for (const [name, { isRequired }] of stated.size === 0 ? [] : promised)
    if (isRequired && !stated.has(name)) say(name, `always comes by contract.json, and ${file} does not name it`)
}

function inputOf({ input }: Action): ReadonlyMap<string, Stated> {
  return propertiesOf(isObject(input.schema) ? input.schema : {})
}

/** The action that is meant: the only one, or the one that has most of the names; undefined when none has any. */
function actionFor(stated: ReadonlyMap<string, Stated>, contract: Contract): Action | undefined {
  const several = contract.actions.size > 1
  const [best] = [...contract.actions.values()]
    .map((action) => ({ action, shared: [...inputOf(action).keys()].filter((each) => stated.has(each)).length }))
    .toSorted((a, b) => b.shared - a.shared)
  return best === undefined || (several && best.shared === 0) ? undefined : best.action
}

function neededDifference(said: Stated, known: Stated, where: string): string[] {
  // A default is filled in before anything is asked for: a required parameter with one may well be called optional.
  const isAsked = known.isRequired && !Object.hasOwn(known.schema, 'default')
  if (said.isRequired === known.isRequired || said.isRequired === isAsked) return []
  return [`is ${needed(said.isRequired)} in ${where} and ${needed(known.isRequired)} in contract.json`]
}

function needed(isRequired: boolean): string {
  return isRequired ? 'required' : 'optional'
}
