import type { Finding } from '../finding.ts'
import { preview } from '../json.ts'
import type { SchemaObject } from '../schema.ts'
import { type MarkdownTable, readTables, writeTable } from './markdown-table.ts'
import { fromObjectSchema, lossFindings, type Parameter, toObjectSchema } from './object-schema.ts'
import { type Columns, findColumns } from './table-columns.ts'
import { readRow, writeRow } from './table-row.ts'

const HEADER = ['Parameter', 'Type', 'Required', 'Default', 'Description']

/** Reads the first parameter table of a Markdown text (document C) into the schema of the input. Never throws. */
export function tableToSchema(markdown: string): { schema: SchemaObject; findings: readonly Finding[] } {
  for (const table of readTables(markdown)) {
    const columns = findColumns(table.header)
    if (columns !== undefined) return readTable(table, columns)
  }
  const message = `Expected a Markdown table with a header such as | ${HEADER.join(' | ')} |, found none`
  return { schema: toObjectSchema([]), findings: [{ rule: 'contract/notation-shape', severity: 'error', message }] }
}

/** Writes an input schema as a Markdown parameter table, with a finding for everything that a table cannot say. */
export function schemaToTable(schema: unknown): { markdown: string; findings: readonly Finding[] } {
  const { parameters, findings } = fromObjectSchema(schema)
  const markdown = writeTable(HEADER, parameters.map(writeRowSafely))
  // What a reader of the table gets is the measure of what it says.
  const losses = lossFindings(parameters, tableToSchema(markdown).schema, 'A parameter table')
  return { markdown, findings: [...findings, ...losses] }
}

function readTable(table: MarkdownTable, columns: Columns): { schema: SchemaObject; findings: readonly Finding[] } {
  const findings: Finding[] = []
  const parameters = new Map<string, Parameter>()
  for (const { cells, line } of table.rows) {
    const say = (rule: string, severity: Finding['severity'], message: string) =>
      findings.push({ rule: `contract/notation-${rule}`, severity, line, message })
    const cell = (column: Parameters<Columns['get']>[0]) => {
      const i = columns.get(column)
      return i === undefined ? undefined : (cells[i] ?? '')
    }
    const { name, isMarked } = readName(cell('name') ?? '')
    if (name === '') {
      say('name', 'error', `Expected the name of a parameter, got ${preview(cell('name'))}`)
      continue
    }
    if (parameters.has(name)) {
      say('name', 'error', `Expected each parameter once, got ${preview(name)} again`)
      continue
    }
    if (cells.length > table.header.length) {
      const message = `Expected ${table.header.length} cells, got ${cells.length}: write a pipe inside a cell as \\|`
      say('shape', 'warning', message)
    }
    const { parameter, problems } = readRow(name, cell)
    for (const { rule, message } of problems) say(rule, 'warning', `${preview(name)}: ${message}`)
    parameters.set(name, isMarked ? { ...parameter, required: true } : parameter)
  }
  return { schema: toObjectSchema([...parameters.values()]), findings }
}

/** A name without its backticks or emphasis; a star behind it marks it as required. */
function readName(cell: string): { name: string; isMarked: boolean } {
  const isMarked = /[^*]\*$/.test(cell) && !cell.startsWith('*')
  const text = (isMarked ? cell.slice(0, -1) : cell).trim()
  const [, inner] = /^(?:\*\*|__)?`([^`]+)`(?:\*\*|__)?$/s.exec(text) ?? /^\*\*(.+)\*\*$/s.exec(text) ?? []
  return { name: (inner ?? text).trim(), isMarked }
}

/** A row of a schema that is too deep to be written holds only its name; what it lacks is then found as lost. */
function writeRowSafely(parameter: Parameter): readonly string[] {
  try {
    return writeRow(parameter)
  } catch {
    return writeRow({ ...parameter, schema: {} })
  }
}
