import { type Contract, isObject, parametersToSchema, type SchemaObject, tableToSchema } from '@skillwright/contract'
import { lineAt, readJson } from '../decode-text.ts'
import { lineStarts } from '../json-places.ts'
import { parameterTable } from '../skill-sections.ts'
import type { LintContext } from './lint-context.ts'
import type { Place } from './rule.ts'

/** Where the parameters of an action are stated a second time. */
export interface Notation {
  readonly name: string
  /** The action that it stands under by name; undefined when it has to be found out. */
  readonly action: string | undefined
  readonly schema: SchemaObject
  /** True when a parameter without a default is said to have none. */
  readonly tellsDefaults: boolean
  /** False for a default in words, such as "the current folder": what the script does is not the contract's to say. */
  readonly isLiteralDefault: (parameter: string) => boolean
  readonly placeOf: (parameter: string) => Place
}

/** The parameter tables of SKILL.md: the first, and of several actions each that stands under the name of one. */
export function tablesOf({ skill, skillFile, frontMatter, headings }: LintContext, contract: Contract): Notation[] {
  const { body, bodyLine } = frontMatter
  const under = contract.actions.size < 2 ? [] : headings.filter(({ title }) => contract.actions.has(title))
  const tables = under
    .map(({ title, text, line }) => ({ action: title, table: parameterTable(text), from: line - bodyLine }))
    .filter(({ table }) => table !== '')
  const first = { action: undefined, table: skill.sections.parameters, from: 0 }
  const known = tables.some(({ table }) => table === first.table) || first.table === '' ? tables : [first, ...tables]
  const starts = lineStarts(body)
  return known.map(({ action, table, from }): Notation => {
    const rows = table.split('\n')
    const at = body.indexOf(table, starts[from])
    const line = bodyLine + lineAt(body, at) - 1
    const rowOf = (parameter: string): string[] | undefined =>
      rows.map((row) => row.split('|')).find((cells) => (cells[1] ?? '').replace(/[`*\s]/g, '') === parameter)
    const head = (rows[0] ?? '').split('|')
    const column = head.findIndex((cell) => /default|默认|缺省/i.test(cell))
    return {
      name: 'the parameter table',
      action,
      schema: tableToSchema(table).schema,
      tellsDefaults: column >= 0,
      isLiteralDefault: (parameter) =>
        /^(?:["'`“[{].*|-?\d[\d.]*|true|false)$/i.test(rowOf(parameter)?.[column]?.trim() ?? ''),
      placeOf: (parameter) => {
        const row = rows.findIndex((each) => (each.split('|')[1] ?? '').replace(/[`*\s]/g, '') === parameter)
        return { file: skillFile, line: line + Math.max(0, row) }
      },
    }
  })
}

/** A descriptor.json that could be read. */
export interface DescriptorFile {
  readonly file: string
  readonly document: Readonly<Record<string, unknown>>
}

/** The descriptor.json of a package. */
export function descriptorOf({ files }: LintContext): DescriptorFile | undefined {
  const [file, bytes] = [...files].find(([path]) => path.toLowerCase() === 'descriptor.json') ?? []
  const document = file === undefined || bytes === undefined ? undefined : readJson(bytes, file, [])
  return file === undefined || document === undefined ? undefined : { file, document }
}

/** The inputs of descriptor.json. */
export function inputsOf(
  file: string,
  { inputs }: Readonly<Record<string, unknown>>,
  { inJson }: LintContext,
): Notation[] {
  if (!Array.isArray(inputs)) return []
  return [
    {
      name: file,
      action: undefined,
      schema: parametersToSchema(inputs).schema,
      tellsDefaults: true,
      isLiteralDefault: () => true,
      placeOf: (parameter) => {
        const at = inputs.findIndex((each) => isObject(each) && each.name === parameter)
        return inJson(file, at < 0 ? '/inputs' : `/inputs/${at}`)
      },
    },
  ]
}
