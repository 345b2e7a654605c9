import { ERROR_CODES } from '../error-codes.ts'
import { isDeeperThan, preview } from '../json.ts'
import type { Action, Contract } from '../open-contract.ts'
import type { Schema } from '../schema.ts'
import { markdownBlock, markdownCode, markdownFence, markdownLine, markdownTable } from './markdown-text.ts'
import { type ParameterRow, parameterRows, typePhrase } from './parameter-rows.ts'
import { readShape, type Source } from './schema-shape.ts'

/** The contract as reference documentation: what each action takes and returns, examples, error codes. */
export function toMarkdown(contract: Contract): string {
  const blocks = [
    `# ${markdownLine(contract.title ?? 'Skill contract')}`,
    ...(contract.version === undefined ? [] : [`Version ${markdownCode(contract.version)}`]),
    ...about(contract.docs, contract.description),
    ...(contract.toolsRequired.length > 0 ? [`Needs ${contract.toolsRequired.map(markdownCode).join(', ')}.`] : []),
    ...[...contract.actions.values()].flatMap((action) => actionBlocks(action, contract)),
    '## Errors',
    'A failed answer carries one of these codes, or one of the skill’s own.',
    errorTable(),
  ]
  return `${blocks.join('\n\n')}\n`
}

function actionBlocks(action: Action, contract: Contract): string[] {
  const isSame = action.docs === contract.docs && action.description === contract.description
  const seconds = action.timeoutSeconds
  return [
    `## ${markdownCode(action.name)}`,
    ...(isSame ? [] : about(action.docs, action.description)),
    ...(action.idempotent ? ['Repeating a call does no harm.'] : []),
    ...(seconds === undefined ? [] : [`Takes at most ${seconds} seconds.`]),
    '### Input',
    ...schemaBlocks(action.input.schema, 'Takes'),
    '### Output',
    ...schemaBlocks(action.output.schema, 'Gives'),
    ...(action.examples.length > 0 ? ['### Examples'] : []),
    ...action.examples.flatMap(({ name, input, output }) => [
      ...(name === undefined ? [] : [`**${markdownLine(name)}**`]),
      markdownFence(json(input), 'json'),
      ...(output === undefined ? [] : ['gives', markdownFence(json(output), 'json')]),
    ]),
  ]
}

function about(docs: string | undefined, description: string | undefined): string[] {
  if (docs !== undefined) return [markdownBlock(docs)]
  return description === undefined || description.trim() === '' ? [] : [markdownLine(description)]
}

const MAX_FORMS = 20

function schemaBlocks(root: Schema, verb: string): string[] {
  const sources: readonly Source[] = [{ schema: root, pointer: '' }]
  const { alternatives } = readShape(root, sources)
  const branches = (alternatives?.branches ?? []).slice(0, MAX_FORMS)
  const differ = branches.filter((branch) => parameterRows(root, branch).length > 0)
  if (differ.length < 2) return [tableOf(root, sources, verb)]
  return differ.flatMap((branch, i) => [`Form ${i + 1} of ${differ.length}:`, tableOf(root, branch, verb)])
}

function tableOf(root: Schema, sources: readonly Source[], verb: string): string {
  const rows = parameterRows(root, sources)
  if (rows.length === 0) return `${verb} ${markdownLine(typePhrase(root, sources))}.`
  return markdownTable(['name', 'type', 'required', 'default', 'description'], rows.map(cellsOf))
}

function cellsOf({ name, type, isRequired, fallback, text, bounds }: ParameterRow): string[] {
  const words = [text.trim(), bounds.join('; ')].filter((part) => part !== '').map(markdownLine)
  return [
    markdownCode(name),
    markdownLine(type),
    isRequired ? 'yes' : 'no',
    fallback === undefined ? '' : markdownCode(preview(fallback)),
    words.join(words[0]?.endsWith('.') ? ' ' : '. '),
  ]
}

function errorTable(): string {
  const rows = Object.entries(ERROR_CODES).map(([code, { status, meaning, suggestedAction }]) => [
    markdownCode(code),
    String(status),
    markdownLine(meaning),
    markdownLine(suggestedAction),
  ])
  return markdownTable(['code', 'HTTP', 'meaning', 'what to do'], rows)
}

// JSON.stringify follows nesting by recursion; an example is not for reading when it is that deep.
function json(value: unknown): string {
  return isDeeperThan(value, 100) ? preview(value) : (JSON.stringify(value, null, 2) ?? 'null')
}
