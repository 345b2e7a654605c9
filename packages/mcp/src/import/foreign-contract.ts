import { type Finding, isObject, openContract, SkillError } from '@skillwright/contract'
import type { ForeignListing } from './connect-server.ts'

type ForeignTool = ForeignListing['tools'][number]

const MAX_TOOLS = 200
const MAX_DESCRIPTION = 4_000

/** The contract that the tools of a server make, and what of them could not be taken. */
export interface ForeignContract {
  readonly actions: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly findings: readonly Finding[]
}

/** Makes an action of each tool. A tool that shadows another, or whose schema is none, is left out and named. */
export function foreignContract(tools: readonly ForeignTool[]): ForeignContract {
  const actions = new Map<string, Readonly<Record<string, unknown>>>()
  const looks = new Map<string, string>()
  const findings: Finding[] = []
  for (const tool of tools.slice(0, MAX_TOOLS)) {
    const { name } = tool
    const twin = looks.get(lookOf(name))
    const action = actionOf(tool)
    const why = actions.has(name)
      ? 'another tool has the same name'
      : twin !== undefined
        ? `its name looks like that of ${JSON.stringify(twin)}`
        : whyUnfit(name, action)
    if (why === undefined) {
      actions.set(name, action)
      looks.set(lookOf(name), name)
    } else findings.push(leftOut(name, why))
  }
  if (tools.length > MAX_TOOLS) findings.push(leftOut(`${tools.length - MAX_TOOLS} more`, `${MAX_TOOLS} are taken`))
  return { actions: Object.fromEntries(actions), findings }
}

function actionOf({
  description,
  inputSchema,
  outputSchema,
  annotations,
}: ForeignTool): Readonly<Record<string, unknown>> {
  return {
    ...(description === undefined ? {} : { description: description.slice(0, MAX_DESCRIPTION).toWellFormed() }),
    input: plainSchema(inputSchema),
    ...(outputSchema === undefined ? {} : { output: plainSchema(outputSchema) }),
    idempotent: annotations?.idempotentHint === true || annotations?.readOnlyHint === true,
  }
}

/** Without what names a schema among others, and its draft: contracts are of 2020-12, which reads what tools are written in. */
function plainSchema(schema: unknown): unknown {
  if (!isObject(schema)) return schema
  const { $schema, $id, ...rest } = schema
  return rest
}

/** Why a tool cannot be an action; undefined when it can. */
function whyUnfit(name: string, action: Readonly<Record<string, unknown>>): string | undefined {
  try {
    const { input, output } = openContract({ actions: { [name]: action } }).action(name)
    // Compiles both, which is when a schema that only looks like one is noticed.
    input.check({})
    output.check({})
    return undefined
  } catch (thrown) {
    if (!(thrown instanceof SkillError)) throw thrown
    return `its schema cannot be used: ${(thrown.findings[0]?.message ?? thrown.message).slice(0, 300)}`
  }
}

/** A name as a reader takes it: `send-email`, `Send_Email` and `sendEmail` are one. Letters of other scripts are no action's. */
function lookOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function leftOut(name: string, why: string): Finding {
  return {
    rule: 'import/tool',
    severity: 'warning',
    file: 'contract.json',
    message: `The tool ${JSON.stringify(name.slice(0, 100))} is left out: ${why}`,
    fix: 'Ask the author of the server to mend it.',
  }
}
